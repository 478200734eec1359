import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import type { Reach, Reached } from './reach.ts'

/** What a role or a client app says of its records. */
export interface DataScope {
  data_scope: 'all' | 'merchants' | 'sites' | 'department'
  site_ids: readonly number[]
  merchant_ids: readonly number[]
  /** Of whoever has it: the department that `department` begins with. */
  dept_id: number | null
}

/** The sets of `reach_of` (migration 0018): what a data scope comes to, whoever has it. */
export type Sets = Omit<Reached, 'peers' | 'user_id'>

/** What a data scope reaches now, for whoever has it. */
export async function resolveReach(db: Kysely<Database>, scope: DataScope, user_id: number): Promise<Reach> {
  const { data_scope, site_ids, merchant_ids, dept_id } = scope
  const { rows } = await sql<{ sets: Sets | null }>`
    select reach_of(${data_scope}, ${[...site_ids]}::bigint[], ${[...merchant_ids]}::bigint[], ${dept_id}) as sets`.execute(
    db,
  )
  return reachOf(rows[0]?.sets ?? null, user_id, [])
}

export const reachOf = (sets: Sets | null, user_id: number, peers: readonly number[]): Reach =>
  sets && { ...sets, user_id, peers: [...new Set([user_id, ...peers])] }
