import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { pileView } from '../../src/shared/endpoints/piles.ts'
import { makeCard, makeCustomer, makePile } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** A car is plugged in before anybody asks for the start: its transaction runs already, and has no payer (OCPP 2.0.1, F02). */

let server: TestServer
const open = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function pluggedIn(version: string, idToken?: object) {
  const { id, station_number: station } = await makePile(server.db)
  const url = `${server.url.replace('http', 'ws')}/ocpp`
  const pile = await connectPile({ url, station, protocols: [version] })
  open.push(pile)
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  const tell = (eventType: string, seqNo: number, more: { transactionInfo?: object; [name: string]: unknown }) =>
    pile.call('TransactionEvent', {
      ...{ eventType, seqNo, timestamp: new Date().toISOString(), triggerReason: 'CablePluggedIn', ...more },
      transactionInfo: { transactionId: 'tx-1', ...more.transactionInfo },
    })
  await tell('Started', 0, {
    ...{ evse: { id: 1, connectorId: 1 }, transactionInfo: { chargingState: 'EVConnected' } },
    ...(idToken && { idToken }),
  })
  pile.onCall('RequestStartTransaction', { status: 'Accepted', transactionId: 'tx-1' })
  return { id, pile, tell }
}

const orderAt = async (id: number) => (await server.call(pileView, { id })).data.connectors[0]?.order

test.each(['ocpp2.0.1', 'ocpp2.1'])('it can be started for a customer, who then pays it, in %s', async (version) => {
  const { id, pile, tell } = await pluggedIn(version)
  expect(await orderAt(id)).toMatchObject({ status: 'generated', awaits_payer: true })
  const { id: customer_id } = await makeCustomer(server.db, { balance_cents: 10_000 })
  const { data } = await server.call(pileCommands.start, { id, connector_number: 1, customer_id })
  expect(data.command).toMatchObject({ status: 'accepted' })
  const { idToken, remoteStartId } = await pile.nextCall('RequestStartTransaction')
  const told = await tell('Updated', 1, { triggerReason: 'RemoteStart', idToken, transactionInfo: { remoteStartId } })
  expect(told).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
  const orders = server.db.selectFrom('orders').selectAll().where('pile_id', '=', id)
  expect(await orders.execute()).toMatchObject([{ customer_id, command_id: data.command.id, type: 'manual' }])
  expect(await orderAt(id)).toMatchObject({ awaits_payer: false })
  const command = server.db.selectFrom('command').select('status').where('id', '=', data.command.id)
  await vi.waitFor(async () => expect(await command.executeTakeFirst()).toEqual({ status: 'done' }))
})

test('one that a card pays is not taken from it', async () => {
  const { number } = await makeCard(server.db)
  const { id } = await pluggedIn('ocpp2.0.1', { idToken: number, type: 'ISO14443' })
  const { id: customer_id } = await makeCustomer(server.db, { balance_cents: 10_000 })
  expect((await server.call(pileCommands.start, { id, connector_number: 1, customer_id })).code).toBe(409)
})
