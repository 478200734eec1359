import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { Grant, Person } from '../kit/person.ts'
import { together } from '../kit/reach/reach.ts'
import { reachOf, type Sets, setsOfRole } from '../kit/reach/resolve.ts'
import type { Bearer } from './access-token.ts'

interface Found {
  family: string
  id: number
  user_name: string
  name: string
  dashboard: string
  roles: string[]
  grants: { permissions: string[]; sets: Sets | null; peers: number[] }[]
  added: string[]
  removed: string[]
  /** All there are, where any is removed: what is taken from somebody who may do everything leaves them the others. */
  codes: string[] | null
}

type Db = Kysely<Database>

/** The users who may sign in of these sign-ins, with what their roles allow and for which records; by one look. */
export const findPeople = (db: Db, bearers: readonly Bearer[]): Promise<Person[]> =>
  people(
    db,
    bearers,
    sql`exists (select from session s where s.family = asked.family::uuid and s.user_id = u.id and s.ended_at is null)`,
  )

/** The same of users by themselves, signed in or not. */
export const findUsers = (db: Db, ids: readonly number[]): Promise<Person[]> =>
  people(
    db,
    ids.map((user_id) => ({ user_id, family: '' })),
    sql`u.archived_at is null`,
  )

async function people(db: Db, bearers: readonly Bearer[], among: RawBuilder<unknown>): Promise<Person[]> {
  const { rows } = await sql<Found>`
    select asked.family, u.id, u.user_name, u.name, u.dashboard,
      coalesce((select json_agg(coalesce(r.alias, r.name) order by r.sort, r.id) from role r
        join user_role ur on ur.role_id = r.id where ur.user_id = u.id and r.status = 'normal'), '[]') as roles,
      coalesce((select json_agg(json_build_object('permissions', g.permissions, 'sets', reached.sets, 'peers', peers.ids)
          order by r.sort, r.id)
        from role r join user_role ur on ur.role_id = r.id join role_grant g on g.role_id = r.id, ${reachedBy}, ${peersOf}
        where ur.user_id = u.id and r.status = 'normal'), '[]') as grants,
      coalesce(a.added, '{}') as added, coalesce(a.removed, '{}') as removed,
      case when a.removed <> '{}' then array(select distinct code from menu_code) end as codes
    from unnest(${bearers.map(({ user_id }) => user_id)}::bigint[], ${bearers.map(({ family }) => family)}::text[])
        as asked (user_id, family)
      join users u on u.id = asked.user_id and u.status = 'normal'
      left join user_adjustment a on a.user_id = u.id
    where ${among}`.execute(db)
  return rows.map(personOf)
}

const reachedBy = sql`lateral (select ${setsOfRole(sql`u.dept_id`)} as sets) reached`

/** The same role gives the same reach, unless it is that of each one's department. */
const peersOf = sql`lateral (select case
  when r.data_scope in ('sites', 'merchants') then array(select o.user_id from user_role o where o.role_id = r.id order by 1)
  when r.data_scope = 'department' then array(select o.id from users o
    where o.dept_id in (select jsonb_array_elements(reached.sets -> 'depts')::bigint) order by 1)
  else '{}'::bigint[] end as ids) peers`

function personOf({ family, grants: found, added, removed, codes, ...user }: Found): Person {
  const taken = new Set(removed)
  const left = (permissions: readonly string[]) =>
    codes ? (permissions.includes('*') ? codes : permissions).filter((code) => !taken.has(code)) : permissions
  const roles: Grant[] = found.map(({ permissions, sets, peers }) => ({
    permissions: left(permissions),
    reach: reachOf(sets, user.id, peers),
  }))
  const all = together(
    roles.map(({ reach }) => reach),
    user.id,
  )
  // What one person has beyond their roles holds for the records that these reach.
  const grants = added.length ? [...roles, { permissions: added, reach: all }] : roles
  const permissions = [...new Set(grants.flatMap((grant) => grant.permissions))].sort()
  return { ...user, permissions, session: family, grants, reach: all }
}
