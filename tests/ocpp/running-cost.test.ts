import { afterEach, expect, test, vi } from 'vitest'
import { ManualClock } from '../../src/fleet/clock.ts'
import { newMemory } from '../../src/fleet/memory.ts'
import { pileModels } from '../../src/fleet/models.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import { keepSettings } from '../../src/server/ocpp/keep-settings.ts'
import { until } from './gateway-rig.ts'
import { connectorIs, type Made, MINUTE, NumberedRig, payloadOf, type Told, tell } from './numbered-rig.ts'
import { gun, sedan } from './rig.ts'

/** What a pile is told of the cost of a session that runs (block I), over a real socket; both sides are looked at. */

const rig = new NumberedRig()
const virtual: Pile[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const pile of virtual.splice(0)) await pile.stop()
})
const is21 = rig.version === 'ocpp2.1'

const SHOWS = { 'Available[Cost]': 'true', 'Enabled[Cost]': String(!is21), Currency: 'CNY' }
async function says(pile_id: number, variables: Record<string, string> = SHOWS) {
  const known = Object.entries(variables).map(([name, value]) => ({
    ...{ key: `TariffCostCtrlr/${name}`, value, read_only: false },
    address: {
      ...{ component: 'TariffCostCtrlr', component_instance: null, evse: null, connector: null },
      ...{ variable: name, variable_instance: null, attribute: 'actual' as const },
    },
  }))
  await keepSettings(rig.db, pile_id, { known, unknown: [] } as never, false)
}

type Network = Parameters<NumberedRig['network']>[0]
async function charging(settings: Record<string, string> | null = SHOWS, options: Network = {}) {
  const made = await rig.network({ balance_cents: 1_000_000, ...options })
  if (settings) await says(made.id, settings)
  const at = Date.now() - 30 * MINUTE
  const say = (told: Omit<Told, 'at'> & { minute: number }) =>
    tell(made.pile, 'tx', { ...told, at: at + told.minute * MINUTE })
  await connectorIs(made.pile, 'Occupied', at)
  const evse = { id: 1, connectorId: 1 }
  const first = await say({ type: 'Started', no: 0, minute: 0, wh: 0, state: 'Charging', card: made.card, evse })
  return { ...made, at, say, first }
}

const updated = (no: number, minute: number, wh: number) =>
  ({ type: 'Updated', no, minute, wh, state: 'Charging' }) as const

/** As the console shows it. */
async function shownOf({ id }: Pick<Made, 'id'>) {
  await rig.piles.sessions.writeFigures()
  const [order] = await rig.orders(id)
  return { total: (order?.total_cents ?? -1) / 100, told: order?.cost_told_cents, at: order?.cost_told_at }
}
const costUpdates = async ({ id }: Pick<Made, 'id'>) =>
  (
    await rig.db
      .selectFrom('command')
      .select('id')
      .where('pile_id', '=', id)
      .where('action', '=', 'tell_cost')
      .execute()
  ).length

test('each answer tells the cost with the very reading that it answers, and the order says the same', async () => {
  const made = await charging()
  expect(made.first.totalCost).toBe(0)
  for (const [index, wh] of [1000, 2345, 7777].entries()) {
    const { totalCost } = await made.say(updated(index + 1, (index + 1) * 5, wh))
    const { total, told, at } = await shownOf(made)
    expect([totalCost, told]).toEqual([total, Math.round(total * 100)])
    expect(at).toEqual(expect.any(String))
  }
  expect(await made.say(updated(4, 20, 10_000))).toMatchObject({ totalCost: 17.8 })
  expect(await costUpdates(made)).toBe(0)
  const end = await made.say({ type: 'Ended', no: 5, minute: 25, wh: 12_000, reason: 'EVDisconnected', state: 'Idle' })
  const [order] = await rig.orders(made.id)
  expect(end.totalCost).toBe(21.36)
  expect(order).toMatchObject({ status: 'paid', total_cents: 2136, cost_told_cents: 2136 })
})

test('a price that changes in the middle: the session keeps its own, at the pile as on its bill', async () => {
  const made = await charging()
  await made.say(updated(1, 5, 1000))
  await rig.db.updateTable('billing_rule').set({ electricity_fee: 999 }).execute()
  expect((await made.say(updated(2, 10, 2000))).totalCost).toBe(3.56)
  expect((await shownOf(made)).total).toBe(3.56)
})

