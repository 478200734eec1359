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

/** A point of the register. */
export interface Metered extends MeterPoint {
  /** The smallest step that its figure shows, Wh: 100 for 12.3 kWh. 1 where nothing is said. */
  resolution_wh?: number
}

/** A point and when it reached us, by our clock. */
export interface ReportedPoint extends Metered {
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
export function checkStep(
  start: MeterPoint,
  from: Metered,
  to: ReportedPoint,
  rated_w: number | null,
): Abnormal | null {
  if (to.at < from.at - CLOCK_TOLERANCE_MS) return 'clock_past'
  const clock = checkClock(to.at, to.received_at)
  if (clock) return clock
  if (to.wh < from.wh - Math.max(WH_TOLERANCE, from.resolution_wh ?? 0, to.resolution_wh ?? 0)) return 'meter_backwards'
  // From the start too: many small jumps make a large one.
  return isJump(from, to, rated_w) || isJump(start, to, rated_w) ? 'meter_jump' : null
}

/** The first thing wrong with a session's points, in time's order and beginning with its start. */
export function checkMeter(points: readonly ReportedPoint[], rated_power_w: number | null): Abnormal | null {
  const [start, ...rest] = points
  if (!start) return null
  let wrong = checkClock(start.at, start.received_at)
  let last = start
  for (const point of rest) {
    wrong ??= checkStep(start, last, point, rated_power_w)
    last = point
  }
  return wrong
}
