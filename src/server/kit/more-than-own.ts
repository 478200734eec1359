import type { Kysely } from 'kysely'
import type { Database } from './database/tables.ts'
import { grantsOfApps, grantsOfUsers } from './grants.ts'
import { type Grant, isApp, may, mayEverything, narrowed, type Person } from './person.ts'
import { covers, coversPeers, type Reach } from './reach/reach.ts'
import { Refusal } from './refusal.ts'

/**
 * Nobody gives away, or takes in hand, more than they have: refuses a permission that the person does not hold, or holds for
 * fewer records than the grant is for. The customers and cards that someone made are records of all who share their reach, so
 * these count as well. Whatever changes what a user, a role or a client app may do asks here.
 */
export function refuseMoreThanOwn(person: Person, grants: readonly Grant[]): void {
  const permissions = beyond(person, grants)
  if (permissions.length) throw new Refusal(403, 'refusals:more_than_own', { data: { permissions } })
  const shared = beyond(person, grants, coversPeers)
  if (shared.length) throw new Refusal(403, 'refusals:draws_customers_in', { data: { permissions: shared } })
}

/** The permissions of these grants that the person does not hold, or holds for fewer records. */
export function beyond(
  person: Person,
  grants: readonly Grant[],
  isCovered: (own: Reach, given: Reach) => boolean = covers,
): string[] {
  if (mayEverything(person)) return []
  const codes = grants.flatMap(({ permissions, reach }) =>
    permissions.filter((code) => !may(person, code) || !isCovered(narrowed(person, code).reach, reach)),
  )
  return [...new Set(codes)].sort()
}

/**
 * Refuses a change of what belongs where by which its maker reaches more than before: anyone who may move sites and see the orders
 * of one department draws no site into it. Called once it is written, in its transaction.
 */
export async function refuseReachingMore(db: Kysely<Database>, person: Person): Promise<void> {
  if (mayEverything(person)) return
  const grants = isApp(person) ? await grantsOfApps(db, [-person.id]) : await grantsOfUsers(db, [person.id])
  // What roles out of force would give, or was taken from them alone, is none of theirs before and after.
  const held = ({ permissions, reach }: Grant) => ({
    permissions: permissions.filter((code) => may(person, code)),
    reach,
  })
  refuseMoreThanOwn(person, grants.map(held))
}
