import { describe, expect, test } from 'vitest'
import {
  addRule,
  type DraftRule,
  edgesOf,
  lengthOf,
  moveEdge,
  NO_PRICES,
  newRule,
  reachOf,
  splitRule,
} from '../../src/client/billing/day-draft.ts'
import { isPricedByBand, priceBand, rulesOfTemplate, templateNames } from '../../src/client/billing/templates.ts'
import { coverage, isComplete } from '../../src/shared/domain/coverage.ts'
import { priceSession } from '../../src/shared/domain/price-session.ts'

const day = (...hours: [number, number][]): DraftRule[] =>
  hours.map(([start_hour, end_hour], at) =>
    newRule({ ...NO_PRICES, electricity_fee: 100, service_fee: 0, name: `R${at}`, band: 'flat', start_hour, end_hour }),
  )
const hoursOf = (rules: readonly DraftRule[]) => rules.map(({ start_hour, end_hour }) => [start_hour, end_hour])

describe('a boundary of the day', () => {
  test('stands wherever a rule begins or ends, but not around a whole day', () => {
    expect(edgesOf(day([22, 6], [6, 12], [12, 22]))).toEqual([6, 12, 22])
    expect(edgesOf(day([0, 0]))).toEqual([])
  })

  test.each([
    [
      'on',
      6,
      2,
      [
        [22, 8],
        [8, 22],
      ],
    ],
    [
      'back',
      6,
      -3,
      [
        [22, 3],
        [3, 22],
      ],
    ],
    [
      'over midnight',
      22,
      3,
      [
        [1, 6],
        [6, 1],
      ],
    ],
    [
      'no further than leaves its rule an hour',
      6,
      40,
      [
        [22, 21],
        [21, 22],
      ],
    ],
    [
      'and as far back',
      6,
      -40,
      [
        [22, 23],
        [23, 22],
      ],
    ],
  ] as const)('moves %s, and takes both of its rules along', (_, edge, by, expected) => {
    const moved = moveEdge(day([22, 6], [6, 22]), edge, by)
    expect(hoursOf(moved)).toEqual(expected)
    expect(isComplete(coverage(moved))).toBe(true)
  })

  test('beside hours without a price closes them', () => {
    const gap = day([0, 8], [10, 0])
    expect(isComplete(coverage(gap))).toBe(false)
    expect(isComplete(coverage(moveEdge(gap, 8, 2)))).toBe(true)
  })

  test('reaches as far as it can be moved', () => {
    const rules = day([0, 8], [8, 12], [12, 0])
    const { back, on } = reachOf(rules, 8)
    expect([back, on]).toEqual([7, 3])
    expect(hoursOf(moveEdge(rules, 8, on + 1))).toEqual(hoursOf(moveEdge(rules, 8, on)))
  })
})

describe('a rule', () => {
  test('is split in the middle, over midnight too, the half under a name of its own', () => {
    const [night] = day([22, 6])
    const halves = splitRule([night as DraftRule], night?.key ?? '')
    expect(hoursOf(halves)).toEqual([
      [2, 6],
      [22, 2],
    ])
    expect(new Set(halves.map(({ name }) => name)).size).toBe(2)
    expect(halves.reduce((sum, half) => sum + lengthOf(half), 0)).toBe(8)
  })

  test('of one hour is not split', () => {
    const [hour] = day([3, 4])
    expect(splitRule([hour as DraftRule], hour?.key ?? '')).toHaveLength(1)
  })

  test('that is added takes the hours that have none, else half of the longest', () => {
    expect(hoursOf(addRule(day([0, 8], [10, 0]), 'New'))).toContainEqual([8, 10])
    expect(hoursOf(addRule(day([0, 8], [8, 0]), 'New'))).toEqual([
      [0, 8],
      [8, 16],
      [16, 0],
    ])
  })
})

test.each(templateNames.filter((name) => name !== 'empty'))(
  'the usual day "%s" covers each hour once, under names that differ',
  (template) => {
    const rules = rulesOfTemplate(template, (band, count) => `${band} ${count}`)
    expect(isComplete(coverage(rules))).toBe(true)
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  },
)

describe('a supposed session', () => {
  const at = (time: string) => Date.parse(`2026-01-15T${time}:00Z`)
  const prices = { electricity_cost: 94, occupation_fee: 1_500, free_minutes: 15, band: 'peak' as const }
  const rules = [
    {
      ...prices,
      id: 1,
      name: 'Sharp',
      start_hour: 13,
      end_hour: 15,
      electricity_fee: 162,
      service_fee: 40,
      electricity_cost: 110,
    },
    { ...prices, id: 2, name: 'Rest', start_hour: 15, end_hour: 13, electricity_fee: 138, service_fee: 40 },
  ]
  const session = { from: at('14:30'), to: at('15:15'), energy_wh: 30_000, unplugged_at: at('15:35') }

  test('costs what the bands it lies in make of it, and the cable that stays', () => {
    expect(priceSession(rules, session, 'UTC')?.amounts).toEqual({
      energy_wh: 30_000,
      electricity_cents: 4_620,
      service_cents: 1_200,
      occupation_cents: 125,
      cost_cents: 3_140,
      total_cents: 5_945,
    })
  })

  test('has no price where the rules leave an hour out', () => {
    expect(priceSession(rules.slice(0, 1), session, 'UTC')).toBeNull()
  })
})

test('prices by band are offered only where they say all that the rules say', () => {
  const rules = rulesOfTemplate('three_bands', (band, count) => `${band} ${count}`)
  expect(isPricedByBand(rules)).toBe(true)
  expect(isPricedByBand(priceBand(rules, 'peak', { electricity_fee: 120 }))).toBe(true)
  const [first, ...others] = priceBand(rules, 'flat', { service_fee: 40 })
  const odd = rules.map((rule, at) => (at === 1 ? { ...rule, electricity_fee: 99 } : rule))
  expect(isPricedByBand(odd)).toBe(false)
  expect(first && isPricedByBand([{ ...first, free_minutes: 20 }, ...others])).toBe(false)
})
