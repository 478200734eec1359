import { afterEach, describe, expect, test } from 'vitest'
import { ManualClock } from '../../src/fleet/clock.ts'
import { newMemory, type PileMemory } from '../../src/fleet/memory.ts'
import { type PileModel, pileModels } from '../../src/fleet/models.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import { compareCost } from '../../src/shared/domain/pile-cost.ts'
import { instantAt, siteClock } from '../../src/shared/domain/time-zone.ts'
import type { FrozenRule } from '../../src/shared/endpoints/orders.ts'
import { makeCard, makeCustomer, makePile, makePileType, makeRule, makeSite, makeStrategy } from '../make.ts'
import { until } from './gateway-rig.ts'
import { MINUTE, NumberedRig } from './numbered-rig.ts'
import { gun, sedan } from './rig.ts'

/** Piles that reckon by themselves are told the prices of their site, over a real socket; all that counts is in the database. */

const rig = new NumberedRig()
const piles: Pile[] = []
afterEach(async () => {
  for (const pile of piles.splice(0)) await pile.stop()
})

const HOUR = 60 * MINUTE
/** Yesterday at 05:30 in Shanghai: the day that follows has all four bands. */
const dayBegins = () => {
  const clock = siteClock('Asia/Shanghai')
  const today = Date.parse(clock.dayAt(Date.now()))
  return instantAt(clock, today - 24 * HOUR + 5.5 * HOUR) as number
}

/** Sharp, peak, flat and valley hours, valley over midnight. */
const FOUR: Partial<FrozenRule>[] = [
  { start_hour: 22, end_hour: 6, band: 'valley', electricity_fee: 31, service_fee: 20 },
  { start_hour: 6, end_hour: 7, band: 'flat', electricity_fee: 67, service_fee: 33 },
  { start_hour: 7, end_hour: 8, band: 'peak', electricity_fee: 103, service_fee: 41 },
  { start_hour: 8, end_hour: 22, band: 'sharp', electricity_fee: 139, service_fee: 47 },
].map((rule) => ({ ...rule, occupation_fee: 1000, free_minutes: 15 }) as Partial<FrozenRule>)

async function strategyOf(rules: Partial<FrozenRule>[]) {
  const made = []
  for (const rule of rules) made.push(await makeRule(rig.db, rule))
  return await makeStrategy(rig.db, { rule_ids: made.map(({ id }) => id) })
}

async function network(rules = FOUR) {
  const strategy = await strategyOf(rules)
  const site = await makeSite(rig.db, { strategy_id: strategy.id })
  const type = await makePileType(rig.db, { rated_power_w: 120_000 })
  const { id, station_number: station } = await makePile(rig.db, { site_id: site.id, pile_type_id: type.id })
  const customer = await makeCustomer(rig.db, { balance_cents: 10_000_000 })
  const { number: card } = await makeCard(rig.db, { customer_id: customer.id })
  return { id, station, card, site, strategy }
}

interface Options {
  at?: number
  memory?: PileMemory
  version?: '2.0.1' | '2.1'
  model?: PileModel
  prepare?: (pile: Pile) => void
}

async function powered(
  station: string,
  { at = Date.now(), memory, version = '2.1', model = pileModels.dc120, prepare }: Options = {},
) {
  const clock = new ManualClock(at)
  const pile = virtualPile({
    ...{ url: rig.url, station, version, model, clock },
    memory: memory ?? newMemory(model.firmware, Array(model.connectors).fill(700)),
    backoff: { firstMs: 20, maxMs: 50 },
  })
  piles.push(pile)
  prepare?.(pile)
  pile.start()
  await until(() => pile.online)
  const pass = (minutes: number) => clock.advance(minutes * MINUTE, () => pile.settled())
  return { pile, pass }
}

const row = (id: number) => rig.db.selectFrom('pile_tariff').selectAll().where('pile_id', '=', id).executeTakeFirst()
const asked = async (id: number, action: string) =>
  await rig.db
    .selectFrom('command')
    .select(['payload', 'status'])
    .where('pile_id', '=', id)
    .where('action', '=', action as 'set_tariff')
    .orderBy('id')
    .execute()
