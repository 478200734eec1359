import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './database/tables.ts'
import { type Grant, isForPeople } from './person.ts'
import { together } from './reach/reach.ts'
import { peersOfRole, reachOf, type Sets, setsOfRole } from './reach/resolve.ts'

type Db = Kysely<Database>

interface Found {
  user_id: number
  permissions: string[]
  sets: Sets | null
  /** Colleagues, oneself included, who made customers or cards: their colleagues reach those. */
  makers: number[]
}

const reachedBy = (dept: RawBuilder<unknown>) => sql`lateral (select ${setsOfRole(dept)} as sets) reached`
const makersAmong = (people: RawBuilder<number[]>) => sql<number[]>`array(
  select p from unnest(${people}) p where exists (select from customer where created_by = p)
    or exists (select from card where created_by = p and customer_id is null))`

/** What these users' roles give them and what was added to them alone, as if all of it were in force. */
export async function grantsOfUsers(db: Db, ids: readonly number[]): Promise<Grant[]> {
  const { rows } = await sql<Found>`
    select u.id as user_id, g.permissions, reached.sets,
      ${makersAmong(sql`${peersOfRole(sql`reached.sets`)} || u.id`)} as makers
    from users u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
      join role_grant g on g.role_id = r.id, ${reachedBy(sql`u.dept_id`)}
    where u.id = any(${[...ids]}::bigint[])`.execute(db)
  const grants = rows.map(grantOf)
  const added = await db.selectFrom('user_adjustment').selectAll().where('user_id', 'in', ids).execute()
  for (const { user_id, added: permissions } of added) {
    const theirs = rows.filter((row) => row.user_id === user_id).map(({ sets, makers }) => reachOf(sets, 0, makers))
    grants.push({ permissions, reach: together(theirs, 0) })
  }
  return grants
}

/** What these roles give: to each one who has them, and to anyone who gets them next. */
export async function grantsOfRoles(db: Db, ids: readonly number[]): Promise<Grant[]> {
  const { rows } = await sql<Found>`
    select 0 as user_id, g.permissions, reached.sets, ${makersAmong(peersOfRole(sql`reached.sets`))} as makers
    from role r join role_grant g on g.role_id = r.id
    cross join lateral (
      select null::bigint as dept_id
      union
      select u.dept_id from user_role ur join users u on u.id = ur.user_id where ur.role_id = r.id) of
    cross join ${reachedBy(sql`of.dept_id`)}
    where r.id = any(${[...ids]}::bigint[])`.execute(db)
  return rows.map(grantOf)
}

/** What these client apps give to anyone who has their secret. */
export async function grantsOfApps(db: Db, ids: readonly number[]): Promise<Grant[]> {
  if (!ids.length) return []
  const rows = await db
    .selectFrom('client_app_grant')
    .select(['permissions', 'sets'])
    .where('client_app_id', 'in', ids)
    .execute()
  return rows.map(({ permissions, sets }) => grantOf({ permissions: forApps(permissions), sets, makers: [] }))
}

export const forApps = (permissions: readonly string[]): string[] => permissions.filter((code) => !isForPeople(code))

const grantOf = ({ permissions, sets, makers }: Omit<Found, 'user_id'>): Grant => ({
  permissions,
  reach: reachOf(sets, 0, makers),
})
