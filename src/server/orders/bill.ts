import { type LaidOut, layOut } from '../../shared/domain/lay-out.ts'
import type { ReportedPoint } from '../../shared/domain/meter-checks.ts'
import type { Abnormal } from '../../shared/domain/order-states.ts'
import { billablePoints } from '../../shared/domain/session-points.ts'
import { type Amounts, energyLines, sumOf } from '../../shared/domain/tariff.ts'
import type { OrderLine } from '../../shared/endpoints/orders.ts'
import { type OrderRow, startOf, tariffOfOrder } from './order-row.ts'

export interface Bill {
  /** Why nothing is billed yet; the lines are then empty and the amounts 0. */
  abnormal: Abnormal | null
  timed_by: LaidOut['timed_by']
  lines: OrderLine[]
  amounts: Amounts
}

/** The energy bill of an order whose end is known, from all that its meter said. */
export function billOf(
  order: OrderRow,
  readings: readonly ReportedPoint[],
  end: ReportedPoint,
  rated_power_w: number | null,
): Bill {
  const { points, timed_by, abnormal: wrong } = layOut(startOf(order), readings, end, rated_power_w)
  const tariff = tariffOfOrder(order)
  const abnormal = wrong ?? (tariff ? null : 'no_price')
  const lines = tariff && !abnormal ? energyLines(tariff, billablePoints(points)) : []
  return { abnormal, timed_by, lines, amounts: { ...sumOf(lines), energy_wh: energyOf(order, end, abnormal) } }
}

/** What was drawn by the register; nothing where the register itself is not believed. */
function energyOf(order: OrderRow, end: ReportedPoint, abnormal: Abnormal | null): number {
  if (abnormal === 'meter_backwards' || abnormal === 'meter_jump') return 0
  return Math.max(Math.round(end.wh) - order.meter_start_wh, 0)
}