test('the free minutes and the fee for the cable are in what it is told at the end, not before', async () => {
  const made = await charging(SHOWS, { occupation_fee: 600, free_minutes: 5 })
  expect((await made.say(updated(1, 5, 1000))).totalCost).toBe(1.78)
  const waits = await made.say({ type: 'Updated', no: 2, minute: 6, wh: 1000, state: 'SuspendedEV' })
  expect(waits.totalCost).toBe(1.78)
  expect((await shownOf(made)).total).toBe(1.78)
  const end = await made.say({ type: 'Ended', no: 3, minute: 26, wh: 1000, reason: 'EVDisconnected', state: 'Idle' })
  const [order] = await rig.orders(made.id)
  expect(order?.occupation_cents).toBe(150)
  expect(end.totalCost).toBe((order?.total_cents ?? 0) / 100)
  expect(order?.cost_told_cents).toBe(178 + 150)
})

test('one that pays from a small balance is told the same figure as the balance is counted by', async () => {
  const made = await charging(SHOWS, { balance_cents: 1780 })
  expect((await made.say(updated(1, 10, 5000))).totalCost).toBe(8.9)
  const [session] = [...rig.piles.sessions.book.sessions()].filter(({ facts }) => facts.pile_id === made.id)
  expect(session?.cents).toBe(890)
})

// Of 2.1 the currency says that it has a place for what it is told; switched on it reckons by itself, once it has a tariff.
const CANNOT: [string, Record<string, string> | null][] = [
  ['said nothing of costs', null],
  ['shows another currency', { ...SHOWS, Currency: 'EUR' }],
  ...(is21
    ? []
    : ([
        ['has none', { ...SHOWS, 'Available[Cost]': 'false' }],
        ['has them switched off', { ...SHOWS, 'Enabled[Cost]': 'false' }],
      ] as [string, Record<string, string>][])),
]
test.each(CANNOT)('a pile that %s is told nothing while it charges', async (_, settings) => {
  // Without a customer there is no limit by which a pile of 2.1 would have to count.
  const made = await rig.network()
  if (settings) await says(made.id, settings)
  const at = Date.now() - 30 * MINUTE
  const evse = { id: 1, connectorId: 1 }
  await tell(made.pile, 'tx', { type: 'Started', no: 0, at, wh: 0, state: 'Charging', evse })
  expect(await tell(made.pile, 'tx', { type: 'Updated', no: 1, at: at + MINUTE, wh: 1000, state: 'Charging' })).toEqual(
    {},
  )
  expect(await shownOf(made)).toMatchObject({ total: 1.78, told: null })
})

test('what nobody has a price for is not told to be free', async () => {
  const made = await rig.network()
  await says(made.id)
  await rig.db.updateTable('strategy').set({ valid_from: '2020-01-01', valid_to: '2020-01-02' }).execute()
  const at = Date.now() - 30 * MINUTE
  const evse = { id: 1, connectorId: 1 }
  const first = { type: 'Started', no: 0, at, wh: 0, state: 'Charging', evse } as const
  expect(await tell(made.pile, 'tx', first)).not.toHaveProperty('totalCost')
  expect(await rig.orders(made.id)).toMatchObject([{ abnormal: 'no_price' }])
})

test('of what was while the pile was away it is told nothing', async () => {
  const made = await charging()
  const told = { type: 'Updated', no: 1, at: made.at + MINUTE, wh: 500, state: 'Charging', offline: true } as const
  expect(await made.pile.call('TransactionEvent', payloadOf('tx', told))).not.toHaveProperty('totalCost')
  expect((await made.say(updated(2, 2, 1000))).totalCost).toBe(1.78)
})

test('a figure that changed behind an answer goes out by itself, once, and not before its pause is over', async () => {
  const made = await charging()
  made.pile.onCall('CostUpdated', {})
  await made.say(updated(1, 10, 5000))
  // It was away, and what it drew then is more than it had told; the answer to that tells nothing.
  const late = {
    type: 'Updated',
    no: 2,
    at: made.at + 11 * MINUTE,
    wh: 6000,
    state: 'Charging',
    offline: true,
  } as const
  await made.pile.call('TransactionEvent', payloadOf('tx', late))
  await rig.piles.sessions.follow(Date.now() + 20_000)
  expect(await costUpdates(made)).toBe(0)
  await rig.piles.sessions.follow(Date.now() + 40_000)
  expect(await made.pile.nextCall('CostUpdated')).toEqual({ transactionId: 'tx', totalCost: 10.68 })
  await rig.piles.sessions.follow(Date.now() + 90_000)
  expect(await costUpdates(made)).toBe(1)
  expect((await shownOf(made)).told).toBe(1068)
})

