import { CLOCK_TOLERANCE_MS, type ReportedPoint } from './meter-checks.ts'
import type { MeterPoint } from './tariff.ts'

/**
 * A session's points in time's order, from its start to its end (null while it runs), as its checks look at them. A reading that was
 * stamped just after the end counts as one of the end; one stamped just before the start says nothing of the session.
 */
export function sessionPoints(
  start: ReportedPoint,
  readings: readonly ReportedPoint[],
  end: ReportedPoint | null,
): ReportedPoint[] {
  const within = readings
    .filter(({ at }) => at > start.at || at < start.at - CLOCK_TOLERANCE_MS)
    .map((reading) => ({ ...reading, at: end && isJustAfter(end, reading) ? end.at : reading.at }))
    .sort((a, b) => a.at - b.at)
  return end ? [start, ...within, end] : [start, ...within]
}

const isJustAfter = (end: MeterPoint, { at }: MeterPoint) => at > end.at && at <= end.at + CLOCK_TOLERANCE_MS

/**
 * The same, fit for pricing: the register never falls and never passes the end's. Only differences that the checks
 * accept are left to mend here, such as a start and an end that were rounded to the Wh.
 */
export function billablePoints(points: readonly MeterPoint[]): MeterPoint[] {
  const end_wh = points.at(-1)?.wh ?? 0
  let last: MeterPoint | undefined
  return points.map(({ at, wh }) => {
    last = { at: Math.max(at, last?.at ?? at), wh: Math.max(Math.min(wh, end_wh), last?.wh ?? wh) }
    return last
  })
}
