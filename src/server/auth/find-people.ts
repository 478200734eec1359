import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isStrong, SECOND_FACTORS } from '../../shared/domain/sign-in-proofs.ts'
import { keptPlan } from '../kit/database/client.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Grant, Person } from '../kit/person.ts'
import { nothingFor, together } from '../kit/reach/reach.ts'
import { peersOfRole, reachOf, type Sets, setsOfRole } from '../kit/reach/resolve.ts'
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
  /** A role in force asks for a second step, and they have none. */
  bare: boolean
  /** By what their sign-in was shown to be theirs. */
  amr: string[]
  /** All there are, where any is removed: what is taken from someone who may do everything leaves them the others. */
  codes: string[] | null
}

type Db = Kysely<Database>
type Shown = Person & Pick<Found, 'bare' | 'amr'>

/**
 * The users who may sign in of these sign-ins, with what their roles allow and for which records; by one look. A sign-in by one
 * thing alone is none of someone who has a second step, however it came about; who must set one up may do nothing else.
 */
export async function findPeople(db: Db, bearers: readonly Bearer[]): Promise<Person[]> {
  const found = await people(
    db,
    bearers,
    sql`stands.family is not null
      and (stands.amr && ${[...SECOND_FACTORS]}::text[] or not exists (select from second_factor_of f where f.user_id = u.id))`,
  )
  return found.map(({ bare, amr, ...person }) => (bare && !isStrong(amr) ? onlyEnrolling(person) : person))
}

/** No right at all: the guard lets them set up a second step and nothing else. */
const onlyEnrolling = (person: Person): Person => ({
  ...person,
  permissions: [],
  grants: [],
  reach: nothingFor(person.id),
  must_enrol: true,
})

/** The same of users by themselves, signed in or not. */
export async function findUsers(db: Db, ids: readonly number[]): Promise<Person[]> {
  const found = await people(
    db,
    ids.map((user_id) => ({ user_id, family: '' })),
    sql`u.archived_at is null`,
  )
  return found.map(({ bare: _, amr: __, ...person }) => person)
}

async function people(db: Db, bearers: readonly Bearer[], among: RawBuilder<unknown>): Promise<Shown[]> {
  const ids = bearers.map(({ user_id }) => user_id)
  const families = bearers.map(({ family }) => family)
  // Every call of a person needs it within a second: planning it anew took ten times as long as the look itself.
  const statement = keptPlan(sql<Found>`
    select asked.family, u.id, u.user_name, u.name, u.dashboard,
      coalesce((select json_agg(coalesce(r.alias, r.name) order by r.sort, r.id) from role r
        join user_role ur on ur.role_id = r.id where ur.user_id = u.id and r.status = 'normal'), '[]') as roles,
      coalesce((select json_agg(json_build_object('permissions', g.permissions, 'sets', reached.sets, 'peers', peers.ids)
          order by r.sort, r.id)
        from role r join user_role ur on ur.role_id = r.id join role_grant g on g.role_id = r.id, ${reachedBy}, ${peersOf}
        where ur.user_id = u.id and r.status = 'normal'), '[]') as grants,
      coalesce(stands.amr, '{}') as amr,
      exists (select from role r join user_role ur on ur.role_id = r.id
          where ur.user_id = u.id and r.status = 'normal' and r.second_factor)
        and not exists (select from second_factor_of f where f.user_id = u.id) as bare,
      coalesce(a.added, '{}') as added, coalesce(a.removed, '{}') as removed,
      case when a.removed <> '{}' then array(select distinct code from menu_code) end as codes
    from unnest((select ${ids}::bigint[]), (select ${families}::text[])) as asked (user_id, family)
      join users u on u.id = asked.user_id and u.status = 'normal'
      left join user_adjustment a on a.user_id = u.id
      left join lateral (select s.family, s.amr from session s
        where s.family = nullif(asked.family, '')::uuid and s.user_id = u.id and s.ended_at is null
        limit 1) stands on true
    where ${among}`)
  const { rows } = await statement.execute(db)
  return rows.map(personOf)
}

const reachedBy = sql`lateral (select ${setsOfRole(sql`u.dept_id`)} as sets) reached`

const peersOf = sql`lateral (select ${peersOfRole(sql`reached.sets`)} as ids) peers`

function personOf({ family, grants: found, added, removed, codes, ...user }: Found): Shown {
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
