import fc from 'fast-check'
import { expect, test } from 'vitest'
import { siteClock } from '../../src/shared/domain/time-zone.ts'
import { at } from './rules.ts'

const zones = [
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/St_Johns',
  'Pacific/Apia',
  'UTC',
]

const slowHour = (zone: string, instant: number) =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(instant))

const instants = fc.integer({ min: at('2010-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') })

test('tells the hour as the platform does, in zones of quarter hours and of summer time', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (zone, instant) => {
      expect(siteClock(zone).hourAt(instant)).toBe(slowHour(zone, instant))
    }),
    { numRuns: 2000 },
  )
})

test('the hour stays the same until the next one begins', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      instants,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (zone, from, part) => {
        const clock = siteClock(zone)
        const next = clock.nextHourAt(from)
        expect(next).toBeGreaterThan(from)
        expect(next - from).toBeLessThanOrEqual(3_600_000)
        expect(slowHour(zone, from + Math.floor((next - from) * part))).toBe(slowHour(zone, from))
      },
    ),
    { numRuns: 2000 },
  )
})

test.each([
  ['Europe/Berlin', '2026-03-28T23:00:00Z', 23],
  ['Europe/Berlin', '2026-10-24T22:00:00Z', 25],
  ['Asia/Shanghai', '2026-10-24T16:00:00Z', 24],
])('a day in %s from %s has %i hours', (zone, midnight, hours) => {
  const clock = siteClock(zone)
  const day = clock.dayAt(at(midnight))
  let instant = at(midnight)
  let passed = 0
  while (clock.dayAt(instant) === day) {
    instant = clock.nextHourAt(instant)
    passed++
  }
  expect(passed).toBe(hours)
})

test('Lord Howe turns its clocks by half an hour, and the hour then ends early', () => {
  const clock = siteClock('Australia/Lord_Howe')
  // 2026-04-04T15:00Z: 02:00 summer time becomes 01:30.
  expect(clock.hourAt(at('2026-04-04T14:59:59Z'))).toBe(1)
  expect(clock.nextHourAt(at('2026-04-04T14:40:00Z'))).toBe(at('2026-04-04T15:00:00Z'))
  expect(clock.hourAt(at('2026-04-04T15:10:00Z'))).toBe(1)
  expect(clock.nextHourAt(at('2026-04-04T15:10:00Z'))).toBe(at('2026-04-04T15:30:00Z'))
})

test('an unknown zone is refused', () => {
  expect(() => siteClock('Mars/Olympus')).toThrow(RangeError)
})
