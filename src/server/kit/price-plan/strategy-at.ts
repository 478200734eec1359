import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isValid } from '../../../shared/domain/price-plan.ts'
import { siteClock } from '../../../shared/domain/time-zone.ts'
import type { FrozenRule } from '../../../shared/endpoints/orders.ts'
import type { Titled } from '../../../shared/kit/entity.ts'
import type { Database } from '../database/tables.ts'
import { iso } from '../instants.ts'

type Db = Kysely<Database>

interface Planned {
  site_id: number
  time_zone: string
  id: number | null
  title: string
  valid_from: string | null
  valid_to: string | null
}

/**
 * The strategies by which sites charge at an instant (epoch ms), in the past or to come: the only place that decides it. A site
 * without one, or with one that is disabled or not valid on that day of the site's clock, is not in the answer: it has no price.
 */
export async function strategiesAt(db: Db, site_ids: readonly number[], at: number): Promise<Map<number, Titled>> {
  const when = iso(at)
  const { rows } = await sql<Planned>`
    select distinct on (p.site_id) p.site_id, site.time_zone, strategy.id, strategy.name as title, valid_from, valid_to
    from strategy_period p join site on site.id = p.site_id
      left join strategy on strategy.id = p.strategy_id and strategy.status = 'enabled'
    where p.site_id = any(${[...site_ids]}::bigint[])
      and (p.starts_at is null or p.starts_at <= ${when}) and (p.ends_at is null or p.ends_at > ${when})
    order by p.site_id, p.ends_at is null, p.starts_at desc nulls last, p.id desc`.execute(db)
  const found = new Map<number, Titled>()
  for (const { site_id, time_zone, id, title, ...validity } of rows)
    if (id !== null && isValid(validity, siteClock(time_zone), at)) found.set(site_id, { id, title })
  return found
}

/** The sites, as `t`, for which one of these strategies decides now or later, valid or not. */
export const plannedFor = (strategy_ids: readonly unknown[]): RawBuilder<SqlBool> => sql`t.id in (
  select edge.site_id from strategy_period edge
  cross join lateral (values (now()), (edge.starts_at), (edge.ends_at)) moment (at)
  cross join lateral (
    select p.strategy_id from strategy_period p
    where p.site_id = edge.site_id and (p.starts_at is null or p.starts_at <= moment.at) and (p.ends_at is null or p.ends_at > moment.at)
    order by p.ends_at is null, p.starts_at desc nulls last, p.id desc limit 1) held
  where edge.site_id in (select site_id from strategy_period where strategy_id in (${sql.join(strategy_ids)}))
    and moment.at >= now() and held.strategy_id in (${sql.join(strategy_ids)}))`

/** The rules by which a site charges at an instant, in the order of the day; none where it has no price then. */
export async function rulesAt(db: Db, site_id: number, at: number): Promise<FrozenRule[]> {
  const strategy = (await strategiesAt(db, [site_id], at)).get(site_id)
  if (!strategy) return []
  return db
    .selectFrom('strategy_rule')
    .innerJoin('billing_rule as r', 'r.id', 'strategy_rule.rule_id')
    .select(['r.id', 'r.name', 'r.band', 'r.start_hour', 'r.end_hour', 'r.electricity_fee', 'r.service_fee'])
    .select(['r.electricity_cost', 'r.occupation_fee', 'r.free_minutes'])
    .where('strategy_id', '=', strategy.id)
    .where('r.status', '=', 'enabled')
    .orderBy('r.start_hour')
    .orderBy('r.id')
    .execute()
}
