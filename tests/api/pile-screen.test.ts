import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { pileView } from '../../src/shared/endpoints/piles.ts'
import { pileScreen } from '../../src/shared/endpoints/screens.ts'
import { makeOrder, makePile } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** What people see of a pile's screen and have it show. */

let server: TestServer
const open = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function connected(protocol = 'ocpp2.0.1') {
  const { id, station_number: station } = await makePile(server.db)
  const url = `${server.url.replace('http', 'ws')}/ocpp`
  const pile = await connectPile({ url, station, protocols: [protocol] })
  open.push(pile)
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  pile.onCall('SetDisplayMessage', { status: 'Accepted' })
  return { pile, id }
}
const as = async (...permissions: string[]) => ({ as: await server.signIn({ permissions }) })
const said = { priority: 'always_front', shown_while: null, starts_at: null, ends_at: null, order_id: null }
const show = (id: number, more: object = {}, caller = {}) =>
  server.call(pileCommands.show_message, { id, text: 'Out of order', ...said, ...more } as never, caller)
const screen = async (id: number) => (await server.call(pileScreen, { id })).data
const errors = ({ data }: { data: unknown }) => (data as { errors: Record<string, string> }).errors

async function told(pile_id: number, settings: Record<string, Partial<{ value: string; maximum: number }>>) {
  for (const [variable, more] of Object.entries(settings))
    await server.db
      .insertInto('pile_setting')
      .values({ pile_id, key: `DisplayMessageCtrlr/${variable}`, value: null, read_only: true, ...more } as never)
      .execute()
}

test('a technician has a pile show a text, sees it, and takes it away', async () => {
  const { pile, id } = await connected()
  const shown = await show(id)
  expect(shown.data.command).toMatchObject({ status: 'done', action: 'show_message' })
  expect(await pile.nextCall('SetDisplayMessage')).toEqual({
    message: { id: 1, priority: 'AlwaysFront', message: { format: 'UTF8', content: 'Out of order' } },
  })
  expect((await screen(id)).messages).toMatchObject([
    { message: { number: 1, priority: 'always_front', texts: [{ text: 'Out of order' }] }, state: 'held' },
  ])
  pile.onCall('ClearDisplayMessage', { status: 'Accepted' })
  const { data } = await server.call(pileCommands.remove_message, { id, message_number: 1 })
  expect(data.command).toMatchObject({ status: 'done' })
  expect((await screen(id)).messages).toEqual([])
})

test('the next text has the next number, so that both show', async () => {
  const { id } = await connected()
  await show(id, { priority: 'normal' })
  await show(id, { priority: 'in_front' })
  expect((await screen(id)).messages.map(({ message }) => [message.number, message.priority])).toEqual([
    [2, 'in_front'],
    [1, 'normal'],
  ])
})

test('what does not fit is refused at its field, and the pile is not asked', async () => {
  const { pile, id } = await connected()
  await told(id, { SupportedFormats: { value: 'ASCII' }, SupportedPriorities: { value: 'NormalCycle' } })
  expect(errors(await show(id))).toHaveProperty('priority')
  expect(errors(await show(id, { priority: 'normal', text: '暂停使用' }))).toHaveProperty('text')
  expect(errors(await show(id, { text: '' }))).toHaveProperty('text')
  expect(errors(await show(id, { text: 'a'.repeat(513) }))).toHaveProperty('text')
  expect(errors(await show(id, { ends_at: '2020-01-01T00:00:00Z' }))).toHaveProperty('ends_at')
  const backwards = { starts_at: '2090-01-02T00:00:00Z', ends_at: '2090-01-01T00:00:00Z' }
  expect(errors(await show(id, backwards))).toHaveProperty('ends_at')
  expect(pile.received.filter(({ action }) => action === 'SetDisplayMessage')).toEqual([])
  await show(id, { priority: 'normal' })
  expect(await pile.nextCall('SetDisplayMessage')).toMatchObject({ message: { message: { format: 'ASCII' } } })
})

test('O01.FR.11: a screen that is full is asked for nothing more; what gives way makes room', async () => {
  const { id } = await connected()
  await told(id, { DisplayMessages: { value: '0', maximum: 1 } })
  await show(id)
  expect(errors(await show(id, { priority: 'normal' }))).toHaveProperty('text')
  expect((await show(id, { text: 'Still out of order' })).data.command).toMatchObject({ status: 'done' })
  expect((await screen(id)).messages).toMatchObject([{ message: { texts: [{ text: 'Still out of order' }] } }])
})

test('O02: a text for a session bears the pile’s own name of it; one that does not run there is refused', async () => {
  const { pile, id } = await connected()
  const running = { status: 'generated', connector_number: 1 } as const
  const order = await makeOrder(server.db, { pile_id: id, ...running, station_transaction_id: 'tx-1' })
  const elsewhere = await makeOrder(server.db, running)
  const over = await makeOrder(server.db, { pile_id: id, status: 'paid' })
  for (const { id: order_id } of [elsewhere, over])
    expect(errors(await show(id, { order_id }))).toHaveProperty('order_id')
  await show(id, { order_id: order.id })
  expect(await pile.nextCall('SetDisplayMessage')).toMatchObject({ message: { transactionId: 'tx-1' } })
  expect(await screen(id)).toMatchObject({
    messages: [{ order: { id: order.id, connector_number: 1 } }],
    sessions: [{ order_id: order.id, connector_number: 1 }],
  })
})

test('what the pile tells otherwise, lost, or has from elsewhere shows', async () => {
  const { pile, id } = await connected()
  for (const text of ['one', 'two']) await show(id, { text, priority: 'normal' })
  pile.onCall('GetDisplayMessages', { status: 'Accepted' })
  const { data } = await server.call(pileCommands.read_messages, { id })
  const info = (number: number, content: string) => ({
    ...{ id: number, priority: 'NormalCycle', message: { format: 'UTF8', content } },
  })
  const messageInfo = [info(1, 'another'), info(77, 'strange')]
  await pile.call('NotifyDisplayMessages', { requestId: data.command?.id, messageInfo })
  const { messages } = await screen(id)
  expect(messages.map(({ message, state, differences }) => [message.number, state, differences])).toEqual([
    [1, 'differs', ['text']],
    [2, 'missing', []],
    [77, 'strange', []],
  ])
})

test('seeing, showing and taking away need a permission each', async () => {
  const { id } = await connected('ocpp2.1')
  const sees = await as('pile.read_messages')
  expect((await server.call(pileScreen, { id }, sees)).code).toBe(200)
  expect((await show(id, {}, sees)).code).toBe(403)
  expect((await server.call(pileCommands.remove_message, { id, message_number: 1 }, sees)).code).toBe(403)
  expect((await server.call(pileScreen, { id }, await as('pile.list'))).code).toBe(403)
})

test('a pile of 1.6 has no such words', async () => {
  const { id } = await makePile(server.db)
  expect((await server.call(pileView, { id })).data.commands).not.toContain('show_message')
  const newer = await connected('ocpp2.1')
  const { commands } = (await server.call(pileView, { id: newer.id })).data
  expect(commands).toEqual(expect.arrayContaining(['read_messages', 'show_message', 'remove_message']))
})
