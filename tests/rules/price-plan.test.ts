import { describe, expect, test } from 'vitest'
import {
  type PricePeriod,
  periodAt,
  pricesEnd,
  stretchesFrom,
  type Validity,
} from '../../src/shared/domain/price-plan.ts'
import { priceSession } from '../../src/shared/domain/price-session.ts'
import { instantAt, siteClock } from '../../src/shared/domain/time-zone.ts'
import type { FrozenRule } from '../../src/shared/endpoints/orders.ts'

const ZONES = [
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
]
const HOUR = 3_600_000
const DAY = 24 * HOUR
const wall = (text: string) => Date.parse(`${text}Z`)
const at = (zone: string, text: string) => instantAt(siteClock(zone), wall(text))
const iso = (instant: number | null) => instant && new Date(instant).toISOString()

describe("a time on a site's clock", () => {
  test.each([
    ['Asia/Shanghai', '2026-11-23T00:00', '2026-11-22T16:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25T00:00', '2026-10-24T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:30', '2026-10-03T15:30:00.000Z'],
  ])('in %s, %s, is the first instant at which it shows that', (zone, text, instant) => {
    expect(iso(at(zone, text))).toBe(instant)
  })

  test.each([
    ['Europe/Berlin', '2026-03-29T02:30'],
    ['Africa/Cairo', '2026-04-24T00:00'],
    ['Australia/Lord_Howe', '2026-10-04T02:15'],
  ])('in %s, %s, is none where the clocks are put forward over it', (zone, text) => {
    expect(at(zone, text)).toBeNull()
  })

  test('is found again from every instant of a year, but for the second of two', () => {
    for (const zone of ZONES) {
      const clock = siteClock(zone)
      for (let instant = Date.UTC(2026, 0, 1); instant < Date.UTC(2027, 0, 1); instant += HOUR / 2) {
        const found = instantAt(clock, clock.wallAt(instant)) as number
        expect(found <= instant && clock.wallAt(found) === clock.wallAt(instant), `${zone} ${iso(instant)}`).toBe(true)
        if (found !== instant) expect(instant - found).toBeLessThanOrEqual(HOUR)
      }
    }
  })
})

const rule = (id: number, electricity_fee: number): FrozenRule => ({
  ...{ id, name: `R${id}`, band: 'flat', start_hour: 0, end_hour: 0, electricity_fee },
  ...{ service_fee: 0, electricity_cost: 0, occupation_fee: 0, free_minutes: 0 },
})

const always: Validity = { valid_from: null, valid_to: null }
const period = (
  id: number,
  strategy_id: number | null,
  from: number | null,
  to: number | null = null,
): PricePeriod => ({
  ...{ id, strategy_id, from, to },
})

describe('the price of a session that begins', () => {
  // 1.00 a kWh until then, 1.37 afterwards: 10 kWh within the hour cost what the rules of the start say, to the cent.
  const rules = new Map([
    [1, rule(1, 100)],
    [2, rule(2, 137)],
  ])
  const costs = (periods: PricePeriod[], start: number, zone: string) => {
    const found = periodAt(periods, start)?.strategy_id
    const session = { from: start, to: start + HOUR, energy_wh: 9_999, unplugged_at: start + HOUR }
    return priceSession([rules.get(found as number) as FrozenRule], session, zone)?.amounts.total_cents
  }

  test.each(ZONES)(
    'around a change at midnight in %s changes with that very instant, on every day of the year',
    (zone) => {
      const clock = siteClock(zone)
      for (let day = Date.UTC(2026, 0, 2); day < Date.UTC(2026, 11, 31); day += DAY) {
        const change = instantAt(clock, day)
        if (change === null) continue
        const periods = [period(1, 1, null), period(2, 2, change)]
        for (const before of [1, 1000, HOUR, 23 * HOUR]) expect(costs(periods, change - before, zone)).toBe(1000)
        for (const after of [0, 1, 1000, HOUR, 23 * HOUR]) expect(costs(periods, change + after, zone)).toBe(1370)
        expect(clock.dayAt(change - 1) < clock.dayAt(change)).toBe(true)
      }
    },
  )

  test('in a time with an end, and after it, is by what holds then', () => {
    for (const zone of ZONES) {
      // Over both changes of the clocks of every zone.
      const [from, to] = [at(zone, '2026-02-01T08:00') as number, at(zone, '2026-12-01T20:00') as number]
      const periods = [period(1, 1, null), period(2, 2, from, to)]
      expect([from - 1, from, to - 1, to].map((start) => costs(periods, start, zone))).toEqual([1000, 1370, 1370, 1000])
    }
  })
})

/** Small numbers in a row that is the same each time. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

test('stretches say of every hour what the period and the days of its strategy say, and lie end to end', () => {
  // 40,000 hours: what is wrong of them is collected, since as many expectations took more time than the rule.
  const wrong: string[] = []
  for (let seed = 1; seed <= 120; seed++) {
    const roll = dice(seed)
    const clock = siteClock(ZONES[roll(ZONES.length)] as string)
    const start = Date.UTC(2026, 9, 20)
    const when = () => start + roll(20 * 24) * HOUR
    const day = () => new Date(start + roll(20) * DAY).toISOString().slice(0, 10)
    const validity = new Map<number, Validity>([
      [1, always],
      [2, { valid_from: day(), valid_to: null }],
      [3, { valid_from: null, valid_to: day() }],
    ])
    const periods = [period(1, 1, null)]
    for (let id = 2; id < 5; id++) periods.push(period(id, 1 + roll(3), when()))
    const bounded = when()
    periods.push(period(5, 1 + roll(3), bounded, bounded + (1 + roll(72)) * HOUR))
    const since = when()
    const stretches = stretchesFrom({ periods, validity, clock }, since)
    expect(stretches[0]?.from).toBe(since)
    expect(stretches.at(-1)?.to).toBeNull()
    for (const [index, { to }] of stretches.slice(0, -1).entries()) expect(to).toBe(stretches[index + 1]?.from)
    for (let instant = since; instant < start + 25 * DAY; instant += HOUR) {
      const [deciding] = periods
        .filter(({ from, to }) => (from ?? 0) <= instant && (to === null || instant < to))
        .sort((a, b) => Number(b.to !== null) - Number(a.to !== null) || (b.from ?? 0) - (a.from ?? 0) || b.id - a.id)
      const { valid_from, valid_to } = validity.get(deciding?.strategy_id as number) as Validity
      const today = clock.dayAt(instant)
      const holds = (valid_from ?? '') <= today && today <= (valid_to ?? '9')
      const shown = stretches.find(({ from, to }) => from <= instant && (to === null || instant < to))
      const wanted = holds ? deciding?.strategy_id : null
      if (shown?.strategy_id !== wanted)
        wrong.push(`seed ${seed} at ${iso(instant)}: ${shown?.strategy_id} in place of ${wanted}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a strategy that is over leaves a gap from the next day of the site on, one that follows in time does not', () => {
  for (const zone of ZONES) {
    const clock = siteClock(zone)
    const validity = new Map([
      [1, { valid_from: null, valid_to: '2026-10-25' }],
      [2, always],
    ])
    const since = at(zone, '2026-10-20T12:00') as number
    const alone = stretchesFrom({ periods: [period(1, 1, null)], validity, clock }, since)
    expect(pricesEnd(alone).map(({ from }) => from)).toEqual([at(zone, '2026-10-26T00:00')])
    const followed = [period(1, 1, null), period(2, 2, at(zone, '2026-10-26T00:00'))]
    expect(pricesEnd(stretchesFrom({ periods: followed, validity, clock }, since))).toEqual([])
  }
})
