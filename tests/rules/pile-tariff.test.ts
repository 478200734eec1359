import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { costDetails, type Tariff, wallClock } from '../../src/fleet/v21/tariff-cost.ts'
import { tariffIn, tariffPayload } from '../../src/server/ocpp/v21/tariffs.ts'
import {
  CURRENCY,
  hourlyFeeOf,
  minuteMillionths,
  obstacleTo,
  pileTariffOf,
  sameCentsFor_s,
} from '../../src/shared/domain/pile-tariff.ts'
import { priceSession, type SupposedSession } from '../../src/shared/domain/price-session.ts'
import type { FrozenRule } from '../../src/shared/endpoints/orders.ts'

const HOUR = 3_600_000
const ZONES = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']

const rule = (id: number, change: Partial<FrozenRule> = {}): FrozenRule => ({
  ...{ id, name: `R${id}`, band: 'flat', start_hour: 0, end_hour: 0, electricity_fee: 80, service_fee: 20 },
  ...{ electricity_cost: 0, occupation_fee: 0, free_minutes: 0, ...change },
})

/** Rules that cut the day at these hours, the last one over midnight. */
const cutAt = (hours: readonly number[], change: (index: number) => Partial<FrozenRule>) =>
  hours.map((start_hour, index) =>
    rule(index + 1, { start_hour, end_hour: hours[(index + 1) % hours.length] ?? 0, ...change(index) }),
  )

const cents = fc.integer({ min: 0, max: 400 })
/** Fees an hour that a price a minute comes to: whole ones and halves in money, and multiples of three cents. */
const hourly = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 40 }).map((n) => n * 100),
  fc.integer({ min: 1, max: 900 }).map((n) => n * 3),
)

const strategies = fc
  .record({
    hours: fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 8 }),
    fees: fc.array(fc.tuple(cents, cents, hourly), { minLength: 8, maxLength: 8 }),
    free_minutes: fc.constantFrom(0, 5, 15, 30, 120),
  })
  .map(({ hours, fees, free_minutes }) =>
    cutAt(
      hours.toSorted((a, b) => a - b),
      (index) => {
        const [electricity_fee = 0, service_fee = 0, occupation_fee = 0] = fees[index] ?? []
        return { electricity_fee, service_fee, occupation_fee, free_minutes }
      },
    ),
  )

/** Days on which some of the zones put their clocks forward or back are among them. */
const began = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })
const changed = fc.constantFrom('2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04')
const sessions = fc
  .record({
    from: fc.oneof(
      began,
      changed.chain((day) => fc.integer({ min: -20, max: 20 }).map((n) => Date.parse(day) + n * HOUR + 1_234_567)),
    ),
    charging: fc.integer({ min: 1, max: 30 * HOUR }),
    energy_wh: fc.integer({ min: 1, max: 200_000 }),
    waiting: fc.integer({ min: 0, max: 3 * HOUR }),
  })
  .map(({ from, charging, energy_wh, waiting }) => {
    const to = from + charging
    return { from, to, energy_wh, unplugged_at: to + waiting }
  })

const given = (rules: readonly FrozenRule[]) => {
  const made = pileTariffOf(rules)
  if ('why' in made) throw new Error(made.why)
  return { id: 'T1', currency: CURRENCY, ...made.tariff }
}

const theirs = (rules: readonly FrozenRule[], session: SupposedSession, zone: string) => {
  const { from, to, energy_wh, unplugged_at } = session
  const points = [
    { at: from, wh: 1_000 },
    { at: to, wh: 1_000 + energy_wh },
  ]
  const tariff = tariffPayload(given(rules)) as unknown as Tariff
  const counted = { points, idle: unplugged_at > to ? [{ from: to, to: unplugged_at }] : [] }
  return costDetails(tariff, counted, wallClock(zone)).totalCost as {
    energy: { exclTax: number }
    idleTime?: { exclTax: number }
    total: { exclTax: number }
  }
}

const inCents = (money: number | undefined) => Math.round((money ?? 0) * 100)

