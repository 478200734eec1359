import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { callForm } from '../../src/shared/endpoints/piles.ts'
import { makeCard, makePile, makeSite } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const sockets = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function connected(site_id?: number) {
  const { id, station_number: station } = await makePile(server.db, site_id ? { site_id } : {})
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  sockets.push(pile)
  pile.onCall('DataTransfer', ({ data }) => ({ status: 'Accepted', data: `heard ${data}` }))
  return { id, pile }
}

test('a vendor’s message reaches the pile as it was written, and its answer is kept', async () => {
  const { id, pile } = await connected()
  const { data } = await server.call(pileCommands.send_data, {
    ...{ id, vendor_id: 'com.example', message_id: 'Light', data: 'on' },
  })
  expect(data.command).toMatchObject({ action: 'send_data', status: 'done' })
  expect(JSON.parse(String(data.command.answer))).toEqual({ status: 'Accepted', data: 'heard on' })
  await server.call(pileCommands.send_data, { id, vendor_id: 'com.example', message_id: null, data: null })
  expect(pile.received.filter(({ action }) => action === 'DataTransfer').map(({ payload }) => payload)).toEqual([
    { vendorId: 'com.example', messageId: 'Light', data: 'on' },
    { vendorId: 'com.example' },
  ])
})

test('a card of others in a vendor’s text is refused at the text, as in an engineer’s call', async () => {
  const site = await makeSite(server.db)
  const { id, pile } = await connected(site.id)
  const card = await makeCard(server.db, { number: '04A2B3C4' })
  const as = await server.signIn({ permissions: ['pile.send_data'], data_scope: 'sites', site_ids: [site.id] })
  const body = { id, vendor_id: 'com.example', message_id: null, data: `idTag=${card.number}` }
  const refused = await server.call(pileCommands.send_data, body, { as })
  expect([refused.code, Object.keys((refused.data as unknown as { errors: object }).errors)]).toEqual([422, ['data']])
  expect(pile.received).toEqual([])
  const plain = await server.call(pileCommands.send_data, { ...body, data: 'light on' }, { as })
  expect(plain.code).toBe(200)
})

test('a vendor is needed, and no longer than the standard takes', async () => {
  const { id } = await connected()
  for (const vendor_id of ['', 'x'.repeat(256)]) {
    const { code, data } = await server.call('/system/device/send_data', { id, vendor_id })
    expect([code, Object.keys(data.errors)]).toEqual([422, ['vendor_id']])
  }
})

test('an engineer is told what a call takes, and nothing of one that there is not', async () => {
  const { id } = await connected()
  const form = async (action: string) => (await server.call(callForm, { id, action })).data.form
  expect(await form('Reset')).toMatchObject({
    kind: 'object',
    fields: [{ name: 'type', required: true, node: { kind: 'choice', values: ['Hard', 'Soft'] } }],
  })
  expect(await form('Dance')).toBeNull()
})
