import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'

/**
 * Writes into sites the strategy that begins to hold there without an end, for lists and forms: prices are read from the plan
 * itself, so they change on time whenever this runs, on however many nodes. Gives back the sites that changed.
 */
export async function followPlan(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with due as (
      select distinct on (site_id) site_id, strategy_id from strategy_period
      where ends_at is null and (starts_at is null or starts_at <= now())
      order by site_id, starts_at desc nulls last, id desc)
    update site set strategy_id = due.strategy_id, version = version + 1, updated_at = now() from due
    where site.id = due.site_id and site.strategy_id is distinct from due.strategy_id returning site.id`.execute(db)
  return rows.map(({ id }) => id)
}
