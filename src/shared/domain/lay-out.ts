import { CLOCK_TOLERANCE_MS, checkClock, checkMeter, type ReportedPoint } from './meter-checks.ts'
import type { Abnormal } from './order-states.ts'
import { sessionPoints } from './session-points.ts'

export interface LaidOut {
  /** In the order in which they happened, from the start on. */
  points: ReportedPoint[]
  /** Whose clock gave the times of `points`. */
  timed_by: 'pile' | 'server'
  abnormal: Abnormal | null
}

/** Reports that came as they were made keep one distance to our clock; those that were kept come in a bunch. */
const SAME_SKEW_MS = 60_000
const APART_MS = 20_000
/** Where a clock contradicts itself, our own is right within the time since the report before: at most this. */
const CLOSE_MS = 20 * 60_000

/**
 * Lays a session's points into their order and gives them times. The pile's clock does both as long as it agrees with the
 * register; set back by minutes, it stands until it has caught up. Where it was set by more in mid-session, the order in which
 * reports came and the register decide, and each has the time at which it came: as long as the pile was online, so that
 * this is when it was made. Else the order is held.
 * `end` is null while the session runs.
 */
export function layOut(
  start: ReportedPoint,
  readings: readonly ReportedPoint[],
  end: ReportedPoint | null,
  rated_power_w: number | null,
): LaidOut {
  const byPile = sessionPoints(start, readings, end)
  const abnormal = checkMeter(byPile, rated_power_w)
  const received = asReceived(start, readings, end)
  const ours = end ? received.filter((point) => point === end || point.received_at !== end.received_at) : received
  const live = liveOf(ours)
  if (!isStepped(ours, live)) {
    if (!abnormal) return { points: byPile, timed_by: 'pile', abnormal }
    const byRegister = byItsRegister(received)
    if (byRegister && !checkMeter(byRegister, rated_power_w))
      return { points: byRegister, timed_by: 'pile', abnormal: null }
  }
  if (live.every(Boolean)) {
    const points = ours.map((point) => ({ ...point, at: point.received_at }))
    if (!checkMeter(points, rated_power_w)) return { points, timed_by: 'server', abnormal: null }
  }
  return { points: byPile, timed_by: 'pile', abnormal }
}

/**
 * In the order in which they came; of what came at once the register tells the order. What came with the end and was kept
 * until then has no time by our clock.
 */
function asReceived(start: ReportedPoint, readings: readonly ReportedPoint[], end: ReportedPoint | null) {
  const within = readings
    .filter((point) => point.received_at > start.received_at || point.wh > start.wh)
    .sort((a, b) => a.received_at - b.received_at || a.wh - b.wh)
  return end ? [start, ...within, end] : [start, ...within]
}

/** In the register's order, where each clock is behind by minutes at the most and what came later shows no less; else null. */
function byItsRegister([start, ...points]: readonly ReportedPoint[]): ReportedPoint[] | null {
  const laid = start ? [start] : []
  let heard_at = start?.received_at ?? 0
  let at = start?.at ?? 0
  for (const point of points.toSorted((a, b) => a.wh - b.wh || a.received_at - b.received_at)) {
    if (point.at < at - CLOCK_TOLERANCE_MS || point.received_at < heard_at) return null
    at = Math.max(at, point.at)
    heard_at = point.received_at
    laid.push({ ...point, at })
  }
  return laid
}

const skewOf = ({ at, received_at }: ReportedPoint) => received_at - at

/** Which of these came as they were made. */
function liveOf(points: readonly ReportedPoint[]): boolean[] {
  const live: boolean[] = []
  for (const [index, point] of points.entries()) {
    const before = points[index - 1]
    const isRight = !checkClock(point.at, point.received_at) && Math.abs(skewOf(point)) <= CLOCK_TOLERANCE_MS
    const isSteady = keepsSkew(point, before) || keepsSkew(point, points[index + 1])
    live.push(isRight || isSteady || (live[index - 1] === true && contradicts(point, before)))
  }
  return live
}

const keepsSkew = (point: ReportedPoint, other: ReportedPoint | undefined) =>
  other !== undefined &&
  Math.abs(skewOf(point) - skewOf(other)) <= SAME_SKEW_MS &&
  Math.abs(point.received_at - other.received_at) >= APART_MS

/** Its clock says what cannot be after the one before, which came just now. */
const contradicts = (point: ReportedPoint, before: ReportedPoint | undefined) =>
  before !== undefined &&
  point.received_at - before.received_at <= CLOSE_MS &&
  (point.at < before.at - CLOCK_TOLERANCE_MS || checkClock(point.at, point.received_at) !== null)

/** The clock was set between two reports that both came as they were made. */
function isStepped(points: readonly ReportedPoint[], live: readonly boolean[]): boolean {
  return points.some((point, index) => {
    const before = points[index - 1]
    if (!before || !live[index] || !live[index - 1]) return false
    return Math.abs(skewOf(point) - skewOf(before)) > CLOCK_TOLERANCE_MS
  })
}
