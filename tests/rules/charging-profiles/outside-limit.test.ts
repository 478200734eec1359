import { expect, test } from 'vitest'
import { compositeSchedule } from '../../../src/shared/domain/charging-profiles/composite.ts'
import {
  isOver,
  limitNow,
  type OutsideLimit,
  type OutsideSchedule,
} from '../../../src/shared/domain/charging-profiles/outside-limit.ts'
import { at, daily, hours } from './make.ts'

const HOUR_MS = 3_600_000
const midnight = Date.parse('2026-11-23T00:00:00Z')
const clock = (hour: number) => new Date(midnight + hour * HOUR_MS).toISOString()
const day = { connector_number: 1, from: midnight, to: midnight + 24 * HOUR_MS, phases: 3, unit: 'W' as const }
const evening = daily({ periods: hours([0, 60_000], [18, 10_000]) })

const schedule = (given: Partial<OutsideSchedule> = {}): OutsideSchedule => ({
  ...{ starts_at: null, duration: null, charging_rate_unit: 'W', periods: hours([0, 20_000]), ...given },
})
const limit = (given: Partial<OutsideLimit> = {}): OutsideLimit => ({
  ...{ evse: 0, source: 'grid_operator', grid_critical: null, local_generation: false },
  ...{ since: clock(14), told_at: clock(14), schedules: [schedule()], ...given },
})
const steps = (outside: OutsideLimit[], more: object = {}) =>
  compositeSchedule([at(0, evening)], { ...day, outside, ...more })
const told = (outside: OutsideLimit[], more: object = {}) =>
  steps(outside, more).map((step) => [(step.at - midnight) / HOUR_MS, step.limit])

test('caps what profiles come to from when it was told on, and where it is the lower one it decides', () => {
  expect(told([limit()])).toEqual([
    [0, 60_000],
    [14, 20_000],
    [18, 10_000],
  ])
  const by = steps([limit()]).map((step) => (typeof step.by === 'object' ? 'profile' : step.by))
  expect(by).toEqual(['profile', 'outside', 'profile'])
})

test('holds alone where the pile has no profile, and never above the plate', () => {
  const alone = (more: object) => compositeSchedule([], { ...day, outside: [limit()], ...more }).at(-1)
  expect(alone({})).toMatchObject({ limit: 20_000, by: 'outside' })
  expect(alone({ rated_w: 7000 })).toMatchObject({ limit: 7000, by: 'rated' })
  expect(alone({ connector_number: 0 })).toMatchObject({ limit: 20_000, by: 'outside' })
})

test('of several the lowest counts, each for its time', () => {
  const short = limit({
    source: 'energy_management',
    schedules: [schedule({ starts_at: clock(15), duration: 3600, periods: hours([0, 5000]) })],
  })
  expect(told([limit(), short])).toEqual([
    [0, 60_000],
    [14, 20_000],
    [15, 5000],
    [16, 20_000],
    [18, 10_000],
  ])
})

test('of an EVSE counts at its guns alone, and at all of them', () => {
  const own = [limit({ evse: 2 })]
  const at15 = (connector_number: number) => told(own, { connector_number })[1]
  expect([1, 2, 202, 0].map((gun) => at15(gun)?.[1])).toEqual([10_000, 20_000, 20_000, undefined])
})

test('amperes count for each phase; a step without a limit and generation on site limit nothing', () => {
  const amperes = schedule({ charging_rate_unit: 'A', periods: [{ start: 0, limit: 16, phases: null }] })
  expect(told([limit({ schedules: [amperes] })])[1]).toEqual([14, 11_040])
  const free = schedule({ periods: [{ start: 0, limit: null, phases: null }] })
  expect(told([limit({ schedules: [free] }), limit({ local_generation: true })])).toEqual(told([]))
  expect(told([limit({ schedules: [] })])).toEqual(told([]))
})

test('says what it is at a moment and until when', () => {
  const steps = limit({ schedules: [schedule({ duration: 4 * 3600, periods: hours([0, 20_000], [2, 8000]) })] })
  const now = (hour: number) => limitNow(steps, midnight + hour * HOUR_MS)
  expect(now(13)).toBeNull()
  expect(now(15)).toEqual({ limit: 20_000, unit: 'W', until: midnight + 16 * HOUR_MS })
  expect(now(17)).toEqual({ limit: 8000, unit: 'W', until: midnight + 18 * HOUR_MS })
  expect(now(18)).toBeNull()
  expect(limitNow(limit(), midnight + 15 * HOUR_MS)).toMatchObject({ until: null })
  expect([17, 18].map((hour) => isOver(steps, midnight + hour * HOUR_MS))).toEqual([false, true])
  expect(isOver(limit({ schedules: [] }), midnight)).toBe(false)
})
