import { type Grant, may, mayEverything, narrowed, type Person } from './person.ts'
import { covers } from './reach/reach.ts'
import { Refusal } from './refusal.ts'

/**
 * Nobody gives away, or takes in hand, more than they have: refuses a permission that the person does not hold, or holds for
 * fewer records than the grant is for. Whatever changes what a user, a role or a client app may do asks here.
 */
export function refuseMoreThanOwn(person: Person, grants: readonly Grant[]): void {
  if (mayEverything(person)) return
  const beyond = new Set(
    grants.flatMap(({ permissions, reach }) =>
      permissions.filter((code) => !may(person, code) || !covers(narrowed(person, code).reach, reach)),
    ),
  )
  if (beyond.size) throw new Refusal(403, 'refusals:more_than_own', { data: { permissions: [...beyond].sort() } })
}
