import { type Kysely, sql } from 'kysely'
import type { Ask } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { PriorityReport } from '../ocpp/ports.ts'
import { orderNumbered } from './numbered-events.ts'
import { bounded, happened, inOrder } from './order-events.ts'
import { type Trx, updateOrder } from './order-row.ts'

const PRIORITY: Ask = 'priority'
/** What is told so long after it was asked for is another person's doing; one that was away tells later. */
const COUNTS = '15 minutes'

/**
 * Its pile says that a session charges with priority, or does no more. Told again it is no news. Null where no session runs by that name.
 */
export const notePriority = (
  db: Kysely<Database>,
  pile_id: number,
  { transaction_id, on, received_at }: PriorityReport,
) =>
  inTransaction(db, async (trx) => {
    const order = await orderNumbered(trx, pile_id, transaction_id)
    if (order?.status !== 'generated') return null
    const told = { id: order.id, transaction_id: order.transaction_id }
    if ((order.priority_since !== null) === on) return { ...told, isNews: false }
    const by = await askedBy(trx, pile_id, { transaction_id: order.transaction_id, on })
    const event = `priority_${on ? 'on' : 'off'}${by === null ? '_at_pile' : ''}`
    await updateOrder(trx, order.id, {
      priority_since: on ? iso(received_at) : null,
      priority_by: on ? by : null,
      events: JSON.stringify(
        bounded(inOrder([...order.events, happened(received_at, event, by === null ? {} : { by })])),
      ),
    })
    return { ...told, isNews: true }
  })

/** Who asked for it from here; null: a person at the pile did. */
async function askedBy(
  trx: Trx,
  pile_id: number,
  { transaction_id, on }: { transaction_id: number; on: boolean },
): Promise<string | null> {
  const { rows } = await sql<{ asked_by: string | null }>`
    select asked_by from command
    where pile_id = ${pile_id} and action = ${PRIORITY} and created_at > now() - ${COUNTS}::interval
      and status in ('sent', 'accepted', 'timed_out', 'unclear', 'no_effect')
      and intent::jsonb ->> 'transaction_id' = ${String(transaction_id)} and (intent::jsonb ->> 'on')::boolean = ${on}
    order by id desc limit 1`.execute(trx)
  return rows[0]?.asked_by ?? null
}