describe("a tariff made of a site's prices", () => {
  test('comes to our cents, on days when the clocks change as well', () => {
    fc.assert(
      fc.property(strategies, sessions, fc.constantFrom(...ZONES), (rules, session, zone) => {
        const ours = priceSession(rules, session, zone)?.amounts
        const cost = theirs(rules, session, zone)
        expect({ energy: inCents(cost.energy.exclTax), idle: inCents(cost.idleTime?.exclTax) }).toEqual({
          energy: (ours?.electricity_cents ?? 0) + (ours?.service_cents ?? 0),
          idle: ours?.occupation_cents,
        })
        expect(inCents(cost.total.exclTax)).toBe(ours?.total_cents)
      }),
      { numRuns: 400 },
    )
  })

  test('is read again as it was said, and one with anything more is not', () => {
    fc.assert(
      fc.property(strategies, (rules) => {
        const tariff = given(rules)
        expect(tariffIn(tariffPayload(tariff))).toEqual(tariff)
        expect(tariffIn({ ...tariffPayload(tariff), fixedFee: { prices: [{ priceFixed: 1 }] } })).toBeNull()
        expect(tariffIn({ ...tariffPayload(tariff), validFrom: '2026-12-01T00:00:00Z' })).toBeNull()
      }),
    )
  })

  test('has a price with no more than six decimals', () => {
    fc.assert(
      fc.property(strategies, (rules) => {
        for (const [, figure] of JSON.stringify(tariffPayload(given(rules))).matchAll(/:(\d+\.?\d*)/g))
          expect(Number(figure)).toBe(Math.round(Number(figure) * 1e6) / 1e6)
      }),
    )
  })

  test('says what a person would write by hand', () => {
    const [night, day] = [
      rule(1, { start_hour: 22, end_hour: 6, electricity_fee: 30, occupation_fee: 0, free_minutes: 15 }),
      rule(2, { start_hour: 6, end_hour: 22, electricity_fee: 90, occupation_fee: 600, free_minutes: 15 }),
    ]
    expect(tariffPayload(given([night, day]))).toEqual({
      ...{ tariffId: 'T1', currency: 'CNY' },
      energy: {
        prices: [{ priceKwh: 1.1, conditions: { startTimeOfDay: '06:00', endTimeOfDay: '22:00' } }, { priceKwh: 0.5 }],
      },
      idleTime: {
        prices: [
          {
            priceMinute: 0.1,
            conditions: { startTimeOfDay: '06:00', endTimeOfDay: '22:00', minEnergy: 1, minIdleTime: 900 },
          },
        ],
      },
    })
  })
})

describe('there is no tariff', () => {
  test.each([
    ['without a price', [], 'no_price'],
    [
      'where cables stay in for nothing longer in some hours',
      cutAt([6, 22], (index) => ({ free_minutes: index * 15, occupation_fee: 600 })),
      'free_minutes_differ',
    ],
    ['where a minute of the fee has no price', [rule(1, { occupation_fee: 101 })], 'occupation_fee_uneven'],
  ])('%s', (_, rules, why) => {
    expect(pileTariffOf(rules)).toEqual({ why })
  })

  test('but free times that nothing follows may differ', () => {
    const rules = cutAt([6, 22], (index) => ({ free_minutes: index * 15 }))
    expect(pileTariffOf(rules)).toMatchObject({ tariff: { free_minutes: 0 } })
  })
})

describe('an hourly fee as a price a minute', () => {
  test('comes to the same cents for as long as is said, and not a cent more after that', () => {
    const theirCents = (seconds: number, fee: number) => Math.floor((seconds * minuteMillionths(fee)) / 600_000 + 0.5)
    for (const fee of [1, 7, 50, 100, 101, 200, 333, 500, 1000, 1250]) {
      const longest = Math.min(sameCentsFor_s(fee), 200_000)
      for (let s = 0; s < longest; s += 1)
        if (theirCents(s, fee) !== Math.floor((s * fee) / 3600 + 0.5)) throw new Error(`${fee} an hour, ${s} seconds`)
    }
  })

  test('is found again from the price', () => {
    for (let fee = 0; fee < 3_000; fee++) expect(hourlyFeeOf(minuteMillionths(fee))).toBe(fee)
    expect(hourlyFeeOf(16_668)).toBeNull()
  })
})

describe('a pile is kept from a tariff', () => {
  const [plain] = [given([rule(1)])]
  const bands = given(cutAt([6, 14, 22], () => ({})))
  const takes = {
    ...{
      available: true,
      enabled: true,
      reckons: true,
      conditions: true,
      most_elements: 8,
      currency: 'CNY',
      time_zone: null,
    },
  }
  const at = Date.UTC(2026, 10, 26)
  const clocked = { time_zone: 'Asia/Shanghai', at }

  test.each([
    ['by nothing that it says', bands, {}, null],
    ['by nothing where it says nothing', bands, { enabled: null, conditions: null, most_elements: null }, null],
    ['by its switch', bands, { enabled: false }, 'switched_off'],
    ['where it knows no hours', bands, { conditions: false }, 'no_conditions'],
    ['not where there are none', plain, { conditions: false }, null],
    ['by too many bands', bands, { most_elements: 2 }, 'too_many_bands'],
    ['by its money', bands, { currency: 'EUR' }, 'other_currency'],
    ['by its clock', bands, { time_zone: 'Europe/Berlin' }, 'other_time_zone'],
    ['not by another name of the same', bands, { time_zone: 'Asia/Chongqing' }, null],
    ['not by a name that nobody knows', bands, { time_zone: 'CST-8' }, null],
    ['not by its clock where the price is one all day', plain, { time_zone: 'Europe/Berlin' }, null],
  ])('%s', (_, tariff, change, why) => {
    expect(obstacleTo(tariff, { ...takes, ...change }, clocked)).toBe(why)
  })

  test('that changes its hours otherwise in summer', () => {
    const winter = { time_zone: 'Europe/Berlin', at: Date.UTC(2026, 0, 10) }
    expect(obstacleTo(bands, { ...takes, time_zone: 'Africa/Lagos' }, winter)).toBe('other_time_zone')
  })
})
