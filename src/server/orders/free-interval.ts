import { ruleAt } from '../../shared/domain/bands.ts'
import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import { ms } from '../kit/instants.ts'
import { happened } from './order-events.ts'
import { type OrderRow, tariffOfOrder } from './order-row.ts'

/** The time that a cable may stay in for nothing, as something that happened when charging ended. */
export function freeInterval(order: OrderRow): OrderEvent[] {
  const tariff = tariffOfOrder(order)
  if (!tariff || !order.charge_ended_at) return []
  const at = ms(order.charge_ended_at)
  const { free_minutes, occupation_fee } = ruleAt(tariff, at)
  return free_minutes > 0 && occupation_fee > 0 ? [happened(at, 'free_interval', { minutes: free_minutes })] : []
}
