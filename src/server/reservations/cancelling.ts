import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { ReservationPiles } from './ports.ts'

type Db = Kysely<Database>

interface Cancelled {
  id: number
  pile_id: number
  connector_number: number
}

/** Writes down that its pile is asked to let it go. */
export async function writeCancel(
  db: Db,
  piles: Pick<ReservationPiles, 'write'>,
  { id, pile_id, connector_number }: Cancelled,
  asked_by: string | null,
) {
  const intent = { ask: 'cancel_reservation', reservation: id } as const
  const { id: cancel_id, send } = await piles.write({ pile_id, connector_number, intent, asked_by }, db)
  await db.updateTable('reservation').set({ cancel_id }).where('id', '=', id).execute()
  return { cancel_id, send }
}

/** Its pile is away: here it is over at once. */
export const cancelAway = (db: Db, id: number) =>
  sql`
    update reservation set state = 'cancelled', reason = 'person', ended_at = now(), cancel_due = true, cancel_id = null,
      version = version + 1, updated_at = now() where id = ${id}`.execute(db)

/** Tells piles that are back of what was cancelled while they were away, before its time is over: then they let it go by themselves. */
export async function tellCancelled(db: Db, piles: ReservationPiles): Promise<void> {
  const { rows } = await sql<Cancelled & { asked_by: string | null }>`
    select id, pile_id, connector_number, asked_by from reservation
    where cancel_due and cancel_id is null and expires_at > now() order by id`.execute(db)
  for (const row of rows) {
    if (!piles.connected(row.pile_id)) continue
    const { send } = await inTransaction(db, (trx) => writeCancel(trx, piles, row, null))
    void send()
  }
}

/**
 * A pile that answered was told, whatever it said: one that does not know it keeps it no more (OCPP 1.6, 5.1). One that gave no answer is
 * told again.
 */
export const settleCancelled = (db: Db) =>
  sql`
    update reservation r set cancel_due = c.status not in ('done', 'accepted', 'refused'),
      cancel_id = case when c.status in ('done', 'accepted', 'refused') then r.cancel_id end
    from command c where r.cancel_due and c.id = r.cancel_id and c.status not in ('queued', 'sent')`.execute(db)
