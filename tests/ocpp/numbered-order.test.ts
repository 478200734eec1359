import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boot, type Made, MINUTE, NumberedRig, type Told, tell } from './numbered-rig.ts'

/*
 * The order of a transaction follows from all its events, whatever way they came: shuffled, repeated, some of them late, over sockets
 * and restarts of the server between.
 */

const rig = new NumberedRig()
const evse = { id: 1, connectorId: 1 }
const FEES = { occupation_fee: 50, free_minutes: 5 }
const BILL = [
  ...([
    'status',
    'abnormal',
    'energy_wh',
    'electricity_cents',
    'service_cents',
    'occupation_cents',
    'total_cents',
  ] as const),
  ...([
    'paid_cents',
    'meter_start_wh',
    'meter_stop_wh',
    'started_at',
    'ended_at',
    'charge_ended_at',
    'unplugged_at',
  ] as const),
  ...(['duration_seconds', 'stop_reason', 'missing_events', 'connector_number', 'refused_as'] as const),
] as const

/** All that is told of the pile's orders, but for the card, which each network has of its own. */
async function bill({ id }: Made): Promise<Record<string, unknown>[]> {
  const orders = await rig.orders(id)
  const readings = rig.db.selectFrom('reading').select(['at', 'energy_wh']).where('pile_id', '=', id).orderBy('at')
  const told = orders.map((order) => Object.fromEntries(BILL.map((name) => [name, order[name]])))
  return [...told, { readings: (await readings.execute()).filter(({ energy_wh }) => energy_wh !== null) }]
}

/** A session with all that a car does in it: the card after the plug, a pause, a full battery, a cable that stays in. */
function session(from: number, card: string, first = 0): Told[] {
  const at = (minute: number) => from + minute * MINUTE
  const told: Omit<Told, 'no'>[] = [
    { type: 'Started', at: at(0), state: 'EVConnected', wh: 1000, evse },
    { type: 'Updated', at: at(1), card },
    { type: 'Updated', at: at(2), state: 'Charging' },
    { type: 'Updated', at: at(12), state: 'Charging', wh: 4000 },
    { type: 'Updated', at: at(15), state: 'SuspendedEVSE', wh: 5100 },
    { type: 'Updated', at: at(20), state: 'Charging', wh: 5100 },
    { type: 'Updated', at: at(30), state: 'Charging', wh: 7777 },
    { type: 'Updated', at: at(40), state: 'SuspendedEV', wh: 9000 },
    { type: 'Ended', at: at(70), state: 'Idle', reason: 'EVDisconnected', wh: 9000 },
  ]
  return told.map((each, at) => ({ ...each, no: first + at }))
}
const EVENTS = 9

async function inOrder(from: number) {
  const made = await rig.network(FEES)
  for (const told of session(from, made.card)) await tell(made.pile, 'a', told)
  return await bill(made)
}

test('events that come shuffled, again and over many sockets come to the same order, Wh and cents', async () => {
  const from = Date.now() - 120 * MINUTE
  const expected = await inOrder(from)
  expect(expected[0]).toMatchObject({ status: 'paid', energy_wh: 8000, abnormal: null })
  expect(Number(expected[0]?.occupation_cents)).toBeGreaterThan(0)
  const positions = Array.from({ length: EVENTS }, (_, at) => at)
  const way = fc.record({
    order: fc.shuffledSubarray(positions, { minLength: EVENTS, maxLength: EVENTS }),
    again: fc.array(fc.constantFrom(...positions), { maxLength: 4 }),
    first: fc.constantFrom(0, 5, 1_000_000),
    breaks: fc.array(fc.constantFrom('socket' as const, 'server' as const, 'none' as const), { maxLength: EVENTS }),
  })
  const once = async ({ order, again, first, breaks }: typeof way extends fc.Arbitrary<infer T> ? T : never) => {
    const made = await rig.network(FEES)
    const told = session(from, made.card, first)
    let { pile } = made
    for (const [step, at] of [...order, ...again].entries()) {
      await tell(pile, 'a', told[at] as Told)
      if (breaks[step] === 'server') await rig.restart()
      if (breaks[step] === 'server' || breaks[step] === 'socket') pile = await rig.connect(made.station)
    }
    expect(await bill(made)).toEqual(expected)
    expect(await rig.balance(made.customer.id)).toBe(100_000 - Number(expected[0]?.total_cents))
  }
  await fc.assert(fc.asyncProperty(way, once), { numRuns: 25, endOnFailure: true })
}, 600_000)

