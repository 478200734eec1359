import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ScriptedPile } from '../../src/fleet/scripted.ts'
import { until } from './gateway-rig.ts'
import { boot, type Made, MINUTE, NumberedRig, type Told, tell } from './numbered-rig.ts'

/** Orders of which reports are missing: what becomes of those without a start, and what a pile says when it is asked. */

const rig = new NumberedRig()
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const from = Date.now() - 3 * HOUR
const evse = { id: 1, connectorId: 1 }

const session = (card: string): Told[] => [
  { type: 'Started', no: 0, at: from, state: 'Charging', wh: 1000, card, evse },
  { type: 'Updated', no: 1, at: from + 10 * MINUTE, wh: 3000 },
  { type: 'Updated', no: 2, at: from + 20 * MINUTE, wh: 5000 },
  { type: 'Ended', no: 3, at: from + 30 * MINUTE, state: 'Idle', reason: 'EVDisconnected', wh: 6000 },
]

async function say({ pile }: Made, told: Told[], numbers: number[], name = 'a') {
  for (const no of numbers) await tell(pile, name, told[no] as Told)
}

const sweep = (at: number) => rig.piles.sessions.sweepForgotten(at)

/** The pile answers so when it is asked for a transaction; gives what it was asked. */
function answers(pile: ScriptedPile, ...said: { ongoingIndicator?: boolean; messagesInQueue: boolean }[]) {
  const asked: unknown[] = []
  pile.onCall('GetTransactionStatus', (payload) => {
    asked.push(payload)
    return said[Math.min(asked.length, said.length) - 1] ?? { messagesInQueue: false }
  })
  return asked
}
const ask = (order: { pile_id: number; transaction_id: number | null }) =>
  rig.piles.commands.askOurs(order.pile_id, {
    ...{ ask: 'transaction_status', transaction_id: String(order.transaction_id), by_pile_name: false },
  })

describe('a transaction whose gun no event says', () => {
  const nowhere = ({ evse: _, ...told }: Told): Told => told

  test('is the only gun’s of its pile once it is over', async () => {
    const made = await rig.network()
    const told = session(made.card).map(nowhere)
    await say(made, told, [0, 1, 2])
    expect(await rig.orders(made.id)).toEqual([])
    expect(await tell(made.pile, 'a', told[3] as Told)).toEqual({ totalCost: 8.9 })
    expect(await rig.orders(made.id)).toMatchObject([{ status: 'paid', connector_number: 1, energy_wh: 5000 }])
  })

  test('is over at once where no car came, of a pile with several too', async () => {
    const made = await rig.network({ connectors: 2 })
    await tell(made.pile, 'a', { type: 'Started', no: 0, at: from, card: made.card })
    const over = { reason: 'Timeout', trigger: 'EVConnectTimeout', state: 'EVConnected' } as const
    const end: Told = { type: 'Ended', no: 1, at: from + MINUTE, ...over }
    expect(await tell(made.pile, 'a', end)).toEqual({ totalCost: 0 })
    expect(await rig.orders(made.id)).toMatchObject([{ status: 'paid', total_cents: 0, connector_number: 0 }])
    expect(await rig.connector(made.id, 0)).toBeUndefined()
  })

  test('waits for a person where something was drawn at one of several', async () => {
    const made = await rig.network({ connectors: 2 })
    await say(made, session(made.card).map(nowhere), [0, 1, 2, 3])
    expect(await rig.orders(made.id)).toEqual([])
    await sweep(Date.now() + DAY + MINUTE)
    expect(await rig.orders(made.id)).toMatchObject([{ status: 'completed', abnormal: 'events_missing' }])
  })
})

describe('a transaction without figures of the register', () => {
  const bare = ({ wh: _, ...told }: Told): Told => told

  test.each([
    ['any', [0, 1, 2, 3]],
    ['one at its end', [1, 2, 3]],
    ['one at its beginning', [0, 1, 2]],
  ])('without %s is held, and nobody is told that it was free', async (_, without) => {
    const made = await rig.network()
    const told = session(made.card).map((each, no) => (without.includes(no) ? bare(each) : each))
    await say(made, told, [0, 1, 2])
    expect(await tell(made.pile, 'a', told[3] as Told)).not.toHaveProperty('totalCost')
    expect(await rig.orders(made.id)).toMatchObject([
      { status: 'completed', abnormal: 'not_measured', total_cents: 0, lines: [], customer_id: made.customer.id },
    ])
    expect(await rig.balance(made.customer.id)).toBe(100_000)
  })
})

