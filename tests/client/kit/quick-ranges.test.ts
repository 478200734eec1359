import { expect, test } from 'vitest'
import { daysOf, QUICK_RANGES } from '../../../src/client/kit/fields/quick-ranges.ts'

const on = (day: string, hour = 12) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00`)

test.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['days_7', '2026-02-23', '2026-03-01'],
  ['days_30', '2026-01-31', '2026-03-01'],
  ['month', '2026-03-01', '2026-03-01'],
  ['last_month', '2026-02-01', '2026-02-28'],
] as const)('%s is counted on the calendar, over a month’s end', (range, from, to) => {
  expect(daysOf(range, on('2026-03-01'))).toEqual({ from, to })
})

test.each([0, 23])('at %i o’clock it is the same day', (hour) => {
  expect(daysOf('days_7', on('2026-11-20', hour))).toEqual({ from: '2026-11-14', to: '2026-11-20' })
  expect(QUICK_RANGES).toHaveLength(6)
})

test('last month is all of it, whatever day it is and over the year’s end', () => {
  expect(daysOf('last_month', on('2026-01-31'))).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(daysOf('last_month', on('2026-03-31', 23))).toEqual({ from: '2026-02-01', to: '2026-02-28' })
})