test.each([1, 3, 7])('without event %i the order is ended and not settled; when it comes it is', async (lost) => {
  const from = Date.now() - 120 * MINUTE
  const expected = await inOrder(from)
  const made = await rig.network(FEES)
  const told = session(from, made.card)
  for (const each of told) if (each.no !== lost) await tell(made.pile, 'a', each)
  const [waiting] = await rig.orders(made.id)
  expect(waiting).toMatchObject({ status: 'completed', abnormal: null, missing_events: 1 })
  await rig.piles.sessions.sweep(Date.now() + 10 * MINUTE)
  expect((await rig.orders(made.id))[0]?.status).toBe('completed')
  expect(await rig.balance(made.customer.id)).toBe(100_000)
  expect(await tell(made.pile, 'a', told[lost] as Told)).toMatchObject({
    totalCost: Number(expected[0]?.total_cents) / 100,
  })
  expect(await bill(made)).toEqual(expected)
})

test('what is missing for a day is held for a person, and settled by itself should it come after all', async () => {
  const from = Date.now() - 120 * MINUTE
  const expected = await inOrder(from)
  const made = await rig.network(FEES)
  const told = session(from, made.card)
  for (const each of told) if (each.no !== 4) await tell(made.pile, 'a', each)
  await rig.piles.sessions.sweepForgotten(Date.now() + 23 * 60 * MINUTE)
  expect((await rig.orders(made.id))[0]).toMatchObject({ status: 'completed', abnormal: null })
  await rig.piles.sessions.sweepForgotten(Date.now() + 25 * 60 * MINUTE)
  const [held] = await rig.orders(made.id)
  expect(held).toMatchObject({ status: 'completed', abnormal: 'events_missing', total_cents: 0, missing_events: 1 })
  await tell(made.pile, 'a', told[4] as Told)
  expect(await bill(made)).toEqual(expected)
})

test('a transaction that begins before the end of the one before is known leaves that one its end', async () => {
  const made = await rig.network()
  const from = Date.now() - 60 * MINUTE
  const { pile, card } = made
  await tell(pile, 'one', { type: 'Started', no: 0, at: from, wh: 0, evse, card })
  await tell(pile, 'one', { type: 'Updated', no: 1, at: from + MINUTE, wh: 500 })
  await tell(pile, 'two', { type: 'Started', no: 0, at: from + 20 * MINUTE, wh: 2000, evse, card })
  await tell(pile, 'one', { type: 'Updated', no: 2, at: from + 2 * MINUTE, wh: 900 })
  await tell(pile, 'one', { type: 'Ended', no: 3, at: from + 10 * MINUTE, wh: 2000, reason: 'EVDisconnected' })
  await tell(pile, 'two', { type: 'Ended', no: 1, at: from + 30 * MINUTE, wh: 5000, reason: 'EVDisconnected' })
  expect((await rig.orders(made.id)).map(({ status, energy_wh, abnormal }) => [status, energy_wh, abnormal])).toEqual([
    ['paid', 2000, null],
    ['paid', 3000, null],
  ])
})

test('a number that says another thing than before is kept aside', async () => {
  const made = await rig.network()
  const { pile, card } = made
  const from = Date.now() - 60 * MINUTE
  await tell(pile, 'a', { type: 'Started', no: 0, at: from, wh: 0, evse, card })
  await tell(pile, 'a', { type: 'Updated', no: 1, at: from + MINUTE, wh: 500 })
  await tell(pile, 'a', { type: 'Updated', no: 1, at: from + 2 * MINUTE, wh: 900 })
  const aside = rig.db.selectFrom('set_aside').select(['action', 'reason']).where('pile_id', '=', made.id).execute()
  expect(await aside).toEqual([{ action: 'readings', reason: 'numbered_anew' }])
})

test('a pile that comes back goes on with its transaction without a word of its start', async () => {
  const made = await rig.network()
  const from = Date.now() - 60 * MINUTE
  await tell(made.pile, 'a', { type: 'Started', no: 0, at: from, wh: 0, evse, card: made.card })
  await rig.restart()
  const pile = await rig.connect(made.station)
  await boot(pile)
  for (let no = 1; no <= 3; no++)
    await tell(pile, 'a', { type: 'Updated', no, at: from + no * MINUTE, wh: no * 100, offline: true })
  await tell(pile, 'a', { type: 'Ended', no: 4, at: from + 5 * MINUTE, wh: 400, reason: 'PowerLoss', offline: true })
  expect(await rig.orders(made.id)).toMatchObject([{ status: 'paid', energy_wh: 400, missing_events: 0 }])
})
