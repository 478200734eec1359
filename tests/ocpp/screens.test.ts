import { expect, test } from 'vitest'
import type { ScriptedPile } from '../../src/fleet/scripted.ts'
import type { Intent } from '../../src/shared/domain/intent.ts'
import type { ScreenMessage } from '../../src/shared/domain/screen/message.ts'
import { makeOrder, makePile } from '../make.ts'
import { until } from './gateway-rig.ts'
import { boot, NumberedRig } from './numbered-rig.ts'

/** What a pile shows on its screen: given, told in parts, taken away, and over by itself (O01 to O06). */

const rig = new NumberedRig()
const HOUR = 3_600_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

async function booted(version: string = rig.version) {
  const row = await makePile(rig.db)
  const pile = await rig.connect(row.station_number, [version])
  await boot(pile)
  return { pile, id: row.id }
}
const ask = (pile_id: number, intent: Intent) =>
  rig.piles.commands.ask({ pile_id, connector_number: null, intent, asked_by: 'Ann' })

const message = (more: Partial<ScreenMessage> = {}): ScreenMessage => ({
  ...{ number: 1, format: 'utf8', priority: 'normal', shown_while: null, starts_at: null, ends_at: null },
  ...{ transaction_id: null, texts: [{ language: 'en', text: 'Closed at six' }], ...more },
})
const show = (id: number, more: Partial<ScreenMessage> = {}) => ask(id, { ask: 'show_message', ...message(more) })

async function kept(pile_id: number) {
  const rows = await rig.db
    .selectFrom('shown_message')
    .selectAll()
    .where('pile_id', '=', pile_id)
    .orderBy('number')
    .execute()
  return rows.map(({ number, sent, told, missing }) => ({ number, sent: sent !== null, told: told !== null, missing }))
}
const numbers = async (pile_id: number) => (await kept(pile_id)).map(({ number }) => number)

const info = (id: number, more: object = {}) => ({
  ...{ id, priority: 'NormalCycle', message: { format: 'UTF8', language: 'en', content: 'Closed at six' } },
  ...more,
})
const part = (pile: ScriptedPile, requestId: number, ids: number[], tbc = false) =>
  pile.call('NotifyDisplayMessages', { requestId, tbc, messageInfo: ids.map((id) => info(id)) })

test.each(['ocpp2.0.1', 'ocpp2.1'])('a message that a pile took is known to be there: %s', async (version) => {
  const { pile, id } = await booted(version)
  pile.onCall('SetDisplayMessage', { status: 'Accepted' })
  const ends_at = at(HOUR)
  const { id: command } = await show(id, { number: 7, priority: 'in_front', shown_while: 'idle', ends_at })
  expect(await pile.nextCall('SetDisplayMessage')).toEqual({
    message: {
      ...{ id: 7, priority: 'InFront', state: 'Idle', endDateTime: ends_at },
      message: { format: 'UTF8', language: 'en', content: 'Closed at six' },
    },
  })
  expect(await rig.command(command)).toMatchObject({ status: 'done', action: 'show_message' })
  expect(await kept(id)).toEqual([{ number: 7, sent: true, told: false, missing: false }])
})

test('2.1 says a message in several languages, has QR codes and more states; 2.0.1 does not', async () => {
  const texts = [
    { language: 'zh-CN', text: '六点关门' },
    { language: 'en', text: 'Closed at six' },
  ]
  const newer = await booted('ocpp2.1')
  newer.pile.onCall('SetDisplayMessage', { status: 'Accepted' })
  await show(newer.id, { format: 'qr_code', shown_while: 'suspended', texts })
  expect(await newer.pile.nextCall('SetDisplayMessage')).toEqual({
    message: {
      ...{ id: 1, priority: 'NormalCycle', state: 'Suspended' },
      message: { format: 'QRCODE', language: 'zh-CN', content: '六点关门' },
      messageExtra: [{ format: 'QRCODE', language: 'en', content: 'Closed at six' }],
    },
  })
  const older = await booted('ocpp2.0.1')
  for (const more of [{ format: 'qr_code' }, { shown_while: 'suspended' }] as Partial<ScreenMessage>[]) {
    const { id: command } = await show(older.id, more)
    expect((await rig.command(command)).status).toBe('refused')
  }
  expect(older.pile.received.some(({ action }) => action === 'SetDisplayMessage')).toBe(false)
})

