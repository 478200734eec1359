import type { FastifyInstance } from 'fastify'
import { customerDetails, topUp } from '../../shared/endpoints/customers.ts'
import { card } from '../../shared/entities/card.ts'
import { customer } from '../../shared/entities/customer.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { rowsOf } from '../kit/crud/rows.ts'
import { notFound } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'

/** Hears of a balance once it is durable. */
export type OnBalance = (customer_id: number, balance_cents: number) => void

export function customerRoutes(app: FastifyInstance, onBalance: OnBalance): void {
  serve(app, topUp, (payment, context) => enter(payment, context, onBalance))
  serve(app, customerDetails, details)
}

async function enter({ id, amount_cents, remark }: Parsed<typeof topUp>, context: Context, onBalance: OnBalance) {
  const { db, person } = context
  const known = await db.selectFrom('customer').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!known) throw notFound()
  const { balance_cents } = await db
    .insertInto('ledger_entry')
    .values({ customer_id: id, kind: 'top_up', amount_cents, entered_by: person.name, remark: remark || null })
    .returning('balance_cents')
    .executeTakeFirstOrThrow()
  context.afterCommit(() => onBalance(id, balance_cents))
  return { balance_cents }
}

async function details({ id }: Parsed<typeof customerDetails>, { db }: Context): Promise<Data<typeof customerDetails>> {
  const [found] = await rowsOf(db, customer, [id])
  if (!found) throw notFound()
  const cards = await db.selectFrom('card').select('id').where('customer_id', '=', id).orderBy('number').execute()
  const rows = await rowsOf(
    db,
    card,
    cards.map((each) => each.id),
  )
  return { customer: found, cards: rows } as unknown as Data<typeof customerDetails>
}
