import type { Insertable } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { Trx } from './order-row.ts'

/** A customer's balance after something moved on it. */
export interface Balance {
  customer_id: number
  balance_cents: number
}

type Movement = Pick<Insertable<Database['ledger_entry']>, 'customer_id' | 'kind' | 'amount_cents' | 'order_id'> & {
  entered_by?: string
  remark?: string
}

/** Enters a movement of a customer's balance for an order. Anyone who calls it holds the order's row. */
export async function enter(trx: Trx, movement: Movement): Promise<Balance> {
  const { balance_cents } = await trx
    .insertInto('ledger_entry')
    .values(movement)
    .returning('balance_cents')
    .executeTakeFirstOrThrow()
  return { customer_id: movement.customer_id as number, balance_cents }
}

interface Passing {
  customer_id: number | null
  order_id: number
  /** Cents, more than nothing. */
  amount_cents: number
  entered_by: string
  remark: string
}

/**
 * Money that a customer handed over for an order beside the balance: in, and at once out for the order. The balance stays
 * what it was, and the ledger holds all that the order was paid.
 */
export const enterCollected = (trx: Trx, passing: Passing) => pass(trx, passing, 'collected', 'charge')

/** Money that went back beside the balance: refunded to the customer, and paid out. */
export const enterPaidOut = (trx: Trx, passing: Passing) => pass(trx, passing, 'refund', 'paid_out')

async function pass(trx: Trx, { customer_id, amount_cents, ...about }: Passing, into: Kind, out: Kind): Promise<void> {
  if (customer_id === null) return
  await enter(trx, { ...about, customer_id, kind: into, amount_cents })
  await enter(trx, { ...about, customer_id, kind: out, amount_cents: -amount_cents })
}

type Kind = Movement['kind']
