import type { orderDetail } from '../../shared/endpoints/orders.ts'
import type { Data } from '../../shared/kit/endpoint.ts'

export type Reading = Data<typeof orderDetail>['readings'][number]
export interface Point {
  /** Epoch milliseconds. */
  at: number
  kw: number
}

/**
 * Power over a session. A pile that reports only its register still has a curve: the energy between two
 * readings over their time, drawn at the later one.
 */
export function powerCurve(readings: Reading[]): Point[] {
  const reported = readings.flatMap(({ at, power_w }) =>
    power_w === null ? [] : [{ at: Date.parse(at), kw: power_w / 1000 }],
  )
  return reported.length >= 2 ? reported : fromRegister(readings)
}

function fromRegister(readings: Reading[]): Point[] {
  const points: Point[] = []
  let last: { at: number; wh: number } | undefined
  for (const reading of readings) {
    if (reading.energy_wh === null) continue
    const now = { at: Date.parse(reading.at), wh: reading.energy_wh }
    if (last && now.at > last.at)
      points.push({ at: now.at, kw: Math.max(0, ((now.wh - last.wh) * 3_600) / (now.at - last.at)) })
    last = now
  }
  const first = readings[0]
  return points.length > 0 && first ? [{ at: Date.parse(first.at), kw: 0 }, ...points] : points
}

export const peakOf = (points: Point[]) => points.reduce((peak, { kw }) => Math.max(peak, kw), 0)
