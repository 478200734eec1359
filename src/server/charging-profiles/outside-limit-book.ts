import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import type { ConnectedPile, Live, OutsideLimitEnd, OutsideLimitReport, OutsideLimits } from '../ocpp/ports.ts'

/** Keeps what other systems limit piles to. */
export class OutsideLimitBook implements OutsideLimits {
  readonly #db: Kysely<Database>
  readonly #live: Live

  constructor(db: Kysely<Database>, live: Live) {
    this.#db = db
    this.#live = live
  }

  /** One that is told again as it was holds since it was told first. */
  async limited({ id: pile_id }: ConnectedPile, report: OutsideLimitReport): Promise<void> {
    const { evse, source, grid_critical, local_generation, schedules } = report
    const at = iso(report.received_at)
    const { rows } = await sql<{ is_new: boolean }>`
      insert into outside_limit as l (pile_id, evse, source, grid_critical, local_generation, since, told_at, schedules)
      values (${pile_id}, ${evse}, ${source}, ${grid_critical}, ${local_generation}, ${at}, ${at}, ${JSON.stringify(schedules)})
      on conflict (pile_id, evse, source, local_generation) do update set
        since = case when l.schedules = excluded.schedules then l.since else excluded.since end,
        grid_critical = excluded.grid_critical, told_at = excluded.told_at, schedules = excluded.schedules
      returning since = ${at}::timestamptz as is_new`.execute(this.#db)
    if (rows[0]?.is_new) await this.#changed(pile_id)
    this.#live.changed('pile', pile_id)
  }

  async released({ id: pile_id }: ConnectedPile, { source, evse }: OutsideLimitEnd): Promise<void> {
    const [gone] = await this.#db
      .deleteFrom('outside_limit')
      .where('pile_id', '=', pile_id)
      .where('source', '=', source)
      .$if(evse !== null, (query) => query.where('evse', '=', Number(evse)))
      .execute()
    if (gone?.numDeletedRows) await this.#changed(pile_id)
    this.#live.changed('pile', pile_id)
  }

  /** What was last looked at was another limit: its profiles are to be looked at anew. */
  #changed = (pile_id: number) =>
    sql`update profile_check set outdated_at = clock_timestamp() where pile_id = ${pile_id}`.execute(this.#db)
}
