import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'

/** Removes messages older than an administrator wants them kept; what is still to be sent stays. Gives how many. */
export async function forgetOldMessages(db: Kysely<Database>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from message where state <> 'queued'
      and created_at < now() - (select message_days from system_setting) * interval '1 day'`.execute(db)
  return Number(numAffectedRows ?? 0)
}