describe('a start that never comes', () => {
  test('is no order for a day, then one that waits for a person with all that is known', async () => {
    const made = await rig.network()
    const told = session(made.card)
    await say(made, [{ ...(told[1] as Told), evse, card: made.card }, ...told.slice(2)], [0, 2])
    await sweep(Date.now() + DAY - MINUTE)
    expect(await rig.orders(made.id)).toEqual([])
    await sweep(Date.now() + DAY + MINUTE)
    const [order, ...others] = await rig.orders(made.id)
    expect(others).toEqual([])
    expect(order).toMatchObject({
      ...{ status: 'completed', abnormal: 'events_missing', total_cents: 0, lines: [], connector_number: 1 },
      ...{ card_number: made.card, customer_id: made.customer.id, meter_start_wh: 3000, meter_stop_wh: 6000 },
      ...{ energy_wh: 3000, missing_events: 2, station_transaction_id: 'a' },
    })
    expect(order?.events.map(({ event }) => event)).toEqual(expect.arrayContaining(['start_missing', 'held']))
    expect(await rig.balance(made.customer.id)).toBe(100_000)
    const readings = rig.db
      .selectFrom('reading')
      .select('energy_wh')
      .where('order_id', '=', order?.id ?? 0)
    expect((await readings.orderBy('at').execute()).map(({ energy_wh }) => energy_wh)).toEqual([3000, 6000])
    await sweep(Date.now() + 3 * DAY)
    expect(await rig.orders(made.id)).toHaveLength(1)
  })

  test('without a gun and an end it waits as well', async () => {
    const made = await rig.network()
    await say(made, session(made.card), [1])
    await sweep(Date.now() + DAY + MINUTE)
    expect(await rig.orders(made.id)).toMatchObject([
      { status: 'completed', abnormal: 'events_missing', close_method: null, customer_id: null },
    ])
  })

  test('that comes after all begins the order then and there, and it is billed as any other', async () => {
    const [early, late] = [await rig.network(), await rig.network()]
    await say(early, session(early.card), [0, 1, 2, 3])
    await say(late, session(late.card), [1, 2, 3])
    await sweep(Date.now() + DAY + MINUTE)
    expect(await rig.orders(late.id)).toMatchObject([{ abnormal: 'events_missing' }])
    await say(late, session(late.card), [0])
    const [one, other] = [(await rig.orders(early.id))[0], (await rig.orders(late.id))[0]]
    for (const name of [
      'status',
      'abnormal',
      'energy_wh',
      'total_cents',
      'paid_cents',
      'started_at',
      'missing_events',
    ] as const)
      expect(other?.[name], name).toEqual(one?.[name])
    expect(one).toMatchObject({ status: 'paid', energy_wh: 5000 })
    expect(await rig.balance(late.customer.id)).toBe(await rig.balance(early.customer.id))
  })

  test('that comes in time leaves nothing behind', async () => {
    const made = await rig.network()
    await say(made, session(made.card), [1, 0, 2, 3])
    await sweep(Date.now() + 2 * DAY)
    expect(await rig.orders(made.id)).toMatchObject([{ status: 'paid', abnormal: null }])
    expect(await rig.db.selectFrom('unbegun_transaction').selectAll().where('pile_id', '=', made.id).execute()).toEqual(
      [],
    )
  })

  test('a person settled it: what comes later is kept aside and changes no cent', async () => {
    const made = await rig.network()
    await say(made, session(made.card), [1, 2, 3])
    await sweep(Date.now() + DAY + MINUTE)
    await rig.db.updateTable('orders').set({ status: 'paid', abnormal: null }).where('pile_id', '=', made.id).execute()
    await say(made, session(made.card), [0])
    expect(await rig.orders(made.id)).toMatchObject([{ status: 'paid', total_cents: 0, meter_start_wh: 3000 }])
    const aside = rig.db.selectFrom('set_aside').select('reason').where('pile_id', '=', made.id).execute()
    expect(await aside).toEqual([{ reason: 'already_closed' }])
  })
})

