import type { ReportedPoint } from '../../shared/domain/meter-checks.ts'
import { sessionPoints } from '../../shared/domain/session-points.ts'
import { ms } from '../kit/instants.ts'
import { type Bill, billOf } from './bill.ts'
import { type OrderRow, ratedPower, readingsOf, startOf, type Trx } from './order-row.ts'

export interface Bills {
  whole: Bill
  /** Up to the moment from which it was not authorized; null where it never was, or its meter tells nothing. */
  part: Bill | null
}

/** What an order that ended would cost, from all that its meter said: all of it, and what was drawn while it was authorized. */
export async function billsOf(db: Trx, order: OrderRow): Promise<Bills> {
  const readings = await readingsOf(db, order.id)
  const power = await ratedPower(db, order.pile_id)
  const end = endOf(order)
  const whole = billOf(order, readings, end, power)
  if (!order.refused_from || whole.abnormal) return { whole, part: null }
  const from = ms(order.refused_from)
  if (from >= end.at) return { whole, part: whole }
  const until = pointAt(sessionPoints(startOf(order), readings, end), Math.max(from, ms(order.started_at)))
  const before = readings.filter(({ at }) => at < until.at)
  return { whole, part: billOf(order, before, until, power) }
}

const endOf = ({ ended_at, started_at, meter_stop_wh, meter_start_wh, stop_received_at, received_at }: OrderRow) => ({
  at: ms(ended_at ?? started_at),
  wh: meter_stop_wh ?? meter_start_wh,
  received_at: ms(stop_received_at ?? received_at),
})

/** What the register said at an instant between two of its points, the energy between them spread evenly. */
function pointAt(points: readonly ReportedPoint[], at: number): ReportedPoint {
  const after = points.findIndex((point) => point.at >= at)
  const to = points[after] ?? points.at(-1)
  const from = points[after - 1] ?? to
  if (!from || !to) throw new Error('a session has a start and an end')
  const share = to.at > from.at ? (at - from.at) / (to.at - from.at) : 1
  return { at, wh: Math.floor(from.wh + (to.wh - from.wh) * share), received_at: to.received_at }
}
