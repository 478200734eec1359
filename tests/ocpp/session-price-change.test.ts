import { describe, expect, test } from 'vitest'
import { followPlan } from '../../src/server/billing/follow-plan.ts'
import { instantAt, siteClock } from '../../src/shared/domain/time-zone.ts'
import { makeRule, makeStrategy } from '../make.ts'
import { MINUTE, SessionRig } from './session-rig.ts'

const rig = new SessionRig()
const price = (electricity_fee: number) => ({ electricity_fee, service_fee: 0, occupation_fee: 0, free_minutes: 0 })
const SECOND = 1000

/** A site whose kWh costs 1.00, and 1.37 from this time of its own clock on, for good or until `to`. */
async function changing(time_zone: string, from: string, to: string | null = null) {
  const network = await rig.network({ rules: [price(100)], site: { time_zone }, connectors: 8 })
  const clock = siteClock(time_zone)
  const at = (wall: string) => instantAt(clock, Date.parse(`${wall}Z`)) as number
  const strategy = await makeStrategy(rig.db, { rule_ids: [(await makeRule(rig.db, price(137))).id] })
  const [starts_at, ends_at] = [from, to].map((wall) => wall && new Date(at(wall)).toISOString()) as [
    string,
    string | null,
  ]
  const planned = { site_id: network.site_id, strategy_id: strategy.id, starts_at, ends_at }
  await rig.db.insertInto('strategy_period').values(planned).execute()
  let connector = 0
  /** What 9,999 Wh cost that are drawn within an hour from this instant on. */
  const costs = async (start: number, late = 0) => {
    connector += 1
    network.pile.late = late
    const { transaction_id } = await network.pile.start(network.card, start, { connector })
    await network.pile.stop(transaction_id, start + 60 * MINUTE, 9_999, { reason: 'EVDisconnected' })
    return (await rig.order(transaction_id)).total_cents
  }
  return { ...network, at, costs, planned: strategy }
}

describe('a session is priced to the cent by what holds as it begins', () => {
  test.each([
    ['Asia/Shanghai', '2026-11-10T00:00'],
    ['Asia/Kathmandu', '2026-11-10T00:00'],
    ['America/New_York', '2026-11-01T01:30'], // shown twice: the first time counts
    ['Europe/Berlin', '2026-10-25T00:00'], // on the day of 25 hours
    ['Europe/Berlin', '2026-03-29T03:00'], // as the clocks are put forward
    ['Europe/Berlin', '2026-03-30T00:00'], // after the day of 23 hours
  ])('in %s from %s', async (zone, from) => {
    const { at, costs } = await changing(zone, from)
    const change = at(from)
    expect(await costs(change - 24 * 60 * MINUTE)).toBe(1000)
    expect(await costs(change - SECOND), 'over the change').toBe(1000)
    expect(await costs(change)).toBe(1370)
    expect(await costs(change + 24 * 60 * MINUTE)).toBe(1370)
  })

  test('for a time, after which the price before it comes back', async () => {
    const { at, costs } = await changing('Asia/Shanghai', '2026-11-10T00:00', '2026-11-12T00:00')
    expect(await costs(at('2026-11-10T00:00') - SECOND)).toBe(1000)
    expect(await costs(at('2026-11-10T00:00'))).toBe(1370)
    expect(await costs(at('2026-11-12T00:00') - SECOND)).toBe(1370)
    expect(await costs(at('2026-11-12T00:00'))).toBe(1000)
  })

  test('also where its pile reports it days later, and where its clock is wrong by when it came', async () => {
    const { at, costs } = await changing('Asia/Shanghai', '2026-11-10T00:00')
    const change = at('2026-11-10T00:00')
    expect(await costs(change - 60 * 60 * MINUTE, 5 * 24 * 60 * MINUTE)).toBe(1000)
    const { order } = await wrongClock(change + MINUTE)
    expect(order).toMatchObject({ abnormal: 'clock_past', rules: [{ electricity_fee: 137 }] })
  })

  async function wrongClock(received_at: number) {
    const { pile, card } = await changing('Asia/Shanghai', '2026-11-10T00:00')
    const { transaction_id } = await pile.start(card, Date.parse('1970-01-01T00:10:00Z'), { received_at })
    return { order: await rig.order(transaction_id) }
  }

  test('and no price where its strategy is not valid on that day', async () => {
    const { at, pile, card, planned } = await changing('Asia/Shanghai', '2026-11-10T00:00')
    await rig.db.updateTable('strategy').set({ valid_to: '2026-11-11' }).where('id', '=', planned.id).execute()
    const begun = async (start: number, connector: number) =>
      rig.order((await pile.start(card, start, { connector })).transaction_id)
    expect(await begun(at('2026-11-12T00:00') - SECOND, 1)).toMatchObject({ rules: [{ electricity_fee: 137 }] })
    expect(await begun(at('2026-11-12T00:00'), 2)).toMatchObject({ rules: [], abnormal: 'no_price' })
  })
})

test("a site's own field follows once, no matter who looks; a plan for a time leaves it as it is", async () => {
  const good = await changing('Asia/Shanghai', '2026-11-10T00:00')
  const aWhile = await changing('Asia/Shanghai', '2026-11-10T00:00', '2036-11-10T00:00')
  const both = await Promise.all([followPlan(rig.db), followPlan(rig.db)])
  expect(both.flat().filter((id) => id === good.site_id)).toEqual([good.site_id])
  const named = async (id: number) =>
    (await rig.db.selectFrom('site').select('strategy_id').where('id', '=', id).executeTakeFirst())?.strategy_id
  expect(await named(good.site_id)).toBe(good.planned.id)
  expect(await named(aWhile.site_id)).toBe(aWhile.strategy.id)
})
