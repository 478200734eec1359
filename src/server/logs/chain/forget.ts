import { type Kysely, sql } from 'kysely'
import type { Database } from '../../kit/database/tables.ts'
import { inTransaction } from '../../kit/transaction.ts'
import { CHAIN_LOCK } from './link.ts'
import { sealAudit } from './seal.ts'

type Db = Kysely<Database>

/**
 * Removes the oldest entries, as far as all of them are older than an administrator wants the logs kept (and older than accounts
 * count as one with their makers); gives how many. The last removed seal stays as the anchor from which the check goes on, and an
 * entry of its own says so: an anchor that was moved by hand has none.
 */
export async function forgetOldChanges(db: Db): Promise<number> {
  await sealAudit(db)
  return inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(trx)
    const last = await lastOld(trx)
    if (!last) return 0
    const { position, hash } = last
    await sql`select set_config('audit.forgetting', 'on', true)`.execute(trx)
    const gone = await sql`
      delete from audit_entry where id in (select entry_id from audit_seal where position <= ${position})`.execute(trx)
    await sql`delete from audit_seal where position <= ${position}`.execute(trx)
    await sql`select set_config('audit.forgetting', 'off', true)`.execute(trx)
    await trx
      .updateTable('audit_end')
      .set({ position, hash, at: new Date().toISOString() })
      .where('which', '=', 'anchor')
      .execute()
    const entries = Number(gone.numAffectedRows ?? 0)
    await trx
      .insertInto('audit_entry')
      .values({ action: 'forget', entity: 'audit_entry', after: JSON.stringify({ position, hash, entries }) })
      .execute()
    return entries
  })
}

/** The last seal before the first entry that is still wanted; null when the oldest is. */
async function lastOld(trx: Db): Promise<{ position: number; hash: string } | null> {
  const { rows } = await sql<{ position: number; hash: string }>`
    with wanted as (
      select s.position from audit_seal s join audit_entry e on e.id = s.entry_id, system_setting
      where e.created_at >= now() - greatest(log_days, tie_days) * interval '1 day' order by s.position limit 1)
    select position, hash from audit_seal
    where position < coalesce((select position from wanted), 9223372036854775807) order by position desc limit 1`.execute(
    trx,
  )
  return rows[0] ?? null
}
