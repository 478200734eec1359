import { type RawBuilder, sql } from 'kysely'
import type { Reach, Reached } from './reach.ts'

/** The sets of `reach_of` (migration 0018): what a data scope comes to, whoever has it. */
export type Sets = Omit<Reached, 'peers' | 'user_id'>

/** The sets of a role `r` for whoever belongs to this department. */
export const setsOfRole = (
  dept: RawBuilder<unknown>,
): RawBuilder<Sets | null> => sql<Sets | null>`reach_of(r.data_scope,
  array(select rs.site_id from role_site rs where rs.role_id = r.id order by 1),
  array(select rm.merchant_id from role_merchant rm where rm.role_id = r.id order by 1), ${dept})`

export const reachOf = (sets: Sets | null, user_id: number, peers: readonly number[]): Reach =>
  sets && { ...sets, user_id, peers: [...new Set([user_id, ...peers])] }