describe('a pile that is asked', () => {
  test('has no more: an order whose beginning and end are known is billed, and says what decided so', async () => {
    const made = await rig.network()
    await say(made, session(made.card), [0, 2, 3])
    const [waiting] = await rig.orders(made.id)
    expect(waiting).toMatchObject({ status: 'completed', missing_events: 1 })
    const asked = answers(made.pile, { ongoingIndicator: false, messagesInQueue: false })
    await ask(waiting as never)
    expect(asked).toEqual([{ transactionId: 'a' }])
    const [order] = await rig.orders(made.id)
    expect(order).toMatchObject({ status: 'paid', energy_wh: 5000, missing_events: 0, abnormal: null })
    expect(order?.events).toContainEqual(expect.objectContaining({ event: 'no_more_reports', figures: { missing: 1 } }))
  })

  test('has no more of one whose register at the end is not known: a person looks', async () => {
    const made = await rig.network()
    const told = session(made.card).map(({ wh, ...each }) => (each.no === 3 ? each : { ...each, ...(wh && { wh }) }))
    await say(made, told, [0, 1, 3])
    answers(made.pile, { ongoingIndicator: false, messagesInQueue: false })
    await ask((await rig.orders(made.id))[0] as never)
    expect(await rig.orders(made.id)).toMatchObject([
      { status: 'completed', abnormal: 'events_missing', total_cents: 0 },
    ])
  })

  test('has more: nothing changes but what the order says, and it is asked again later', async () => {
    const made = await rig.network()
    await say(made, session(made.card), [0, 2, 3])
    const asked = answers(made.pile, { ongoingIndicator: false, messagesInQueue: true })
    const later = (minutes: number) => rig.piles.sessions.askIncomplete(Date.now() + minutes * MINUTE)
    await later(1)
    expect(asked).toHaveLength(0)
    await later(3)
    expect(asked).toHaveLength(1)
    expect(await rig.orders(made.id)).toMatchObject([{ status: 'completed', missing_events: 1, abnormal: null }])
    await later(5)
    expect(asked).toHaveLength(1)
    await later(30)
    expect(asked).toHaveLength(2)
    const [order] = await rig.orders(made.id)
    expect(order?.events.filter(({ event }) => event === 'reports_to_come')).toHaveLength(1)
    await say(made, session(made.card), [1])
    expect(await rig.orders(made.id)).toMatchObject([{ status: 'paid', missing_events: 0 }])
  })

  test('is asked once by itself after it came back', async () => {
    const made = await rig.network()
    await say(made, session(made.card), [0, 2, 3])
    const asked = answers(made.pile, { messagesInQueue: false })
    made.pile.drop()
    const again = await rig.connect(made.station)
    const second = answers(again, { ongoingIndicator: false, messagesInQueue: false })
    await boot(again)
    await rig.piles.sessions.askIncomplete(Date.now() + 3 * MINUTE)
    await until(() => second.length === 1)
    expect(asked).toEqual([])
    await rig.piles.sessions.askIncomplete(Date.now() + 40 * MINUTE)
    expect(second).toHaveLength(1)
  })

  test('of a transaction without a start has no more: it waits for a person at once', async () => {
    const made = await rig.network()
    await say(made, session(made.card), [1, 3])
    const asked = answers(made.pile, { ongoingIndicator: false, messagesInQueue: false })
    await rig.piles.sessions.askIncomplete(Date.now() + 3 * MINUTE)
    expect(asked).toEqual([{ transactionId: 'a' }])
    expect(await rig.orders(made.id)).toMatchObject([{ status: 'completed', abnormal: 'events_missing' }])
  })

  test('does not say whether one without a start runs: it goes on to wait', async () => {
    const made = await rig.network()
    await say(made, session(made.card), [1])
    const asked = answers(made.pile, { messagesInQueue: false })
    await rig.piles.sessions.askIncomplete(Date.now() + 3 * MINUTE)
    expect(asked).toHaveLength(1)
    expect(await rig.orders(made.id)).toEqual([])
    await sweep(Date.now() + DAY + MINUTE)
    expect(await rig.orders(made.id)).toMatchObject([{ abnormal: 'events_missing' }])
  })

  test('says as often as it is asked that it has no more: the order says it once', async () => {
    const made = await rig.network()
    const told = session(made.card).map(({ wh: _, ...each }) => each)
    await say(made, told, [0, 1, 3])
    answers(made.pile, { ongoingIndicator: false, messagesInQueue: false })
    for (let times = 0; times < 3; times++) await ask((await rig.orders(made.id))[0] as never)
    const [order] = await rig.orders(made.id)
    expect(order).toMatchObject({ abnormal: 'events_missing' })
    expect(order?.events.filter(({ event }) => event === 'no_more_reports')).toHaveLength(1)
  })

  test('says of one that charges here that it runs no more: its stop is lost', async () => {
    const made = await rig.network()
    await say(made, session(made.card), [0, 1])
    answers(
      made.pile,
      { ongoingIndicator: true, messagesInQueue: false },
      { ongoingIndicator: false, messagesInQueue: false },
    )
    const [order] = await rig.orders(made.id)
    await ask(order as never)
    expect(await rig.orders(made.id)).toMatchObject([{ status: 'generated' }])
    await ask(order as never)
    expect(await rig.orders(made.id)).toMatchObject([{ status: 'completed', abnormal: 'no_stop' }])
  })
})

test('in whatever order reports come, with a day of silence between, the bill is the same', async () => {
  const way = fc.record({
    order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 }),
    silence: fc.integer({ min: 1, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(way, async ({ order, silence }) => {
      const made = await rig.network()
      await say(made, session(made.card), order.slice(0, silence))
      await sweep(Date.now() + DAY + MINUTE)
      await say(made, session(made.card), order.slice(silence))
      expect(await rig.orders(made.id)).toMatchObject([
        { status: 'paid', abnormal: null, energy_wh: 5000, total_cents: 890, paid_cents: 890, missing_events: 0 },
      ])
    }),
    { numRuns: 15 },
  )
})
