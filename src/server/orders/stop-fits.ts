import { checkClock, isJump, WH_TOLERANCE } from '../../shared/domain/meter-checks.ts'
import { ms } from '../kit/instants.ts'
import type { Stop } from '../ocpp/ports.ts'
import type { OrderRow } from './order-row.ts'

/** No zone and no change of the hour sets a clock back by more. */
const A_DAY_MS = 24 * 3_600_000

/**
 * Can a stop be one of this order? A number that a pile was told by a database that was brought back since may be another
 * order's now. Its register then lies below the order's start, its time a day before it, or its card is another one and its
 * register out of reach. A pile that has used the number for this order means this order, whatever its meter says.
 */
export function fits(order: OrderRow, stop: Stop, isNamed: boolean): boolean {
  if (isNamed) return true
  const start = { at: ms(order.started_at), wh: order.meter_start_wh }
  if (stop.meter_stop_wh < start.wh - WH_TOLERANCE) return false
  const isBelieved = !checkClock(stop.at, stop.received_at) && !checkClock(start.at, ms(order.received_at))
  if (isBelieved && stop.at < start.at - A_DAY_MS) return false
  const isOtherCard = stop.card_number !== null && stop.card_number.toUpperCase() !== order.card_number?.toUpperCase()
  const end = { at: Math.max(stop.at, stop.received_at), wh: stop.meter_stop_wh }
  return !(isOtherCard && isJump(start, end, null))
}
