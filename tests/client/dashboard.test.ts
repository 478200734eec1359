import { expect, test } from 'vitest'
import { changeOf } from '../../src/client/dashboard/change.ts'
import { sparkPath } from '../../src/client/kit/charts/spark-path.ts'
import { tickDays } from '../../src/client/kit/charts/tick-days.ts'

test.each([
  ['grows', { now: 110, before: 100 }, { direction: 'up', percent: 10 }],
  ['falls', { now: 75, before: 100 }, { direction: 'down', percent: 25 }],
  ['stays', { now: 5, before: 5 }, { direction: 'same', percent: 0 }],
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

test('a sparkline of equal values is level, and none draws nothing', () => {
  expect(sparkPath([4, 4, 4], 100, 40).line).toBe('M0 20L50 20L100 20')
  expect(sparkPath([], 100, 40).line).toBe('')
})
