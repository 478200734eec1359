import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverage, covers, hourSpans, isComplete } from '../../src/shared/domain/coverage.ts'
import { makeRule, summer } from './rules.ts'

const hours = (start_hour: number, end_hour: number) => makeRule({ start_hour, end_hour })

test('the strategy of the design covers each hour once', () => {
  expect(coverage(summer)).toEqual({ missing: [], double: [] })
})

test.each([
  ['nothing', [], Array.from({ length: 24 }, (_, hour) => hour), []],
  ['a day left open at its end', [hours(0, 23)], [23], []],
  ['a night past midnight beside its day', [hours(22, 6), hours(6, 22)], [], []],
  ['equal hours, the whole day', [hours(7, 7)], [], []],
  ['the whole day and an hour more', [hours(0, 0), hours(5, 6)], [], [5]],
  ['an overlap and a hole', [hours(0, 12), hours(10, 20)], [20, 21, 22, 23], [10, 11]],
])('of %s it names the hours that are missing or double', (_, rules, missing, double) => {
  expect(coverage(rules)).toEqual({ missing, double })
})

test('a rule that ends at 0 holds until midnight', () => {
  expect([22, 23, 0].map((hour) => covers(hours(22, 0), hour))).toEqual([true, true, false])
})

test('cutting a day anywhere still covers it once', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 24 })
  fc.assert(
    fc.property(cuts, (found) => {
      const sorted = found.toSorted((a, b) => a - b)
      const rules = sorted.map((start, index) => hours(start, sorted[(index + 1) % sorted.length] as number))
      expect(isComplete(coverage(rules))).toBe(true)
    }),
  )
})

test('hours are read as spans', () => {
  expect(hourSpans([6, 7, 8, 22, 23])).toBe('06–09, 22–24')
  expect(hourSpans([])).toBe('')
})
