import type { Kysely } from 'kysely'
import { isOver, type OutsideLimit } from '../../shared/domain/charging-profiles/outside-limit.ts'
import type { Database } from './database/tables.ts'

/** What other systems limit a pile to, those of the whole pile first; not those whose time is over. */
export async function outsideLimitsOf(db: Kysely<Database>, pile_id: number): Promise<OutsideLimit[]> {
  const rows = await db
    .selectFrom('outside_limit')
    .select(['evse', 'source', 'grid_critical', 'local_generation', 'since', 'told_at', 'schedules'])
    .where('pile_id', '=', pile_id)
    .orderBy('evse')
    .orderBy('since')
    .execute()
  return rows.filter((row) => !isOver(row, Date.now()))
}
