import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { Trx } from './order-row.ts'

/** Orders whose events go in one transaction, and such transactions in one run. What is left goes in the next run. */
const AT_ONCE = 50
const MOST_BATCHES = 400

/**
 * Removes events of transactions that ended longer ago than an administrator wants them kept. Their orders are settled, so that
 * nothing that comes later changes them (`mayEnd`); what waits for a person, for events or for its pile's word stays whole. Readings
 * and what the order says of its course stay as well. An order that someone else holds is left for the next run. Gives how many.
 */
export async function forgetOldEvents(db: Kysely<Database>, now = Date.now(), at_once = AT_ONCE): Promise<number> {
  let removed = 0
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const { orders, events } = await inTransaction(db, (trx) => forgetSome(trx, now, at_once))
    removed += events
    if (orders < at_once) break
  }
  return removed
}

async function forgetSome(trx: Trx, now: number, at_once: number): Promise<{ orders: number; events: number }> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o
    where o.station_transaction_id is not null and o.events_forgotten_at is null
      and o.status in ('paid', 'unpaid') and o.abnormal is null
      and o.stop_received_at < ${iso(now)}::timestamptz - (select event_days from system_setting) * interval '1 day'
      and not exists (
        select from transaction_question q where q.pile_id = o.pile_id and q.transaction_id = o.station_transaction_id)
    order by o.stop_received_at limit ${at_once} for update skip locked`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { orders: 0, events: 0 }
  // A statement of its own, so that it sees what came until the orders were held.
  const gone = await sql`
    delete from transaction_event e using orders o
    where o.id = any(${ids}::bigint[]) and e.pile_id = o.pile_id and e.transaction_id = o.station_transaction_id`.execute(
    trx,
  )
  // Nothing that anyone reads of the order changes: its version stays.
  await trx
    .updateTable('orders')
    .set({ events_forgotten_at: iso(now) })
    .where('id', 'in', ids)
    .execute()
  return { orders: ids.length, events: Number(gone.numAffectedRows ?? 0) }
}
