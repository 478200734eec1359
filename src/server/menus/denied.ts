import { type Kysely, sql } from 'kysely'
import { user } from '../../shared/entities/user.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { theirsOf } from '../kit/reach/hold.ts'
import { Refusal } from '../kit/refusal.ts'

/** Most people who are named. */
const NAMED = 3

interface Denied {
  id: number
  user_name: string
}

/**
 * Refuses that these entries go, or give no more than the codes of `kept`, while someone was denied by one of them what their
 * roles give by code alone: they would have it back, and nobody would know.
 */
export async function refuseGivingBack(
  { db, person }: Context,
  ids: readonly number[],
  kept: readonly string[] = [],
): Promise<void> {
  const denied = await deniedBy(db, ids, kept)
  if (!denied.length) return
  const theirs = await theirsOf(
    db,
    person,
    user,
    denied.map(({ id }) => id),
  )
  const names = denied.filter(({ id }) => theirs.includes(id)).map(({ user_name }) => user_name)
  const people = [...names.slice(0, NAMED), ...(denied.length > Math.min(names.length, NAMED) ? ['…'] : [])].join(', ')
  throw new Refusal(409, 'refusals:gives_back', { figures: { people } })
}

/** An entry that roles carry takes its codes along; a code that a role has beside its menu stays. */
async function deniedBy(db: Kysely<Database>, ids: readonly number[], kept: readonly string[]): Promise<Denied[]> {
  const { rows } = await sql<Denied>`
    select distinct u.id, u.user_name from user_route a
    join users u on u.id = a.user_id
    join user_adjustment now on now.user_id = u.id
    join menu_code c on c.menu_id = a.menu_id and c.code = any(now.removed)
    where a.effect = 'remove' and a.menu_id = any(${[...ids]}::bigint[]) and c.code <> all(${[...kept]}::text[])
      and exists (select from user_role ur join role r on r.id = ur.role_id
        where ur.user_id = u.id and (c.code = any(r.permissions) or '*' = any(r.permissions)))
      and not exists (select from user_route x join menu_code o using (menu_id)
        where x.user_id = u.id and x.effect = 'remove' and o.code = c.code and x.menu_id <> all(${[...ids]}::bigint[]))
    order by u.user_name`.execute(db)
  return rows
}
