import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { forgetOldChanges } from './chain/forget.ts'

/**
 * Removes what stands longer than an administrator wants it kept in the logs that are not in partitions (`KEPT_LOGS`): what is counted on one row
 * however old, or chained. Gives how many entries.
 */
export async function forgetOldLogs(db: Kysely<Database>): Promise<number> {
  const old = sql`now() - (select log_days from system_setting) * interval '1 day'`
  let removed = await forgetOldChanges(db)
  for (const gone of [
    sql`delete from error_entry where last_at < ${old}`,
    // Who asks for their money back may ask about one of these.
    sql`delete from set_aside where last_received_at < least(${old}, now() - interval '90 days')`,
    // Personal: a request that it was asked for is answered by then.
    sql`delete from customer_report_part where told_at < greatest(${old}, now() - interval '30 days')`,
  ])
    removed += Number((await gone.execute(db)).numAffectedRows ?? 0)
  await sql`delete from error_hour where starts_at < ${old}`.execute(db)
  return removed
}
