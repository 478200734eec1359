import { type Kysely, sql } from 'kysely'
import type { collectOrder } from '../../shared/endpoints/order-money.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import { enterCollected } from './ledger.ts'
import { locked, type ManualOrderDeps, question, yuan } from './manual-order.ts'
import { happened, inOrder } from './order-events.ts'
import { updateOrder } from './order-row.ts'

type Collected = Parsed<typeof collectOrder>

/** Takes down money that came beside the balance for an unpaid order, and pays the order with it, in parts or whole. */
export async function collect(
  deps: ManualOrderDeps,
  collected: Collected,
  context: Context,
): Promise<Data<typeof collectOrder>> {
  const { db, person } = context
  const { id, way, amount_cents, reference, remark } = collected
  const order = await locked(db, id)
  if (order.status !== 'unpaid') throw new Refusal(409, 'refusals:order_not_unpaid')
  const open = order.total_cents - order.paid_cents
  if (amount_cents > open) throw wrongField('amount_cents', 'refusals:more_than_open', { amount: yuan(open) })
  if (!collected.confirmed) await askAboutReference(db, collected)
  const { site_id, customer_id } = order
  await db
    .insertInto('payment')
    .values({ order_id: id, site_id, customer_id, way, amount_cents, reference, remark, entered_by: person.name })
    .execute()
  const about = { entered_by: person.name, remark: reference }
  await enterCollected(db, { ...about, customer_id, order_id: id, amount_cents })
  const now = Date.now()
  const status = amount_cents === open ? 'paid' : 'unpaid'
  const event = happened(now, 'collected', { by: person.name, paid_cents: amount_cents, way, reference })
  await updateOrder(db, id, {
    status,
    paid_cents: order.paid_cents + amount_cents,
    paid_at: status === 'paid' ? iso(now) : null,
    pay_type: way,
    events: JSON.stringify(inOrder([...order.events, event])),
  })
  context.afterCommit(() => deps.ended(order.pile_id, { order_id: id, debited: null }))
  return { status, shortfall_cents: open - amount_cents }
}

/** One receipt seldom pays two orders: a slip of the hand, unless someone means it. The same order twice the database refuses. */
async function askAboutReference(db: Kysely<Database>, { id, way, reference }: Collected): Promise<void> {
  const other = await db
    .selectFrom('payment')
    .innerJoin('orders', 'orders.id', 'payment.order_id')
    .select('orders.number')
    .where(sql`upper(payment.reference)`, '=', sql`upper(${reference})`)
    .where('payment.way', '=', way)
    .where('payment.order_id', '<>', id)
    .executeTakeFirst()
  if (other) throw question('refusals:reference_used', { order: other.number })
}