test.each([
  ...['NotSupportedMessageFormat', 'NotSupportedPriority', 'NotSupportedState', 'Rejected', 'UnknownTransaction'],
])('%s shows none', async (status) => {
  const { pile, id } = await booted()
  pile.onCall('SetDisplayMessage', { status })
  const { id: command } = await show(id)
  expect((await rig.command(command)).status).toBe('refused')
  expect(await kept(id)).toEqual([])
})

test('LanguageNotSupported of 2.1 shows none', async () => {
  const { pile, id } = await booted('ocpp2.1')
  pile.onCall('SetDisplayMessage', { status: 'LanguageNotSupported' })
  const { id: command } = await show(id)
  expect((await rig.command(command)).status).toBe('refused')
  expect(await kept(id)).toEqual([])
})

test('of those always in front a pile keeps the newest, of one number as well', async () => {
  const { pile, id } = await booted()
  pile.onCall('SetDisplayMessage', { status: 'Accepted' })
  await show(id, { number: 1, priority: 'always_front' })
  await show(id, { number: 2, priority: 'in_front' })
  await show(id, { number: 3, priority: 'always_front' })
  await show(id, { number: 2, priority: 'normal' })
  expect(await numbers(id)).toEqual([2, 3])
})

test('one that is taken away is gone, one that the pile never had as well, one that it keeps stays', async () => {
  const { pile, id } = await booted()
  pile.onCall('SetDisplayMessage', { status: 'Accepted' })
  for (const number of [1, 2, 3]) await show(id, { number })
  pile.onCall('ClearDisplayMessage', { status: 'Accepted' })
  await ask(id, { ask: 'remove_message', message_number: 1 })
  expect(await pile.nextCall('ClearDisplayMessage')).toEqual({ id: 1 })
  pile.onCall('ClearDisplayMessage', { status: 'Unknown' })
  await ask(id, { ask: 'remove_message', message_number: 2 })
  pile.onCall('ClearDisplayMessage', { status: 'Rejected' })
  await ask(id, { ask: 'remove_message', message_number: 3 })
  expect(await numbers(id)).toEqual([3])
})

test('a report in parts says what is there, what is missing and what is strange, once the last part came', async () => {
  const { pile, id } = await booted()
  pile.onCall('SetDisplayMessage', { status: 'Accepted' })
  for (const number of [1, 2]) await show(id, { number })
  await part(pile, 0, [8])
  pile.onCall('GetDisplayMessages', { status: 'Accepted' })
  const { id: command } = await ask(id, { ask: 'read_messages' })
  expect(await pile.nextCall('GetDisplayMessages')).toEqual({ requestId: command })
  await part(pile, command, [1], true)
  expect((await kept(id)).filter(({ missing }) => missing)).toEqual([])
  await part(pile, command, [9])
  expect(await kept(id)).toEqual([
    { number: 1, sent: true, told: true, missing: false },
    { number: 2, sent: true, told: false, missing: true },
    { number: 9, sent: false, told: true, missing: false },
  ])
})

test('what a pile was given since it was asked is not missing in its report', async () => {
  const { pile, id } = await booted()
  pile.onCall('SetDisplayMessage', { status: 'Accepted' })
  pile.onCall('GetDisplayMessages', { status: 'Accepted' })
  const { id: command } = await ask(id, { ask: 'read_messages' })
  await show(id, { number: 4 })
  await part(pile, command, [9])
  expect((await kept(id)).map(({ number, missing }) => [number, missing])).toEqual([
    [4, false],
    [9, false],
  ])
})

