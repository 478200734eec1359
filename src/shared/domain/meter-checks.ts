import type { Abnormal } from './order-states.ts'
import type { MeterPoint } from './tariff.ts'

const MINUTE = 60_000
const HOUR = 3_600_000

/** A start or a reading may lie this far ahead of our clock, or a reading before its start, before it is called wrong. */
export const CLOCK_TOLERANCE_MS = 5 * MINUTE
/** No pile of today lived before this: a clock that lost its battery says 1970 or 2000. */
export const EARLIEST = Date.UTC(2020, 0, 1)
/** StartTransaction and StopTransaction round to the Wh what readings give with a fraction. */
export const WH_TOLERANCE = 1

// Where the pile's type is not known: the largest common DC pile.
const USUAL_MOST_W = 400_000
// Real meters settle a little above the rating.
const OVERLOAD = 1.25
// Readings are stamped late, and clocks are set in the middle of a session: this much time may be missing between two.
const SLACK_MS = 5 * MINUTE
const LEAST_SLACK_WH = 10_000

export interface MeterLimits {
  rated_power_w: number | null
  /** Our clock when the newest point arrived. */
  received_at: number
}

/** Why an instant that a pile gave cannot be true, judged by our clock when it arrived; null when it can. */
export function checkClock(at: number, received_at: number): Abnormal | null {
  if (at < EARLIEST) return 'clock_past'
  if (at > received_at + CLOCK_TOLERANCE_MS) return 'clock_future'
  return null
}

/** More Wh than the pile could deliver between two instants. */
export function isJump(from: MeterPoint, to: MeterPoint, rated_power_w: number | null): boolean {
  const power = (rated_power_w || USUAL_MOST_W) * OVERLOAD
  const slack = Math.max((power * SLACK_MS) / HOUR, LEAST_SLACK_WH)
  return to.wh - from.wh > (power * Math.max(to.at - from.at, 0)) / HOUR + slack
}

/** What is wrong between two neighbouring points of one session that began at `start`; null when nothing is. */
export function checkStep(start: MeterPoint, from: MeterPoint, to: MeterPoint, limits: MeterLimits): Abnormal | null {
  if (to.at < from.at - CLOCK_TOLERANCE_MS) return 'clock_past'
  const clock = checkClock(to.at, limits.received_at)
  if (clock) return clock
  if (to.wh < from.wh - WH_TOLERANCE) return 'meter_backwards'
  // From the start too: many small jumps make a large one.
  if (isJump(from, to, limits.rated_power_w) || isJump(start, to, limits.rated_power_w)) return 'meter_jump'
  return null
}

/** The first thing wrong with a session's points, in time's order and beginning with its start. */
export function checkMeter(points: readonly MeterPoint[], limits: MeterLimits): Abnormal | null {
  const [start] = points
  if (!start) return null
  const clock = checkClock(start.at, limits.received_at)
  if (clock) return clock
  for (let index = 1; index < points.length; index++) {
    const wrong = checkStep(start, points[index - 1] as MeterPoint, points[index] as MeterPoint, limits)
    if (wrong) return wrong
  }
  return null
}
