import { describe, expect, test } from 'vitest'
import {
  type CheckItem,
  isWrong,
  mergedAnswers,
  missingIn,
  nextRoundDay,
  roundDay,
  type Turn,
  wrongIn,
} from '../../src/shared/domain/inspection.ts'

const item = (given: Partial<CheckItem>): CheckItem => ({
  ...{ words: 'Plug', kind: 'judge', unit: null, least: null, most: null, photo: false, needed: true, alarm: false },
  ...given,
})
const said = (value: boolean | number | string | null, at = '2026-11-24T08:00:00.000Z') => ({
  ...{ value, note: null, at, by: 'Wang' },
})

describe('the days of a plan', () => {
  const month: Turn = { every: 1, unit: 'month', starts_on: '2026-01-31' }

  test('are every so many days and weeks from the first', () => {
    const days: Turn = { every: 3, unit: 'day', starts_on: '2026-11-01' }
    expect(['2026-10-31', '2026-11-01', '2026-11-03', '2026-11-04'].map((day) => roundDay(days, day))).toEqual([
      null,
      '2026-11-01',
      '2026-11-01',
      '2026-11-04',
    ])
    const weeks: Turn = { every: 2, unit: 'week', starts_on: '2026-11-02' }
    expect([roundDay(weeks, '2026-11-15'), roundDay(weeks, '2026-11-16')]).toEqual(['2026-11-02', '2026-11-16'])
    expect([nextRoundDay(weeks, '2026-10-01'), nextRoundDay(weeks, '2026-11-02')]).toEqual(['2026-11-02', '2026-11-16'])
  })

  test('are the last of a shorter month, and the 31st again after it', () => {
    expect(roundDay(month, '2026-02-27')).toBe('2026-01-31')
    expect(roundDay(month, '2026-02-28')).toBe('2026-02-28')
    expect(roundDay(month, '2026-03-30')).toBe('2026-02-28')
    expect(roundDay(month, '2026-03-31')).toBe('2026-03-31')
    expect(nextRoundDay(month, '2026-12-31')).toBe('2027-01-31')
    expect(roundDay({ ...month, every: 3 }, '2027-01-30')).toBe('2026-10-31')
  })

  test('that nobody saw pass are one, the latest', () => {
    expect(roundDay({ every: 1, unit: 'week', starts_on: '2026-01-05' }, '2026-11-24')).toBe('2026-11-23')
  })
})

describe('answers', () => {
  test('are wrong where it is said so, or a figure is out of its bounds', () => {
    const figure = item({ kind: 'figure', least: 220, most: 240 })
    expect([219.9, 220, 240, 240.1].map((value) => isWrong(figure, said(value)))).toEqual([true, false, false, true])
    expect([true, false, null].map((value) => isWrong(item({}), said(value)))).toEqual([false, true, false])
    expect(isWrong(item({ kind: 'text' }), said('broken'))).toBe(false)
    expect(wrongIn([item({}), figure], { 0: said(false), 1: said(230) })).toEqual([0])
  })

  test('are missing where they must be given, and "not OK" is one', () => {
    const items = [item({}), item({ kind: 'tick' }), item({ kind: 'text' }), item({ kind: 'figure', needed: false })]
    expect(missingIn(items, {})).toEqual([0, 1, 2])
    expect(missingIn(items, { 0: said(false), 1: said(false), 2: said('') })).toEqual([1, 2])
    expect(missingIn(items, { 0: said(false), 1: said(true), 2: said('x') })).toEqual([])
  })

  test('of two phones: the later word of each item holds, in whichever order they arrive', () => {
    const early = { 0: said(true, '2026-11-24T08:00:00.000Z'), 1: said(true, '2026-11-24T09:00:00.000Z') }
    const late = { 0: said(false, '2026-11-24T08:30:00.000Z'), 1: said(false, '2026-11-24T08:30:00.000Z') }
    const both = { 0: late[0], 1: early[1] }
    expect(mergedAnswers(early, late)).toEqual(both)
    expect(mergedAnswers(late, early)).toEqual(both)
  })
})
