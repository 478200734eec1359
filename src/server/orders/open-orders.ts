import { ms, msOrNull } from '../kit/instants.ts'
import { OpenSession } from './open-session.ts'
import { isNumbered, type OrderRow, startAbnormal, startOf, tariffOfOrder } from './order-row.ts'
import { isRefused } from './rivals.ts'
import type { WaitingOrder } from './session-book.ts'

/** An order's row beside what its session needs of others. */
export type OpenOrder = OrderRow & { balance_cents: number | null; rated_power_w: number | null }

export const sessionOf = (order: OpenOrder) =>
  new OpenSession({
    order_id: order.id,
    transaction_id: String(order.transaction_id),
    pile_id: order.pile_id,
    connector_number: order.connector_number,
    card_number: order.card_number,
    start_message: order.start_message,
    customer_id: order.customer_id,
    balance_cents: order.balance_cents ?? 0,
    tariff: tariffOfOrder(order),
    rated_power_w: order.rated_power_w,
    abnormal: startAbnormal(order),
    unauthorized: order.refused_as !== null,
    start: startOf(order),
    refused: isRefused(order),
    named: order.named,
    numbered: isNumbered(order),
    charge_ended_at: msOrNull(order.charge_ended_at),
    idle_at: msOrNull(order.idle_at),
    told_cost: toldCost(order),
  })

const toldCost = ({ cost_told_cents: cents, cost_told_at: at }: OrderRow) =>
  cents === null || at === null ? null : { cents, at: ms(at) }

/** `broken`: the pile was away since its last sign of the cable. */
export const waitingOf = (order: OrderRow & { balance_cents: number | null }, broken: boolean): WaitingOrder => ({
  order_id: order.id,
  connector_number: order.connector_number,
  customer_id: order.customer_id,
  balance_cents: order.balance_cents ?? 0,
  total_cents: order.total_cents,
  ended_at: ms(order.ended_at ?? order.started_at),
  stop_received_at: ms(order.stop_received_at ?? order.received_at),
  plugged_at: msOrNull(order.plugged_at),
  broken,
})
