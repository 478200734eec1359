import { describe, expect, test } from 'vitest'
import { checkMeter, type ReportedPoint } from '../../src/shared/domain/meter-checks.ts'
import { billablePoints, sessionPoints } from '../../src/shared/domain/session-points.ts'
import { at } from './rules.ts'

const received_at = at('2026-11-20T07:00:00Z')
const start = { at: at('2026-11-20T06:00:00Z'), wh: 1000, received_at }
const later = (minutes: number, wh: number): ReportedPoint => ({
  at: start.at + minutes * 60_000,
  wh,
  received_at,
})
const found = (...points: ReportedPoint[]) => checkMeter([start, ...points], 60_000)

describe('a session’s meter', () => {
  test.each([
    ['rises', [later(10, 5000), later(20, 9000)], null],
    ['stands still', [later(10, 1000), later(20, 1000)], null],
    ['ends a fraction below its last reading, rounded by the pile', [later(10, 5000.94), later(20, 5000)], null],
    [
      'starts a little below, shown in kWh with two digits',
      [{ ...later(1, 990), resolution_wh: 10 }, later(20, 9000)],
      null,
    ],
    ['ends below a reading in kWh with one digit', [{ ...later(10, 5100), resolution_wh: 100 }, later(20, 5024)], null],
    [
      'falls by more than its digits show',
      [{ ...later(10, 5100), resolution_wh: 100 }, later(20, 4990)],
      'meter_backwards',
    ],
    [
      'falls, after readings in kWh, by Wh',
      [{ ...later(5, 3100), resolution_wh: 100 }, later(10, 5000), later(20, 4990)],
      'meter_backwards',
    ],
    ['falls', [later(10, 5000), later(20, 4990)], 'meter_backwards'],
    ['falls below its start', [later(20, 400)], 'meter_backwards'],
    ['jumps', [later(10, 5000), later(11, 500_000)], 'meter_jump'],
    [
      'jumps in many small steps',
      Array.from({ length: 60 }, (_, step) => later(step / 60, 1000 + step * 5000)),
      'meter_jump',
    ],
    ['runs at 120 % of the rating', [later(30, 37_000)], null],
    ['says 1970', [{ ...later(0, 2000), at: at('1970-01-01T00:02:00Z') }], 'clock_past'],
    ['says an hour before its start', [later(-60, 2000)], 'clock_past'],
    ['says tomorrow', [later(24 * 60, 2000)], 'clock_future'],
    ['is a minute ahead of our clock', [later(61, 2000)], null],
  ])('that %s', (_, points, expected) => {
    expect(found(...points)).toBe(expected)
  })

  test('that starts in 1970 is not believed', () => {
    expect(checkMeter([{ ...start, at: 0 }, later(10, 5000)], 60_000)).toBe('clock_past')
  })

  test('of a pile without a type may run as fast as a large pile does', () => {
    expect(checkMeter([start, later(10, 60_000)], null)).toBeNull()
    expect(checkMeter([start, later(10, 600_000)], null)).toBe('meter_jump')
  })
})

test('readings come in any order and are laid into time’s', () => {
  const points = sessionPoints(start, [later(20, 9000), later(10, 5000)], later(30, 12_000))
  expect(points.map(({ wh }) => wh)).toEqual([1000, 5000, 9000, 12_000])
})

test('a reading stamped just after the end counts as one of the end', () => {
  const points = sessionPoints(start, [later(31, 12_000)], later(30, 12_000))
  expect(points.map(({ at }) => at)).toEqual([start.at, later(30, 0).at, later(30, 0).at])
})

test('what is billed never passes the end’s register', () => {
  const points = billablePoints(sessionPoints(start, [later(10, 5000.94)], later(30, 5000)))
  expect(points.map(({ wh }) => wh)).toEqual([1000, 5000, 5000])
})
