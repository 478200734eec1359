import { occupationLines } from '../../shared/domain/occupation.ts'
import { mayBecome } from '../../shared/domain/order-states.ts'
import { sumOf } from '../../shared/domain/tariff.ts'
import type { OrderEvent, OrderLine } from '../../shared/endpoints/orders.ts'
import { isoOrNull, ms } from '../kit/instants.ts'
import type { Balance } from './ledger.ts'
import { happened, inOrder } from './order-events.ts'
import { type OrderRow, type Trx, tariffOfOrder, updateOrder } from './order-row.ts'
import { payFromBalance } from './pay.ts'

export interface Settled {
  order_id: number
  debited: Balance | null
}

/** When the cable was out, by its pile's clock. Null: nothing says that it stayed in after charging. */
type UnpluggedAt = number | null

/**
 * Ends an order whose energy is billed: adds the occupation that its cable caused, and takes the total from the
 * customer's balance; with `debits` false it is left unpaid. The caller holds the order's row.
 */
export async function settle(
  trx: Trx,
  order: OrderRow,
  unplugged_at: UnpluggedAt,
  at: number,
  debits = true,
): Promise<Settled> {
  const energy = order.lines.filter((line) => line.kind === 'energy')
  const occupation = occupationOf(order, unplugged_at)
  const lines = [...energy, ...occupation]
  const { energy_wh: _, ...amounts } = sumOf(lines)
  const paid = await payFromBalance(trx, debits ? order : { ...order, customer_id: null }, amounts.total_cents, at)
  if (!mayBecome(order.status, paid.change.status as OrderRow['status']))
    throw new Error(`order ${order.id} is ${order.status}`)
  const leftUnpaid =
    paid.shortfall_cents > 0 ? [happened(at, 'left_unpaid', { short_cents: paid.shortfall_cents })] : []
  const events = inOrder([
    ...order.events,
    ...occupationEvents(occupation, unplugged_at),
    ...(debits ? paid.events : leftUnpaid),
  ])
  await updateOrder(trx, order.id, {
    ...amounts,
    ...paid.change,
    unplugged_at: isoOrNull(unplugged_at),
    lines: JSON.stringify(lines),
    events: JSON.stringify(events),
  })
  return { order_id: order.id, debited: paid.debited }
}

/** A car that was full while its session ran on kept the cable in at least until the session's end. */
function occupationOf(order: OrderRow, unplugged_at: UnpluggedAt): OrderLine[] {
  const tariff = tariffOfOrder(order)
  if (!tariff || !order.ended_at) return []
  const ended_at = ms(order.ended_at)
  const began = order.charge_ended_at ? ms(order.charge_ended_at) : ended_at
  return occupationLines(tariff, began, Math.max(unplugged_at ?? ended_at, ended_at))
}

function occupationEvents([first]: OrderLine[], unplugged_at: UnpluggedAt): OrderEvent[] {
  return [
    ...(first ? [happened(ms(first.from), 'occupation_began', { fee_cents: first.occupation_fee })] : []),
    ...(unplugged_at === null ? [] : [happened(unplugged_at, 'unplugged')]),
  ]
}
