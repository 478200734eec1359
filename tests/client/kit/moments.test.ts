import { describe, expect, test } from 'vitest'
import { stepMoment } from '../../../src/client/kit/moments/step.ts'
import { patternOf, readMoment, writeMoment } from '../../../src/client/kit/moments/written.ts'

describe('what is typed or pasted', () => {
  test.each([
    ['14:30', '14:30'],
    ['2:30 PM', '14:30'],
    ['12:05 a.m.', '00:05'],
    ['12:05 pm', '12:05'],
    ['1430', '14:30'],
    ['930', '09:30'],
    ['9', '09:00'],
    ['14.30', '14:30'],
    ['14：30', '14:30'],
    ['14:30:59', '14:30'],
    ['下午2:30', '14:30'],
    ['14时30分', '14:30'],
    ['8点', '08:00'],
    ['24:00', null],
    ['14:60', null],
    ['13 pm', '13:00'],
    ['noon', null],
    ['', null],
  ])('"%s" is the time %s', (typed, time) => {
    expect(readMoment(typed, 'time')).toBe(time)
  })

  const year = new Date().getFullYear()
  test.each([
    ['2026-11-23', '2026-11-23'],
    ['2026/1/3', '2026-01-03'],
    ['23/11/2026', '2026-11-23'],
    ['3.2.26', '2026-02-03'],
    ['11/23/2026', '2026-11-23'],
    ['20261123', '2026-11-23'],
    ['2026年11月23日', '2026-11-23'],
    ['11月3日', `${year}-11-03`],
    ['23 Nov 2026', '2026-11-23'],
    ['23 November', `${year}-11-23`],
    ['Nov 23, 2026', '2026-11-23'],
    ['31/04/2026', null],
    ['29/02/2027', null],
    ['29/02/2028', '2028-02-29'],
    ['tomorrow', null],
  ])('"%s" is the day %s', (typed, day) => {
    expect(readMoment(typed, 'day')).toBe(day)
  })

  test.each([
    ['23/11/2026 14:30', '2026-11-23T14:30'],
    ['2026-11-23T14:30', '2026-11-23T14:30'],
    ['2026-11-23T14:30:07', '2026-11-23T14:30'],
    ['23 Nov 2026, 2:30 pm', '2026-11-23T14:30'],
    ['Oct 23, 2026 08:05', '2026-10-23T08:05'],
    ['2026年11月23日14:30', '2026-11-23T14:30'],
    ['2026年11月23日 下午2点30分', '2026-11-23T14:30'],
    ['20261123 1430', '2026-11-23T14:30'],
    ['23/11/2026', null],
    ['14:30', null],
  ])('"%s" is the moment %s', (typed, moment) => {
    expect(readMoment(typed, 'minute')).toBe(moment)
  })
})

test.each([
  ['en', 'minute', '23/11/2026 14:30', 'DD/MM/YYYY hh:mm'],
  ['zh-CN', 'minute', '2026/11/23 14:30', 'YYYY/MM/DD hh:mm'],
  ['en', 'day', '23/11/2026', 'DD/MM/YYYY'],
  ['zh-CN', 'time', '14:30', 'hh:mm'],
] as const)('in %s a %s is written %s, and read again', (language, precision, written, pattern) => {
  const value = { minute: '2026-11-23T14:30', day: '2026-11-23', time: '14:30' }[precision]
  expect(writeMoment(value, precision, language)).toBe(written)
  expect(patternOf(precision, language)).toBe(pattern)
  expect(readMoment(written, precision)).toBe(value)
})

test('what says no moment is written as it was typed', () => {
  expect(writeMoment('tomorrow', 'minute', 'en')).toBe('tomorrow')
})

test.each([
  ['2026-11-23T06:30:00Z', '2026-11-23T14:30'],
  ['2026-11-23T06:30:07.123Z', '2026-11-23T14:30'],
  ['2026-11-23T20:00:00+02:00', '2026-11-24T02:00'],
  ['2026-11-23 01:15 -0530', '2026-11-23T14:45'],
  ['20261123T06:30Z', '2026-11-23T14:30'],
  ['2026-11-23T26:30:00Z', null],
])('"%s" is read into the zone of the field: %s', (typed, moment) => {
  expect(readMoment(typed, 'minute', 'Asia/Shanghai')).toBe(moment)
  expect(readMoment(typed, 'day', 'Asia/Shanghai')).toBe(moment?.slice(0, 10) ?? null)
  expect(readMoment(typed, 'time', 'Asia/Shanghai')).toBe(moment?.slice(11) ?? null)
})

test('a moment with a zone is none in a field that is by several clocks', () => {
  expect(readMoment('2026-11-23T06:30:00Z', 'minute', null)).toBeNull()
})

test.each([
  ['2026-12-31T23:59', 'minute', 'm', 1, '2027-01-01T00:00'],
  ['2026-01-31', 'day', 'M', 1, '2026-02-28'],
  ['2024-02-29', 'day', 'Y', -1, '2023-02-28'],
  ['2026-03-01', 'day', 'D', -1, '2026-02-28'],
  ['23:59', 'time', 'm', 1, '00:00'],
  ['00:10', 'time', 'h', -1, '23:10'],
] as const)('%s, a %s, stepped by one %s %i is %s', (value, precision, unit, by, stepped) => {
  expect(stepMoment(value, precision, unit, by)).toBe(stepped)
})
