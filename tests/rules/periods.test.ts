import { describe, expect, test } from 'vitest'
import { earlier } from '../../src/server/kit/figures/periods.ts'
import { stepsOf } from '../../src/server/statistics/steps.ts'

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' }

describe('a period stands beside', () => {
  test.each([
    ['a month: the one before', OCTOBER, '2026-11-23', { from: '2026-09-01', to: '2026-09-30' }],
    [
      'March: all of February',
      { from: '2026-03-01', to: '2026-03-31' },
      '2026-11-23',
      { from: '2026-02-01', to: '2026-02-28' },
    ],
    [
      'two months: the two before',
      { from: '2026-09-01', to: '2026-10-31' },
      '2026-11-23',
      { from: '2026-07-01', to: '2026-08-31' },
    ],
    [
      'a month that is not over: its days of the one before',
      { from: '2026-11-01', to: '2026-11-30' },
      '2026-11-23',
      { from: '2026-10-01', to: '2026-10-23' },
    ],
    [
      'the 30th of March: no more than there is of February',
      { from: '2026-03-01', to: '2026-03-31' },
      '2026-03-30',
      { from: '2026-02-01', to: '2026-02-28' },
    ],
    [
      'a month up to today: its days of the one before',
      { from: '2026-11-01', to: '2026-11-23' },
      '2026-11-23',
      { from: '2026-10-01', to: '2026-10-23' },
    ],
    [
      'seven days: the seven before',
      { from: '2026-11-10', to: '2026-11-16' },
      '2026-11-23',
      { from: '2026-11-03', to: '2026-11-09' },
    ],
    [
      'days to come: as many as have begun',
      { from: '2026-11-20', to: '2026-11-29' },
      '2026-11-23',
      { from: '2026-11-16', to: '2026-11-19' },
    ],
  ])('%s', (_, asked, today, expected) => {
    expect(earlier(asked, today, 'before')).toEqual(expected)
  })

  test('the same days a year before, the 29th of February beside the 28th', () => {
    const leap = { from: '2028-02-01', to: '2028-02-29' }
    expect(earlier(leap, '2028-03-01', 'year')).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  })
})

describe('the times of a period', () => {
  test('weeks begin on Mondays, the first before its period where that begins later', () => {
    expect(stepsOf('week', OCTOBER)).toEqual(['2026-09-28', '2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26'])
  })

  test('months bear their first days', () => {
    expect(stepsOf('month', { from: '2026-09-15', to: '2026-11-02' })).toEqual([
      '2026-09-01',
      '2026-10-01',
      '2026-11-01',
    ])
  })

  test('a week has 168 hours, from Monday at midnight on', () => {
    const hours = stepsOf('weekday_hour', OCTOBER)
    expect(hours).toHaveLength(168)
    expect([hours[0], hours[19], hours[167]]).toEqual(['1-0', '1-19', '7-23'])
  })
})
