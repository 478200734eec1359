import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { makeCard, makePile } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Piles of OCPP 2 say when they keep a gun for nobody any more (H01, H04). */

let server: TestServer
const open = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function reserved(version: string) {
  const { id, station_number: station } = await makePile(server.db)
  const url = `${server.url.replace('http', 'ws')}/ocpp`
  const pile = await connectPile({ url, station, protocols: [version] })
  open.push(pile)
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  pile.onCall('ReserveNow', { status: 'Accepted' })
  const { number: card_number } = await makeCard(server.db)
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const asked = { pile_id: id, connector_number: 1, card_number, expires_at }
  const { data } = await server.call('/system/reservation/add', asked)
  const told = await pile.nextCall('ReserveNow')
  return { pile, row: data as { id: number }, number: Number(told.id) }
}

const rowOf = ({ row: { id } }: Awaited<ReturnType<typeof reserved>>) =>
  server.db.selectFrom('reservation').select(['state', 'reason', 'ended_at']).where('id', '=', id).executeTakeFirst()

const timestamp = new Date().toISOString()

test.each([
  ['ocpp2.0.1', 'Expired', [], { state: 'expired', reason: null }],
  ['ocpp2.0.1', 'Removed', [], { state: 'cancelled', reason: 'pile' }],
  ['ocpp2.0.1', 'Removed', ['Faulted'], { state: 'cancelled', reason: 'faulted' }],
  ['ocpp2.1', 'NoTransaction', [], { state: 'cancelled', reason: 'unused' }],
] as const)('in %s one that is %s is over, its gun %j', async (version, word, states, expected) => {
  const made = await reserved(version)
  for (const connectorStatus of states)
    await made.pile.call('StatusNotification', { timestamp, connectorStatus, evseId: 1, connectorId: 1 })
  const told = { reservationId: made.number, reservationUpdateStatus: word }
  expect(await made.pile.call('ReservationStatusUpdate', told)).toEqual({})
  expect(await rowOf(made)).toEqual({ ...expected, ended_at: expect.anything() })
  // One that is over stays what it was.
  await made.pile.call('ReservationStatusUpdate', { ...told, reservationUpdateStatus: 'Expired' })
  expect(await rowOf(made)).toMatchObject(expected)
})

test('a pile ends no other one’s', async () => {
  const [made, other] = [await reserved('ocpp2.0.1'), await reserved('ocpp2.0.1')]
  await made.pile.call('ReservationStatusUpdate', { reservationId: other.number, reservationUpdateStatus: 'Removed' })
  expect(await rowOf(other)).toMatchObject({ ended_at: null })
})
