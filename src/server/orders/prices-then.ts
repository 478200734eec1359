import { type Kysely, sql } from 'kysely'
import type { FrozenRule } from '../../shared/endpoints/orders.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso, ms } from '../kit/instants.ts'
import { type Place, placeOf } from './frozen-rules.ts'

type Db = Kysely<Database>

/**
 * A pile's place with the rules that held at an instant (epoch ms). Those of now, if neither the site nor its strategy has
 * changed since; else those that the last order begun there before it froze; and where there was none, those of the first after.
 */
export async function placeThen(db: Db, pile_id: number, at: number): Promise<Place> {
  const place = await placeOf(db, pile_id)
  if (place.site_id === null || (await changedAt(db, place.site_id)) <= at) return place
  return { ...place, rules: (await frozenNear(db, place.site_id, at)) ?? place.rules }
}

async function changedAt(db: Db, site_id: number): Promise<number> {
  const { rows } = await sql<{ at: string }>`
    select greatest(site.updated_at, strategy.updated_at, max(billing_rule.updated_at)) as at
    from site left join strategy on strategy.id = site.strategy_id
      left join strategy_rule on strategy_rule.strategy_id = strategy.id
      left join billing_rule on billing_rule.id = strategy_rule.rule_id
    where site.id = ${site_id} group by site.updated_at, strategy.updated_at`.execute(db)
  return rows[0] ? ms(rows[0].at) : 0
}

async function frozenNear(db: Db, site_id: number, at: number): Promise<FrozenRule[] | null> {
  const begun = db.selectFrom('orders').select('rules').where('site_id', '=', site_id).where('type', '<>', 'supplement')
  const before = await begun
    .where('started_at', '<=', iso(at))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before?.rules.length) return before.rules
  const after = await begun.where('started_at', '>', iso(at)).orderBy('started_at').limit(1).executeTakeFirst()
  return after?.rules.length ? after.rules : null
}
