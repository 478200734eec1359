import { expect, test } from 'vitest'
import {
  dayAround,
  hourAt,
  isShifted,
  nextShift,
  scheduleClock,
  secondsAt,
  wallAt,
} from '../../../src/client/charging-profiles/schedule-clock.ts'
import { fromWall, toWall } from '../../../src/client/kit/moments/wall.ts'

const at = (iso: string) => Date.parse(iso)
const HOUR_S = 3600

/** From midnight in Berlin on the first of November on, each day. */
const daily = {
  charging_profile_kind: 'recurring',
  recurrency_kind: 'daily',
  start_schedule: '2026-10-31T23:00:00.000Z',
  valid_to: null,
} as const
const clockOn = (iso: string, zone = 'Europe/Berlin') => {
  const clock = scheduleClock(daily, zone, at(iso))
  if (!clock) throw new Error('it has a clock')
  return clock
}
const shown = (wall: number) => new Date(wall).toISOString().slice(0, 16)

test('shows a moment by the clock of a site, and reads what is typed by it', () => {
  expect(toWall('2026-11-01T16:00:00.000Z', 'Asia/Tokyo')).toBe('2026-11-02T01:00')
  expect(fromWall('2026-11-02T01:00', 'Asia/Tokyo')).toBe('2026-11-01T16:00:00.000Z')
  expect(fromWall('2026-11-02T01:00', 'America/St_Johns')).toBe('2026-11-02T04:30:00.000Z')
  expect([toWall('half past', 'Asia/Tokyo'), fromWall('half past', 'Asia/Tokyo')]).toEqual(['half past', 'half past'])
})

test.each([
  ['is left out when the clocks go forward', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['comes twice when they go back: the first', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
])('reads an hour that %s', (_, typed, meant) => {
  expect(fromWall(typed, 'Europe/Berlin')).toBe(meant)
})

test.each([
  ['Europe/Berlin', '2026-03-29T12:00:00Z', 23],
  ['Europe/Berlin', '2026-10-25T12:00:00Z', 25],
  ['Europe/Berlin', '2026-11-01T12:00:00Z', 24],
  ['Africa/Cairo', '2026-04-24T12:00:00Z', 23],
])('a day at %s around %s is %i hours long', (zone, noon, hours) => {
  const { from, to } = dayAround(zone, at(noon))
  expect((to - from) / 1000 / HOUR_S).toBe(hours)
})

test('draws the run of now, and one that is still to begin as it is to begin', () => {
  expect(new Date(clockOn('2026-11-23T12:00:00Z').zero).toISOString()).toBe('2026-11-22T23:00:00.000Z')
  expect(new Date(clockOn('2026-10-01T12:00:00Z').zero).toISOString()).toBe('2026-10-31T23:00:00.000Z')
  expect(hourAt(clockOn('2026-11-23T12:00:00Z', 'Asia/Kolkata'))).toBe(4.5)
})

test('of one that does not repeat the start stays, and one of a session has no clock', () => {
  const once = { ...daily, charging_profile_kind: 'absolute' } as const
  expect(scheduleClock(once, 'Asia/Tokyo', at('2027-01-01T00:00:00Z'))?.zero).toBe(at(daily.start_schedule))
  const relative = { ...daily, charging_profile_kind: 'relative' } as const
  expect(scheduleClock(relative, 'Asia/Tokyo', 0)).toBeNull()
  expect(scheduleClock({ ...daily, start_schedule: null }, 'Asia/Tokyo', 0)).toBeNull()
})

test('piles repeat it every 24 hours: after a change of the clocks it begins at another hour', () => {
  const winter = clockOn('2026-11-23T12:00:00Z')
  expect(isShifted(winter, daily)).toBe(false)
  // The first midnight of summer time is the run that began at 01:00.
  expect(new Date(nextShift(winter, daily) ?? 0).toISOString()).toBe('2027-03-28T23:00:00.000Z')
  expect(nextShift(winter, { ...daily, valid_to: '2027-03-01T00:00:00.000Z' })).toBeNull()
  expect(nextShift(clockOn('2026-11-23T12:00:00Z', 'Asia/Shanghai'), daily)).toBeNull()
  const summer = clockOn('2027-06-01T12:00:00Z')
  expect(isShifted(summer, daily)).toBe(true)
  expect(hourAt(summer)).toBe(1)
})

test('what is typed as an hour of the clock is that hour on the day on which the clocks change', () => {
  const spring = clockOn('2027-03-28T12:00:00Z')
  const nine = Date.parse('2027-03-28T09:00:00Z')
  expect(secondsAt(spring, nine)).toBe(8 * HOUR_S)
  expect(shown(wallAt(spring, 8 * HOUR_S))).toBe('2027-03-28T09:00')
  const autumn = { zone: 'Europe/Berlin', zero: at('2026-10-24T22:00:00Z') }
  expect(secondsAt(autumn, Date.parse('2026-10-25T09:00:00Z'))).toBe(10 * HOUR_S)
})
