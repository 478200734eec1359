import { type Kysely, sql } from 'kysely'
import { periodAt, stretchesFrom } from '../../shared/domain/price-plan.ts'
import type { FrozenRule } from '../../shared/endpoints/orders.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso, ms } from '../kit/instants.ts'
import { plansOf, type SitePlan } from '../kit/price-plan/plan.ts'
import { type Place, placeOf } from './frozen-rules.ts'

type Db = Kysely<Database>

/** A time in which one strategy held at a site (epoch ms), as far as the plan tells. */
interface Held {
  strategy_id: number
  from: number
  to: number
  /** What held before the first entry of the plan is not known. */
  isFirst: boolean
}

/**
 * A pile's place with the rules that held at an instant (epoch ms). Those of the strategy that held then, as they are now, if it has
 * not changed since; else those that the last order begun there before it under that strategy froze; and where there was none, those
 * of the first after.
 */
export async function placeThen(db: Db, pile_id: number, at: number): Promise<Place> {
  const place = await placeOf(db, pile_id, at)
  if (place.site_id === null) return place
  const [plan] = await plansOf(db, [place.site_id])
  const held = plan && heldAt(plan, at)
  if (!held || (await changedAt(db, place.site_id, held)) <= at) return place
  return { ...place, rules: (await frozenNear(db, place.site_id, at, held)) ?? place.rules }
}

function heldAt(plan: SitePlan, at: number): Held | null {
  const period = periodAt(plan.periods, at)
  if (!period?.strategy_id) return null
  const ends = stretchesFrom(plan, at)[0]?.to ?? Number.POSITIVE_INFINITY
  const began = plan.periods.flatMap(({ from, to }) => [from ?? 0, to ?? 0]).filter((edge) => edge <= at)
  return { strategy_id: period.strategy_id, from: Math.max(0, ...began), to: ends, isFirst: period.from === null }
}

async function changedAt(db: Db, site_id: number, { strategy_id, isFirst }: Held): Promise<number> {
  const { rows } = await sql<{ at: string }>`
    select greatest(case when ${isFirst} then site.updated_at end, strategy.updated_at, max(billing_rule.updated_at)) as at
    from site join strategy on strategy.id = ${strategy_id}
      left join strategy_rule on strategy_rule.strategy_id = strategy.id
      left join billing_rule on billing_rule.id = strategy_rule.rule_id
    where site.id = ${site_id} group by site.updated_at, strategy.updated_at`.execute(db)
  return rows[0] ? ms(rows[0].at) : 0
}

async function frozenNear(db: Db, site_id: number, at: number, { from, to }: Held): Promise<FrozenRule[] | null> {
  const begun = db
    .selectFrom('orders')
    .select('rules')
    .where('site_id', '=', site_id)
    .where('type', '<>', 'supplement')
    .where('started_at', '>=', iso(from))
    .where('started_at', '<', iso(to))
  const before = await begun
    .where('started_at', '<=', iso(at))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before?.rules.length) return before.rules
  const after = await begun.where('started_at', '>', iso(at)).orderBy('started_at').limit(1).executeTakeFirst()
  return after?.rules.length ? after.rules : null
}
