import { payFrom } from '../../shared/domain/money.ts'
import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import { iso } from '../kit/instants.ts'
import { type Balance, enter } from './ledger.ts'
import { happened } from './order-events.ts'
import { type OrderChange, type OrderRow, type Trx, updateOrder } from './order-row.ts'

export interface Paid {
  change: OrderChange
  events: OrderEvent[]
  shortfall_cents: number
  debited: Balance | null
}

/**
 * Pays what is due of an order from its customer's balance, within the transaction that settles it: all that is there,
 * as far as it reaches. What is missing leaves the order unpaid. The order's row is locked before the customer's, always.
 */
export async function payFromBalance(trx: Trx, order: OrderRow, total_cents: number, at: number): Promise<Paid> {
  const due = total_cents - order.paid_cents
  const balance = order.customer_id === null || due === 0 ? null : await lockBalance(trx, order.customer_id)
  const { paid_cents, shortfall_cents } = payFrom(balance ?? 0, due)
  const isPaid = shortfall_cents === 0
  const events = [
    ...(paid_cents > 0 ? [happened(at, 'paid', { paid_cents })] : []),
    ...(isPaid ? [] : [happened(at, 'short', { short_cents: shortfall_cents })]),
  ]
  return {
    change: {
      status: isPaid ? 'paid' : 'unpaid',
      paid_cents: order.paid_cents + paid_cents,
      paid_at: isPaid ? iso(at) : null,
      pay_type: order.customer_id === null ? null : order.card_number && order.type === 'device' ? 'card' : 'balance',
    },
    events,
    shortfall_cents,
    debited: await debit(trx, order, paid_cents),
  }
}

async function lockBalance(trx: Trx, customer_id: number): Promise<number> {
  const customer = await trx
    .selectFrom('customer')
    .select('balance_cents')
    .where('id', '=', customer_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return customer.balance_cents
}

async function debit(trx: Trx, { id, customer_id }: OrderRow, cents: number): Promise<Balance | null> {
  if (customer_id === null || cents === 0) return null
  return await enter(trx, { customer_id, kind: 'charge', amount_cents: -cents, order_id: id })
}

/** Pays a new order made by hand that is written as unpaid; its customer's balance may reach for all of it. */
export async function payNew(
  trx: Trx,
  order: OrderRow,
  at: number,
): Promise<{ status: string; debited: Balance | null }> {
  const { change, events, debited, shortfall_cents } = await payFromBalance(trx, order, order.total_cents, at)
  await updateOrder(trx, order.id, { ...change, events: JSON.stringify([...order.events, ...events]) })
  return { status: shortfall_cents === 0 ? 'paid' : 'unpaid', debited }
}
