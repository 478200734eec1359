import { expect, test } from 'vitest'
import { stepsOf } from '../../src/client/dashboard/steps.ts'
import type { TrendDay } from '../../src/client/dashboard/trend.ts'
import { changeOf } from '../../src/client/kit/charts/change.ts'
import { sparkPath } from '../../src/client/kit/charts/spark-path.ts'
import { roomFor, tickDays } from '../../src/client/kit/charts/tick-days.ts'

test.each([
  ['grows', { now: 110, before: 100 }, { direction: 'up', percent: 10 }],
  ['falls', { now: 75, before: 100 }, { direction: 'down', percent: 25 }],
  ['stays', { now: 5, before: 5 }, { direction: 'same', percent: 0 }],
  ['changes by less than is written', { now: 100_010, before: 100_000 }, { direction: 'same', percent: 0 }],
  ['was a loss', { now: -150, before: -100 }, { direction: 'down', percent: 50 }],
  ['begins at nothing', { now: 5, before: 0 }, { direction: 'up', percent: null }],
])('a figure %s', (_, figure, expected) => {
  expect(changeOf(figure)).toEqual(expected)
})

test('nothing to compare with is no change', () => {
  expect(changeOf({ now: 5, before: null })).toBeNull()
})

test.each([7, 30, 90])('the axis of %i days names few of them, today among them', (count) => {
  const days = Array.from({ length: count }, (_, at) => ({ day: `d${at}` })) as never as Parameters<typeof tickDays>[0]
  const named = tickDays(days)
  expect(named.at(-1)).toBe(`d${count - 1}`)
  expect(named.length).toBeLessThanOrEqual(7)
  expect(named.length).toBeGreaterThanOrEqual(5)
})

test('an axis names no more days than have room', () => {
  const days = Array.from({ length: 30 }, (_, at) => ({ day: `d${at}` }))
  // A card of 258 px, less what its padding and the axis take.
  const named = tickDays(days, roomFor(258 - 34 - 66))
  expect(named).toEqual(['d14', 'd29'])
  expect(tickDays(days, roomFor(10))).toEqual(['d29'])
})

test('a share that changed by less than is written has not changed', () => {
  expect(changeOf({ now: 9_996, before: 10_000 }, 5)?.direction).toBe('same')
  expect(changeOf({ now: 9_995, before: 10_000 }, 5)?.direction).toBe('down')
})

test('a sparkline of equal values is level, and none draws nothing', () => {
  expect(sparkPath([4, 4, 4], 100, 40).line).toBe('M0 20L50 20L100 20')
  expect(sparkPath([], 100, 40).line).toBe('')
})

const FIGURES = [
  'electricity_cents',
  'service_cents',
  'occupation_cents',
  'refunded_cents',
  'energy_wh',
  'services',
] as const

/** Days from the first of 2026 on, each figure of each another one. */
const days = (count: number): TrendDay[] =>
  Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
    return { day, ...Object.fromEntries(FIGURES.map((figure, nth) => [figure, at * 7 + nth])) } as TrendDay
  })

test('ninety days are shown each by itself', () => {
  expect(stepsOf(days(90))).toEqual({ rows: days(90), areMonths: false })
})

test('a year is shown by month, and no figure is lost on the way', () => {
  const { rows, areMonths } = stepsOf(days(365))
  expect(areMonths).toBe(true)
  expect(rows.map(({ day }) => day)).toEqual(
    Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-01`),
  )
  const sum = (of: TrendDay[]) => FIGURES.map((figure) => of.reduce((all, each) => all + each[figure], 0))
  expect(sum(rows)).toEqual(sum(days(365)))
  expect(rows[1]?.services).toBe(
    days(59)
      .slice(31)
      .reduce((all, { services }) => all + services, 0),
  )
})