test('a pile that holds none says so, and a report that nobody asked for takes nothing away', async () => {
  const { pile, id } = await booted()
  pile.onCall('SetDisplayMessage', { status: 'Accepted' })
  await show(id, { number: 1 })
  await part(pile, 99_999, [8])
  expect(await numbers(id)).toEqual([1, 8])
  pile.onCall('GetDisplayMessages', { status: 'Unknown' })
  await ask(id, { ask: 'read_messages' })
  expect(await kept(id)).toEqual([{ number: 1, sent: true, told: false, missing: true }])
})

test('what nobody can read in a report is left out, the rest is kept', async () => {
  const { pile, id } = await booted()
  const messageInfo = [info(1), info(-2), info(3, { startDateTime: '2026-01-01T00:00:00Z' })]
  await pile.call('NotifyDisplayMessages', { requestId: 1, messageInfo })
  expect(await numbers(id)).toEqual([1, 3])
  expect(await pile.call('NotifyDisplayMessages', { requestId: 1 })).toEqual({})
})

test('one whose time is over is gone by itself, and so is one whose session is', async () => {
  const { pile, id } = await booted()
  pile.onCall('SetDisplayMessage', { status: 'Accepted' })
  const order = await makeOrder(rig.db, { pile_id: id, status: 'generated', station_transaction_id: 'tx-9' })
  await show(id, { number: 1, ends_at: at(HOUR) })
  await show(id, { number: 2, ends_at: at(-1_000) })
  await show(id, { number: 3, transaction_id: String(order.transaction_id) })
  const said = [1, 2, 3].map(() => pile.nextCall('SetDisplayMessage'))
  const [, , last] = (await Promise.all(said)) as { message: object }[]
  // By the pile's own name of it (O02).
  expect(last).toMatchObject({ message: { transactionId: 'tx-9' } })
  await rig.piles.screens.sweep()
  expect(await numbers(id)).toEqual([1, 3])
  await rig.db.updateTable('orders').set({ status: 'paid' }).where('id', '=', order.id).execute()
  await rig.piles.screens.sweep()
  expect(await numbers(id)).toEqual([1])
})

test('a pile that starts anew is given its messages again, but for what a person took away before its turn came', async () => {
  const { pile, id } = await booted()
  pile.onCall('SetDisplayMessage', { status: 'Accepted' })
  for (const number of [1, 2, 3]) await show(id, { number })
  for (let times = 0; times < 3; times++) await pile.nextCall('SetDisplayMessage')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  pile.onCall('SetDisplayMessage', () => held.then(() => ({ status: 'Accepted' })))
  pile.onCall('ClearDisplayMessage', { status: 'Accepted' })
  await boot(pile)
  expect(await pile.nextCall('SetDisplayMessage')).toMatchObject({ message: { id: 1 } })
  const taken = ask(id, { ask: 'remove_message', message_number: 2 })
  await until(
    async () =>
      (
        await rig.db
          .selectFrom('command')
          .select('id')
          .where('action', '=', 'remove_message')
          .where('pile_id', '=', id)
          .execute()
      ).length,
  )
  answer()
  await taken
  expect(await pile.nextCall('SetDisplayMessage')).toMatchObject({ message: { id: 3 } })
  expect(await numbers(id)).toEqual([1, 3])
})

test('a call by hand is one of these, and what else it says is read from the pile', async () => {
  const { pile, id } = await booted()
  pile.onCall('SetDisplayMessage', { status: 'Accepted' })
  pile.onCall('GetDisplayMessages', { status: 'Unknown' })
  const by = { pile_id: id, connector_number: null, asked_by: 'Ann' }
  await rig.piles.commands.ask({ ...by, action: 'SetDisplayMessage', payload: { message: info(5) } } as never)
  expect(await numbers(id)).toEqual([5])
  const display = { name: 'Display', instance: 'left' }
  await rig.piles.commands.ask({
    ...by,
    action: 'SetDisplayMessage',
    payload: { message: info(6, { display }) },
  } as never)
  await pile.nextCall('GetDisplayMessages')
  await expect.poll(() => kept(id)).toEqual([{ number: 5, sent: true, told: false, missing: true }])
})
