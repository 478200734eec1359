import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Tariff, tariffOf } from '../../src/shared/domain/bands.ts'
import { layOut } from '../../src/shared/domain/lay-out.ts'
import type { ReportedPoint } from '../../src/shared/domain/meter-checks.ts'
import { billablePoints } from '../../src/shared/domain/session-points.ts'
import { energyLines, sumOf } from '../../src/shared/domain/tariff.ts'
import { siteClock } from '../../src/shared/domain/time-zone.ts'
import { at, makeRule } from './rules.ts'

const MINUTE = 60_000
const tariff = tariffOf([makeRule({ start_hour: 0, end_hour: 0 })], siteClock('UTC')) as Tariff
const T0 = at('2026-11-20T06:00:00Z')

/** An hour with a reading each five minutes, as it was; 500 Wh between two. */
const truth = Array.from({ length: 13 }, (_, index) => ({ at: T0 + index * 5 * MINUTE, wh: 1000 + index * 500 }))
/** What a pile says of it whose clock is set by `by` before reading `from`, and goes `off` before that. */
const said = (by: number, from: number, off = 0): ReportedPoint[] =>
  truth.map((point, index) => ({
    ...point,
    at: point.at + off + (index >= from ? by : 0),
    received_at: point.at + 300,
  }))

function laid(points: ReportedPoint[]) {
  const [start, ...rest] = points as [ReportedPoint, ...ReportedPoint[]]
  return layOut(start, rest.slice(0, -1), rest.at(-1) as ReportedPoint, 60_000)
}

describe('a clock that is set in mid-session', () => {
  test.each([
    ['four minutes back', -4 * MINUTE],
    ['five minutes back', -5 * MINUTE],
    ['an hour back', -60 * MINUTE],
    ['four minutes on', 4 * MINUTE],
    ['an hour on', 60 * MINUTE],
    ['a day back', -24 * 60 * MINUTE],
  ])('%s, at any reading, loses no Wh and puts none far from its time', (_, by) => {
    for (let from = 1; from < truth.length; from++) {
      const { points, abnormal } = laid(said(by, from))
      expect([from, abnormal]).toEqual([from, null])
      expect(points.at(-1)?.wh).toBe(7000)
      for (const point of points) {
        const real = truth.find(({ wh }) => wh === point.wh)
        expect(Math.abs(point.at - (real?.at ?? 0))).toBeLessThanOrEqual(5 * MINUTE)
      }
    }
  })

  test.each([
    ['an hour slow', -60 * MINUTE, 60 * MINUTE],
    ['an hour fast', 60 * MINUTE, -60 * MINUTE],
    ['of 1970', -T0, T0],
  ])('and was %s before is billed by ours', (_, off, by) => {
    const { points, timed_by, abnormal } = laid(said(by, 6, off))
    expect([timed_by, abnormal]).toEqual(['server', null])
    expect(points.map((point) => point.at)).toEqual(truth.map((point) => point.at + 300))
  })
})

test('readings that an offline pile kept come in any order and more than once, and are timed by the pile', () => {
  const [start, ...kept] = said(0, 99).map((point) => ({ ...point, received_at: T0 + 10 * 60 * MINUTE }))
  const end = kept.pop() as ReportedPoint
  fc.assert(
    fc.property(
      fc.shuffledSubarray(kept, { minLength: kept.length }),
      fc.array(fc.nat(kept.length - 1)),
      (some, again) => {
        const readings = [...some, ...again.map((index) => kept[index] as ReportedPoint)].map((point, index) => ({
          ...point,
          received_at: point.received_at + index * 7,
        }))
        const { points, timed_by, abnormal } = layOut(start as ReportedPoint, readings, end, 60_000)
        expect([timed_by, abnormal]).toEqual(['pile', null])
        expect([...new Set(points.map((point) => point.wh))]).toEqual(truth.map((point) => point.wh))
      },
    ),
  )
})

test('whatever a clock does, what is billed is the register’s difference and no point goes back', () => {
  const clock = fc.array(fc.integer({ min: -90, max: 90 }), { minLength: truth.length, maxLength: truth.length })
  fc.assert(
    fc.property(clock, (offs) => {
      const points = truth.map((point, index) => ({
        ...point,
        at: point.at + (offs[index] ?? 0) * MINUTE,
        received_at: point.at + 300,
      }))
      const { points: found, abnormal } = laid(points)
      if (abnormal) return
      const billed = billablePoints(found)
      expect(sumOf(energyLines(tariff, billed)).energy_wh).toBe(6000)
      expect(
        billed.every(({ at, wh }, index) => index === 0 || (at >= (billed[index - 1]?.at ?? 0) && wh >= 1000)),
      ).toBe(true)
    }),
  )
})

test.each([
  ['a meter that falls, by both clocks', [0, 10, 20], [1000, 5000, 4000], [0, 10, 20]],
  ['a meter that falls by a minute’s difference', [0, 10, 11], [1000, 5000, 4000], [0, 10, 11]],
])('%s is held', (_, minutes, whs, received) => {
  const points = minutes.map((minute, index) => ({
    at: T0 + minute * MINUTE,
    wh: whs[index] as number,
    received_at: T0 + (received[index] as number) * MINUTE,
  }))
  expect(laid(points).abnormal).toBe('meter_backwards')
})