test('the pause is the pile’s own where that is longer, and what is over is told no more', async () => {
  const made = await charging({ ...SHOWS, 'Interval[Cost]': '300' })
  await made.say(updated(1, 10, 5000))
  const late = {
    type: 'Updated',
    no: 2,
    at: made.at + 11 * MINUTE,
    wh: 6000,
    state: 'Charging',
    offline: true,
  } as const
  await made.pile.call('TransactionEvent', payloadOf('tx', late))
  await rig.piles.sessions.follow(Date.now() + 200_000)
  expect(await costUpdates(made)).toBe(0)
  await made.say({ type: 'Ended', no: 3, minute: 12, wh: 6000, reason: 'EVDisconnected', state: 'Idle' })
  await rig.piles.sessions.follow(Date.now() + 400_000)
  expect(await costUpdates(made)).toBe(0)
})

test('what a pile was told is known after a restart of the server, and is not told again', async () => {
  const made = await charging()
  await made.say(updated(1, 10, 5000))
  await shownOf(made)
  await rig.restart()
  await rig.connect(made.station)
  await until(() => [...rig.piles.sessions.book.sessions()].some(({ facts }) => facts.pile_id === made.id))
  await rig.piles.sessions.follow(Date.now() + 10 * MINUTE)
  expect(await costUpdates(made)).toBe(0)
  const [session] = [...rig.piles.sessions.book.sessions()].filter(({ facts }) => facts.pile_id === made.id)
  expect(session?.told_cost?.cents).toBe(890)
})

/** A virtual pile at the real server, after it told what it can. */
async function powered(made: Made, enabled: string) {
  made.pile.drop()
  const clock = new ManualClock(Date.now() - 60 * MINUTE)
  const model = pileModels.dc120
  const pile = virtualPile({
    ...{ url: rig.url, station: made.station, version: is21 ? '2.1' : '2.0.1', model, clock },
    memory: newMemory(model.firmware, [700, 0]),
    backoff: { firstMs: 20, maxMs: 50 },
  })
  virtual.push(pile)
  pile.memory.configuration['TariffCostCtrlr.Enabled[Cost]'] = enabled
  pile.start()
  await until(() => pile.online)
  const keys = ['Available[Cost]', 'Enabled[Cost]', 'Currency'].map((name) => `TariffCostCtrlr/${name}`)
  await rig.piles.commands.askOurs(made.id, { ask: 'read_settings', keys })
  return { pile, pass: (minutes: number) => clock.advance(minutes * MINUTE, () => pile.settled()) }
}

test('a virtual pile shows what it is told, to the cent of its order, and the total at the end', async () => {
  const made = await rig.network({ balance_cents: 1_000_000 })
  const { pile, pass } = await powered(made, String(!is21))
  gun(pile).plugIn(sedan(0.2))
  expect(await gun(pile).swipe(made.card)).toBe('started')
  await pass(6)
  const { total } = await shownOf(made)
  expect(total).toBeGreaterThan(1)
  expect(pile.memory.costs_shown).toEqual({ 1: total })
  await pass(3)
  const transaction_id = String((await rig.orders(made.id))[0]?.transaction_id)
  await rig.piles.commands.askOurs(made.id, { ask: 'tell_cost', transaction_id, cents: 12_345 })
  expect(pile.memory.costs_shown).toEqual({ 1: 123.45 })
  await gun(pile).swipe(made.card)
  await gun(pile).unplug()
  await pile.settled()
  await until(async () => (await rig.orders(made.id))[0]?.status === 'paid')
  expect(pile.memory.costs_shown).toEqual({ 1: Number((await rig.orders(made.id))[0]?.total_cents) / 100 })
})

test.runIf(is21)('a pile that reckons by our tariff is told nothing but the total', async () => {
  const made = await rig.network({ balance_cents: 1_000_000 })
  const { pile, pass } = await powered(made, 'true')
  await until(async () => {
    await rig.piles.tariffs.sweep()
    return (pile.memory.tariffs ?? []).length > 0
  })
  await until(async () => {
    const row = rig.db.selectFrom('pile_tariff').select('tariff').where('pile_id', '=', made.id)
    return (await row.executeTakeFirst())?.tariff != null
  })
  gun(pile).plugIn(sedan(0.2))
  expect(await gun(pile).swipe(made.card)).toBe('started')
  await pass(6)
  expect(await shownOf(made)).toMatchObject({ told: null })
  expect(pile.memory.transactions.map(({ limit, cost }) => [limit !== undefined, cost])).toEqual([
    [true, (await shownOf(made)).total],
  ])
})
