import { instantAt, type SiteClock } from './time-zone.ts'

/** Hours of each day, as minutes of it; they go over midnight where they end before they begin. */
export interface DailyHours {
  from: number
  to: number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DAY_MIN = 1440

const hold = ({ from, to }: DailyHours, minute: number) =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to

/** The minute of the day that a clock in UTC shows at these epoch milliseconds. */
export const minuteOf = (wall: number): number => Math.floor(wall / MINUTE_MS) % DAY_MIN

/**
 * Whether it is within these hours by that clock. A time that the clock leaves out in spring comes as much later as it is put
 * forward, so that hours within the hour that is left out come that night as well.
 */
export function areNow(hours: DailyHours, clock: SiteClock, now: number): boolean {
  if (hold(hours, minuteOf(clock.wallAt(now)))) return true
  const unchanged = clock.wallAt(now - DAY_MS) + DAY_MS
  return instantAt(clock, unchanged) === null && hold(hours, minuteOf(unchanged))
}
