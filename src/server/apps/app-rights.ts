import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { forApps } from '../kit/grants.ts'
import { beyond } from '../kit/more-than-own.ts'
import type { Grant } from '../kit/person.ts'
import { reachOf } from '../kit/reach/resolve.ts'
import type { ClientAppPorts } from './ports.ts'

/** What a client app may do now, and for which records. */
export interface AppRights extends Grant {
  /** What it was given, but anyone who made its secret may not do, or not for all its records, any more. */
  lapsed: readonly string[]
}

type People = ClientAppPorts['people']

/**
 * What these client apps may do now, by their identities. Anyone who knows a secret reaches by it no more than by themselves: an app
 * loses what its secret's maker loses, unless that was someone who might do everything.
 */
export async function rightsOfApps(
  db: Kysely<Database>,
  people: People,
  ids: readonly number[],
): Promise<Map<number, AppRights>> {
  if (!ids.length) return new Map()
  const rows = await db
    .selectFrom('client_app as a')
    .innerJoin('client_app_grant as g', 'g.client_app_id', 'a.id')
    .select(['a.id', 'a.secret_by', 'a.bound', 'g.permissions', 'g.sets'])
    .where('a.id', 'in', ids)
    .execute()
  const makers = rows.flatMap(({ bound, secret_by }) => (bound && secret_by !== null ? [secret_by] : []))
  const known = makers.length ? await people(db, [...new Set(makers)]) : []
  return new Map(
    rows.map(({ id, bound, secret_by, sets, permissions }) => {
      const given: Grant = { permissions: forApps(permissions), reach: reachOf(sets, -id, []) }
      const maker = known.find((person) => person.id === secret_by)
      const lapsed = !bound ? [] : maker ? beyond(maker, [given]) : given.permissions
      return [id, { ...given, permissions: given.permissions.filter((code) => !lapsed.includes(code)), lapsed }]
    }),
  )
}
