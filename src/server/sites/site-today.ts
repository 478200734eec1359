import { sql } from 'kysely'
import type { siteToday } from '../../shared/endpoints/sites.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Looking } from '../kit/context.ts'
import { maySeeMoney } from '../kit/person.ts'
import { rulesAt, strategiesAt } from '../kit/price-plan/strategy-at.ts'
import { reached } from '../kit/reach/within.ts'
import { notFound } from '../kit/refusal.ts'
import { countsOf } from './site-states.ts'

type Today = Data<typeof siteToday>
type Place = { id: number; time_zone: string }

/** A site as it is now, as far as this person reaches it, and what this day of its own clock has brought. */
export async function todayAt({ db, person }: Looking, id: number): Promise<Today> {
  const site = await db.selectFrom('site').select(['id', 'time_zone']).where('id', '=', id).executeTakeFirst()
  if (!site) throw notFound()
  const now = Date.now()
  const [counts, load, sums, rules, strategies] = await Promise.all([
    countsOf({ db, person }, [id]),
    loadAt({ db, person }, id),
    sumsOf({ db, person }, site),
    rulesAt(db, id, now),
    strategiesAt(db, [id], now),
  ])
  const { states = {}, piles = 0 } = counts.get(id) ?? {}
  return { states, piles, ...load, ...sums, rules, strategy: strategies.get(id) ?? null }
}

type Load = Pick<Today, 'power_w' | 'rated_power_w' | 'open_alarms'>

async function loadAt({ db, person }: Looking, id: number): Promise<Load> {
  const { rows } = await sql<Load>`
    select coalesce(sum(p.power_w), 0)::bigint as power_w, coalesce(sum(t.rated_power_w), 0)::bigint as rated_power_w,
      (select count(*) from alarm where site_id = ${id} and status = 'open' and ${reached(person, 'alarm', 'alarm')}) as open_alarms
    from pile p left join pile_type t on t.id = p.pile_type_id
    where p.site_id = ${id} and p.enabled and p.archived_at is null and ${reached(person, 'pile', 'p')}`.execute(db)
  return rows[0] as Load
}

type Sums = Pick<Today, 'energy_wh' | 'income_cents' | 'services' | 'orders'>

/** Income is what ended today less what was paid back today; a supplement bills a session that was counted before. */
async function sumsOf({ db, person }: Looking, { id, time_zone }: Place): Promise<Sums> {
  const midnight = sql`(select date_trunc('day', now() at time zone ${time_zone}) at time zone ${time_zone})`
  const theirs = reached(person, 'order', 'o')
  const { rows } = await sql<Sums>`
    select coalesce(sum(energy_wh), 0)::bigint as energy_wh,
      coalesce(sum(total_cents), 0)::bigint - (
        select coalesce(sum(r.amount_cents), 0)::bigint from refund r join orders o on o.id = r.order_id
        where o.site_id = ${id} and r.refunded_at >= ${midnight} and ${theirs}) as income_cents,
      count(*) filter (where type <> 'supplement') as services,
      (select count(*) from orders o
       where site_id = ${id} and type <> 'supplement' and started_at >= ${midnight} and ${theirs}) as orders
    from orders o where site_id = ${id} and ended_at >= ${midnight} and ${theirs}`.execute(db)
  const sums = rows[0] as Sums
  return maySeeMoney(person) ? sums : { ...sums, income_cents: null }
}
