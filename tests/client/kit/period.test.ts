import { expect, test } from 'vitest'
import { monthOf, monthsUpTo, periodText, readPeriod, writePeriod } from '../../../src/client/kit/fields/period.ts'
import { formats } from '../../../src/client/kit/i18n/format.ts'

const english = formats('en', (key) => key)
const year = new Date().getFullYear()

test('a period is read as it was written, and what is none is nothing', () => {
  const period = { from: '2026-10-01', to: '2026-10-31' }
  expect(readPeriod(writePeriod(period))).toEqual(period)
  for (const wrong of [null, '', '2026-10-01', '2026-10-01..', '2026-10-31..2026-10-01', 'a..b'])
    expect(readPeriod(wrong)).toBeNull()
})

test.each([
  ['2026-02-11', '2026-02-01', '2026-02-28'],
  ['2028-02-29', '2028-02-01', '2028-02-29'],
  ['2026-12-31', '2026-12-01', '2026-12-31'],
])('the month of %s has all its days', (day, from, to) => {
  expect(monthOf(day)).toEqual({ from, to })
})

test('months go back over the turn of the year', () => {
  expect(monthsUpTo('2026-02-28', 3)).toEqual(['2026-02-01', '2026-01-01', '2025-12-01'])
})

test.each([
  ['a whole month by its name', { from: '2025-10-01', to: '2025-10-31' }, 'October 2025'],
  ['one day alone', { from: `${year}-10-03`, to: `${year}-10-03` }, '3 Oct'],
  ['some days by both ends', { from: `${year}-10-01`, to: `${year}-10-30` }, '1 Oct – 30 Oct'],
])('says %s', (_, period, text) => {
  expect(periodText(period, english)).toBe(text)
})
