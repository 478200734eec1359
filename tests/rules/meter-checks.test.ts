import { describe, expect, test } from 'vitest'
import { checkMeter } from '../../src/shared/domain/meter-checks.ts'
import { billablePoints, sessionPoints } from '../../src/shared/domain/session-points.ts'
import type { MeterPoint } from '../../src/shared/domain/tariff.ts'
import { at } from './rules.ts'

const start = { at: at('2026-11-20T06:00:00Z'), wh: 1000 }
const after = (minutes: number, wh: number): MeterPoint => ({ at: start.at + minutes * 60_000, wh })
const limits = { rated_power_w: 60_000, received_at: start.at + 60 * 60_000 }
const found = (...points: MeterPoint[]) => checkMeter([start, ...points], limits)

describe('a session’s meter', () => {
  test.each([
    ['rises', [after(10, 5000), after(20, 9000)], null],
    ['stands still', [after(10, 1000), after(20, 1000)], null],
    ['ends a fraction below its last reading, rounded by the pile', [after(10, 5000.94), after(20, 5000)], null],
    ['falls', [after(10, 5000), after(20, 4990)], 'meter_backwards'],
    ['falls below its start', [after(20, 400)], 'meter_backwards'],
    ['jumps', [after(10, 5000), after(11, 500_000)], 'meter_jump'],
    [
      'jumps in many small steps',
      Array.from({ length: 60 }, (_, step) => after(step / 60, 1000 + step * 5000)),
      'meter_jump',
    ],
    ['runs at 120 % of the rating', [after(30, 37_000)], null],
    ['says 1970', [{ at: at('1970-01-01T00:02:00Z'), wh: 2000 }], 'clock_past'],
    ['says an hour before its start', [after(-60, 2000)], 'clock_past'],
    ['says tomorrow', [after(24 * 60, 2000)], 'clock_future'],
    ['is a minute ahead of our clock', [after(61, 2000)], null],
  ])('that %s', (_, points, expected) => {
    expect(found(...points)).toBe(expected)
  })

  test('that starts in 1970 is not believed', () => {
    expect(checkMeter([{ at: 0, wh: 0 }, after(10, 5000)], limits)).toBe('clock_past')
  })

  test('of a pile without a type may run as fast as a large pile does', () => {
    const unknown = { ...limits, rated_power_w: null }
    expect(checkMeter([start, after(10, 60_000)], unknown)).toBeNull()
    expect(checkMeter([start, after(10, 600_000)], unknown)).toBe('meter_jump')
  })
})

test('readings come in any order and are laid into time’s', () => {
  const points = sessionPoints(start, [after(20, 9000), after(10, 5000)], after(30, 12_000))
  expect(points.map(({ wh }) => wh)).toEqual([1000, 5000, 9000, 12_000])
})

test('a reading stamped just after the end counts as one of the end', () => {
  const points = sessionPoints(start, [after(31, 12_000)], after(30, 12_000))
  expect(points.map(({ at }) => at)).toEqual([start.at, after(30, 0).at, after(30, 0).at])
})

test('what is billed never passes the end’s register', () => {
  const points = billablePoints(sessionPoints(start, [after(10, 5000.94)], after(30, 5000)))
  expect(points.map(({ wh }) => wh)).toEqual([1000, 5000, 5000])
})
