import type { Kysely } from 'kysely'
import type { FrozenRule } from '../../shared/endpoints/orders.ts'
import type { Database } from '../kit/database/tables.ts'
import { rulesAt } from '../kit/price-plan/strategy-at.ts'

/** Where a session runs: its site with the rules in force there when it began, and what its pile can deliver. */
export interface Place {
  site_id: number | null
  pile_type_id: number | null
  time_zone: string
  rated_power_w: number | null
  rules: FrozenRule[]
}

/** Reads a pile's place with the prices of an instant (epoch ms). No rules: its site has no strategy then, or a disabled one. */
export async function placeOf(db: Kysely<Database>, pile_id: number, at: number): Promise<Place> {
  const pile = await db
    .selectFrom('pile')
    .leftJoin('site', 'site.id', 'pile.site_id')
    .leftJoin('pile_type', 'pile_type.id', 'pile.pile_type_id')
    .select(['pile.site_id', 'pile.pile_type_id', 'site.time_zone', 'rated_power_w'])
    .where('pile.id', '=', pile_id)
    .executeTakeFirstOrThrow()
  return {
    ...pile,
    time_zone: pile.time_zone ?? 'Asia/Shanghai',
    rules: pile.site_id === null ? [] : await rulesAt(db, pile.site_id, at),
  }
}
