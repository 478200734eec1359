import type { correctBalance, topUp } from '../../shared/endpoints/customers.ts'
import { customer as customerEntity } from '../../shared/entities/customer.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { refuseArchived } from '../kit/crud/archive.ts'
import { notFound, type Refusal, wrongField } from '../kit/refusal.ts'

/** Hears of a balance once it is durable. */
export type OnBalance = (customer_id: number, balance_cents: number) => void

interface Entry {
  id: number
  kind: 'top_up' | 'correction'
  amount_cents: number
  remark: string | null
}

export const payIn = (payment: Parsed<typeof topUp>, context: Context, onBalance: OnBalance) =>
  enter({ ...payment, kind: 'top_up' }, context, onBalance)

export const correct = (correction: Parsed<typeof correctBalance>, context: Context, onBalance: OnBalance) =>
  enter({ ...correction, kind: 'correction' }, context, onBalance)

/** Two entries of one customer come one after the other: the second one sees what the first one left. */
async function enter({ id, kind, amount_cents, remark }: Entry, context: Context, onBalance: OnBalance) {
  const { db, person } = context
  const customer = await db
    .selectFrom('customer')
    .select(['balance_cents', 'archived_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!customer) throw notFound()
  refuseArchived(customerEntity, customer)
  if (amount_cents < 0 && customer.balance_cents + amount_cents < 0) throw tooMuch(customer.balance_cents)
  const entry = await db
    .insertInto('ledger_entry')
    .values({ customer_id: id, kind, amount_cents, entered_by: person.name, remark })
    .returning(['balance_cents', 'number'])
    .executeTakeFirstOrThrow()
  context.afterCommit(() => onBalance(id, entry.balance_cents))
  return entry
}

/** What is not there cannot be taken; a balance in debt only goes up. */
const tooMuch = (balance_cents: number): Refusal =>
  wrongField('amount_cents', 'refusals:more_than_balance', { balance: (balance_cents / 100).toFixed(2) })
