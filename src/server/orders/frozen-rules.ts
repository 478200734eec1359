import type { Kysely } from 'kysely'
import type { FrozenRule } from '../../shared/endpoints/orders.ts'
import type { Database } from '../kit/database/tables.ts'

/** Where a session runs: its site with the rules in force there, and what its pile can deliver. */
export interface Place {
  site_id: number | null
  pile_type_id: number | null
  time_zone: string
  rated_power_w: number | null
  rules: FrozenRule[]
}

/** Reads a pile's place. No rules: the site has no strategy, or a disabled one. */
export async function placeOf(db: Kysely<Database>, pile_id: number): Promise<Place> {
  const pile = await db
    .selectFrom('pile')
    .leftJoin('site', 'site.id', 'pile.site_id')
    .leftJoin('pile_type', 'pile_type.id', 'pile.pile_type_id')
    .leftJoin('strategy', (join) =>
      join.onRef('strategy.id', '=', 'site.strategy_id').on('strategy.status', '=', 'enabled'),
    )
    .select(['pile.site_id', 'pile.pile_type_id', 'site.time_zone', 'rated_power_w', 'strategy.id as strategy_id'])
    .where('pile.id', '=', pile_id)
    .executeTakeFirstOrThrow()
  return {
    site_id: pile.site_id,
    pile_type_id: pile.pile_type_id,
    time_zone: pile.time_zone ?? 'Asia/Shanghai',
    rated_power_w: pile.rated_power_w,
    rules: pile.strategy_id ? await rulesOf(db, pile.strategy_id) : [],
  }
}

const frozen = [
  'billing_rule.id',
  'name',
  'band',
  'start_hour',
  'end_hour',
  'electricity_fee',
  'service_fee',
  'electricity_cost',
  'occupation_fee',
  'free_minutes',
] as const

const rulesOf = (db: Kysely<Database>, strategy_id: number): Promise<FrozenRule[]> =>
  db
    .selectFrom('strategy_rule')
    .innerJoin('billing_rule', 'billing_rule.id', 'strategy_rule.rule_id')
    .select(frozen)
    .where('strategy_id', '=', strategy_id)
    .where('billing_rule.status', '=', 'enabled')
    .orderBy('start_hour')
    .execute()
