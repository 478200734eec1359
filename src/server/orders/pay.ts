import { payFrom } from '../../shared/domain/money.ts'
import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import { iso } from '../kit/instants.ts'
import { happened } from './order-events.ts'
import type { OrderChange, OrderRow, Trx } from './order-row.ts'

/** The customer's balance after an order took from it. */
export interface Debited {
  customer_id: number
  balance_cents: number
}

export interface Paid {
  change: OrderChange
  events: OrderEvent[]
  shortfall_cents: number
  debited: Debited | null
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
    debited: paid_cents > 0 && order.customer_id !== null ? await debit(trx, order, paid_cents) : null,
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

async function debit(trx: Trx, order: OrderRow, cents: number): Promise<Debited> {
  const customer_id = order.customer_id as number
  const entry = await trx
    .insertInto('ledger_entry')
    .values({ customer_id, kind: 'charge', amount_cents: -cents, order_id: order.id })
    .returning('balance_cents')
    .executeTakeFirstOrThrow()
  return { customer_id, balance_cents: entry.balance_cents }
}