/** Looks as the server does every few seconds, until nothing more happens. */
async function stateIs(id: number, state: string) {
  await until(async () => {
    await rig.piles.tariffs.sweep()
    const now = await row(id)
    return now?.state === state && !now.ask_due
  })
}
async function settle() {
  for (let times = 0; times < 3; times++) {
    await rig.piles.tariffs.sweep()
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}
const heldBy = (pile: Pile) => [...new Set((pile.memory.tariffs ?? []).map(({ tariff }) => tariff.tariffId))]

/** A car stands there for nearly three hours, then comes the card again, and the cable. */
async function session(
  made: Awaited<ReturnType<typeof network>>,
  pile: Pile,
  pass: (minutes: number) => Promise<unknown>,
) {
  gun(pile).plugIn(sedan(0.05))
  expect(await gun(pile).swipe(made.card)).toBe('started')
  await pass(45)
  await pass(50)
  await pass(75)
  await gun(pile).swipe(made.card)
  await gun(pile).unplug()
  await pass(1)
  await until(async () => (await rig.orders(made.id))[0]?.status === 'paid')
  const [order] = await rig.orders(made.id)
  if (!order?.pile_cost) throw new Error('the pile told no cost')
  return { order, ...compareCost(order.pile_cost, order.lines) }
}

describe('a pile of 2.1 is told the prices of its site', () => {
  test('when it starts, and again when they change; nothing is sent twice', async () => {
    const made = await network()
    const { pile } = await powered(made.station)
    await stateIs(made.id, 'given')
    const first = await row(made.id)
    expect(heldBy(pile)).toEqual([first?.wanted])
    expect(first?.tariff).toMatchObject({ id: first?.wanted, free_minutes: 15, currency: 'CNY' })
    await settle()
    expect(await asked(made.id, 'set_tariff')).toHaveLength(1)
    const cheap = await strategyOf([{ electricity_fee: 50, service_fee: 0 }])
    await rig.db
      .insertInto('strategy_period')
      .values({
        site_id: made.site.id,
        strategy_id: cheap.id,
        starts_at: new Date().toISOString(),
        ends_at: null,
      } as never)
      .execute()
    await until(async () => {
      await rig.piles.tariffs.sweep()
      return (await row(made.id))?.wanted !== first?.wanted && (await row(made.id))?.tariff?.bands.length === 1
    })
    expect(heldBy(pile)).toEqual([(await row(made.id))?.wanted])
    expect(await asked(made.id, 'set_tariff')).toHaveLength(2)
  })

  test('that was away has them when it is back, and a server that was killed sends nothing again', async () => {
    const made = await network()
    const { pile } = await powered(made.station)
    await stateIs(made.id, 'given')
    await rig.restart()
    piles.splice(0)
    await pile.stop()
    const again = await powered(made.station, { memory: pile.memory })
    await stateIs(made.id, 'given')
    await settle()
    expect(await asked(made.id, 'set_tariff')).toHaveLength(1)
    await again.pile.stop()
    await rig.db.updateTable('billing_rule').set({ electricity_fee: 99 }).where('id', 'in', rulesOf(made)).execute()
    await settle()
    expect(await asked(made.id, 'set_tariff')).toHaveLength(1)
    const back = await powered(made.station, { memory: pile.memory })
    await until(async () => {
      await rig.piles.tariffs.sweep()
      return (await row(made.id))?.tariff?.bands.every(({ energy_fee }) => energy_fee > 118)
    })
    expect(heldBy(back.pile)).toEqual([(await row(made.id))?.wanted])
  })

  test('that gave no answer is to be told still, whatever becomes of the server', async () => {
    const made = await network()
    const { pile } = await powered(made.station)
    await stateIs(made.id, 'given')
    pile.wrong.answers.set('SetDefaultTariff', 'silent')
    await rig.db.updateTable('billing_rule').set({ electricity_fee: 77 }).where('id', 'in', rulesOf(made)).execute()
    await until(async () => {
      await rig.piles.tariffs.sweep()
      // The one before may still be written down as sent when what it set is known.
      return (await asked(made.id, 'set_tariff')).slice(1).some(({ status }) => status === 'sent')
    })
    await rig.restart()
    await settle()
    expect((await row(made.id))?.state).toBe('waiting')
    expect((await row(made.id))?.wanted).not.toBe((await row(made.id))?.tariff?.id)
    pile.wrong.answers.clear()
    await pile.stop()
    await powered(made.station, { memory: pile.memory })
    await until(async () => {
      await rig.piles.tariffs.sweep()
      return (await row(made.id))?.state === 'given'
    })
    expect((await row(made.id))?.tariff?.bands[0]?.energy_fee).toBeLessThan(130)
  })

  test('that lost them is given them anew when it starts, and others that it holds are cleared', async () => {
    const made = await network()
    const { pile } = await powered(made.station)
    await stateIs(made.id, 'given')
    await pile.stop()
    const memory = { ...pile.memory, tariffs: [{ evse: 1, tariff: { tariffId: 'OLD', currency: 'CNY' } }] }
    const back = await powered(made.station, { memory })
    await stateIs(made.id, 'given')
    expect(heldBy(back.pile)).toEqual([(await row(made.id))?.tariff?.id])
    expect(back.pile.memory.tariffs?.map(({ evse }) => evse)).toEqual([1, 2])
    expect(await asked(made.id, 'clear_tariffs')).toHaveLength(1)
  })

  test('that holds them at one of its guns alone is given them at all', async () => {
    const made = await network()
    const { pile } = await powered(made.station)
    await stateIs(made.id, 'given')
    await pile.stop()
    const memory = { ...pile.memory, tariffs: pile.memory.tariffs?.filter(({ evse }) => evse === 1) ?? [] }
    const back = await powered(made.station, { memory })
    await until(async () => {
      await rig.piles.tariffs.sweep()
      return back.pile.memory.tariffs?.length === 2
    })
    await stateIs(made.id, 'given')
    expect(heldBy(back.pile)).toEqual([(await row(made.id))?.tariff?.id])
  })

  test('and holds none where the site has no price, or none that a tariff can say', async () => {
    const made = await network()
    const { pile } = await powered(made.station)
    await stateIs(made.id, 'given')
    await rig.db
      .updateTable('billing_rule')
      .set({ free_minutes: 30 })
      .where('id', '=', rulesOf(made)[0] ?? 0)
      .execute()
    await stateIs(made.id, 'none')
    expect([(await row(made.id))?.why, heldBy(pile), (await row(made.id))?.tariff]).toEqual([
      'free_minutes_differ',
      [],
      null,
    ])
  })

  test.each(['Rejected', 'TooManyElements', 'ConditionNotSupported'])(
    'that answers %s keeps its word',
    async (word) => {
      const made = await network()
      await powered(made.station, { prepare: (pile) => void pile.wrong.answers.set('SetDefaultTariff', word) })
      await stateIs(made.id, 'refused')
      expect((await row(made.id))?.said).toBe(word)
      await settle()
      expect(await asked(made.id, 'set_tariff')).toHaveLength(1)
    },
  )

  test('unless it has none, or they are switched off there', async () => {
    const [none, off] = [await network(), await network()]
    await powered(none.station, { prepare: (pile) => void pile.wrong.answers.set('GetTariffs', 'unknown') })
    await stateIs(none.id, 'not_supported')
    const { pile } = await powered(off.station, {
      prepare: ({ memory }) => void Object.assign(memory.configuration, { 'TariffCostCtrlr.Enabled[Tariff]': 'false' }),
    })
    await stateIs(off.id, 'none')
    expect([(await row(off.id))?.why, heldBy(pile)]).toEqual(['switched_off', []])
    pile.memory.configuration['TariffCostCtrlr.Enabled[Tariff]'] = 'true'
    await rig.piles.commands.askOurs(off.id, { ask: 'read_settings', keys: ['TariffCostCtrlr/Enabled[Tariff]'] })
    await rig.db.updateTable('pile_tariff').set({ send_after: null }).where('pile_id', '=', off.id).execute()
    await stateIs(off.id, 'given')
    expect(heldBy(pile)).toEqual([(await row(off.id))?.wanted])
  })

  test('and keeps the one that a person gave it while it was asked', async () => {
    const made = await network()
    const { pile, pass } = await powered(made.station)
    await stateIs(made.id, 'given')
    const { tariff } = (await row(made.id)) ?? {}
    if (!tariff) throw new Error('it holds none')
    // It starts anew, and is asked what it can do; the person's waits behind that.
    await rig.db.updateTable('pile_tariff').set({ ask_due: true }).where('pile_id', '=', made.id).execute()
    pile.wrong.delays.set('GetVariables', MINUTE)
    await until(async () => {
      await rig.piles.tariffs.sweep()
      return (await asked(made.id, 'read_settings')).some(({ status }) => status === 'sent')
    })
    const intent = { ask: 'set_tariff', connector_number: 0, tariff: { ...tariff, id: 'OWN' } } as const
    const answered = rig.piles.commands.ask({ pile_id: made.id, connector_number: null, intent, asked_by: 'Ann' })
    await until(async () => (await asked(made.id, 'set_tariff')).length === 2)
    pile.wrong.delays.clear()
    await pass(1)
    expect((await answered).reply?.meaning).toBe('yes')
    await stateIs(made.id, 'by_hand')
    await settle()
    expect(heldBy(pile)).toContain('OWN')
    expect((await row(made.id))?.tariff?.id).toBe('OWN')
    expect(await asked(made.id, 'set_tariff')).toHaveLength(2)
  })

  test('and one of 2.0.1 is told nothing', async () => {
    const made = await network()
    await powered(made.station, { version: '2.0.1' })
    await settle()
    expect(await row(made.id)).toBeUndefined()
  })
})

const rulesOf = ({ strategy }: Awaited<ReturnType<typeof network>>) =>
  (strategy as unknown as { rule_ids: number[] }).rule_ids

describe('what a pile reckons is held against the bill', () => {
  test('and is the same to the cent over a day with four bands', async () => {
    const made = await network()
    const { pile, pass } = await powered(made.station, { at: dayBegins(), model: pileModels.ac7 })
    await stateIs(made.id, 'given')
    const { order, ...cost } = await session(made, pile, pass)
    expect(order.lines.map(({ kind, band }) => `${kind} ${band}`)).toEqual([
      'energy valley',
      'energy flat',
      'energy peak',
      'energy sharp',
    ])
    expect(cost).toEqual({ state: 'same', ours_cents: order.total_cents, theirs_cents: order.total_cents })
    expect(order.pile_cost?.tariff_id).toBe((await row(made.id))?.wanted)
  })

  test('the time with the cable in as well, where a car is full', async () => {
    const made = await network()
    const { pile, pass } = await powered(made.station, { at: dayBegins() })
    await stateIs(made.id, 'given')
    const { order, ...cost } = await session(made, pile, pass)
    expect(order.occupation_cents).toBeGreaterThan(1000)
    expect(cost).toEqual({ state: 'same', ours_cents: order.total_cents, theirs_cents: order.total_cents })
  })

  test('and where it differs, ours is billed', async () => {
    const made = await network()
    const { pile, pass } = await powered(made.station, {
      at: dayBegins(),
      prepare: ({ wrong }) => void Object.assign(wrong, { miscounts_cents: 250 }),
    })
    await stateIs(made.id, 'given')
    const { order, ...cost } = await session(made, pile, pass)
    expect(cost).toEqual({
      state: 'differs',
      ours_cents: order.total_cents,
      theirs_cents: order.total_cents + 250,
    })
    expect(order.paid_cents).toBe(order.total_cents)
  })
})
