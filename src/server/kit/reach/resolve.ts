import { type RawBuilder, sql } from 'kysely'
import type { Reach, Reached } from './reach.ts'

/** The sets of `reach_of` (migration 0018): what a data scope comes to, no matter who has it. */
export type Sets = Omit<Reached, 'peers' | 'user_id'>

/** The sets of a role `r` for anyone who belongs to this department. */
export const setsOfRole = (
  dept: RawBuilder<unknown>,
): RawBuilder<Sets | null> => sql<Sets | null>`reach_of(r.data_scope,
  array(select rs.site_id from role_site rs where rs.role_id = r.id order by 1),
  array(select rm.merchant_id from role_merchant rm where rm.role_id = r.id order by 1), ${dept})`

/**
 * Whose records someone of a role `r` shares, where its scope comes to `sets`: the same role gives the same reach, unless it is that
 * of each one's department.
 */
export const peersOfRole = (sets: RawBuilder<unknown>): RawBuilder<number[]> => sql<number[]>`(case
  when r.data_scope in ('sites', 'merchants') then array(select o.user_id from user_role o where o.role_id = r.id order by 1)
  when r.data_scope = 'department' then array(select o.id from users o
    where o.dept_id in (select jsonb_array_elements(${sets} -> 'depts')::bigint) order by 1)
  else '{}'::bigint[] end)`

export const reachOf = (sets: Sets | null, user_id: number, peers: readonly number[]): Reach =>
  sets && { ...sets, user_id, peers: [...new Set([user_id, ...peers])] }
