import { type Kysely, sql } from 'kysely'
import { forWalls } from '../../shared/endpoints/wall-calls.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Grant } from '../kit/person.ts'
import { reachOf, type Sets, setsOfRole } from '../kit/reach/resolve.ts'

/** A screen belongs to no department. */
const NO_DEPT = sql`null::bigint`

/**
 * What these roles come to for a screen on a wall: of their permissions those that look, for the records that they reach. A role
 * that is out of force comes to nothing unless `asIfInForce`: giving it away counts all the same.
 */
export async function wallGrantsOf(
  db: Kysely<Database>,
  roleIds: readonly number[],
  { asIfInForce = false } = {},
): Promise<Map<number, Grant>> {
  if (!roleIds.length) return new Map()
  const { rows } = await sql<{ id: number; permissions: string[]; sets: Sets | null }>`
    select r.id, g.permissions, reached.sets from role r join role_grant g on g.role_id = r.id,
      lateral (select ${setsOfRole(NO_DEPT)} as sets) reached
    where r.id = any(${[...roleIds]}::bigint[]) and (r.status = 'normal' or ${asIfInForce})`.execute(db)
  return new Map(
    rows.map(({ id, permissions, sets }) => [id, { permissions: forWalls(permissions), reach: reachOf(sets, 0, []) }]),
  )
}
