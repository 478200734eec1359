import { PEOPLE_ONLY } from '../../shared/domain/people-only.ts'
import { order } from '../../shared/entities/order.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { nothingFor, type Reach, together } from './reach/reach.ts'

/** Rights and the records for which they hold. */
export interface Grant {
  readonly permissions: readonly string[]
  readonly reach: Reach
}

/** Who is asking. */
export interface Person {
  /** Above zero a user, below zero a client app (minus its identity), zero nobody. */
  id: number
  user_name: string
  name: string
  dashboard: string
  /** The names that roles are known by in the console. */
  roles: readonly string[]
  /** `*` grants everything. */
  permissions: readonly string[]
  /** The sign-in this call belongs to; its refresh tokens' family. */
  session: string
  /** One for each role, and one for what was added to the person alone. */
  grants: readonly Grant[]
  /** A role of theirs asks for a second step that they have not set up: they may do that and nothing else. */
  must_enrol?: boolean
  /** It is a screen on a wall, this display of the list, and no person: it may look, and that alone. */
  wall?: number
  /** The records that this call may touch: those of the grants that hold its permission. */
  reach: Reach
}

/** Anyone who is not signed in. */
export const NOBODY: Person = {
  id: 0,
  user_name: '',
  name: '',
  dashboard: '',
  roles: [],
  permissions: [],
  session: '',
  grants: [],
  reach: nothingFor(0),
}

/** Finds the person of an access token; null when it is none of ours, too old, or no longer good. */
export type Identify = (token: string) => Promise<Person | null>

export function may(person: Person, permission: string): boolean {
  if (permission === 'public') return true
  // A client app has no menu, to-dos or settings of its own; of what is everybody's a screen on a wall has a few calls.
  if (permission === 'signed_in') return person.id > 0 || person.wall !== undefined
  return holds(person.permissions, permission)
}

/** What sessions cost and bring is told to those who may see orders: they say what is paid. */
export const maySeeMoney = (person: Person): boolean => may(person, permissionOf(order, 'list'))

export const isApp = ({ id }: Pick<Person, 'id'>): boolean => id < 0

/** What no client app ever may: what is one person's own, and what only people decide. */
export const isForPeople = (permission: string): boolean => permission === 'signed_in' || PEOPLE_ONLY.has(permission)

/** Whether this is someone who may do everything, with every record. */
export const mayEverything = ({ grants }: Person): boolean =>
  grants.some(({ permissions, reach }) => reach === null && permissions.includes('*'))

/** The person as far as this permission goes: what one role allows for some sites, another does not allow for the rest. */
export function narrowed(person: Person, permission: string): Person {
  const any = permission === 'public' || permission === 'signed_in'
  const grants = person.grants.filter(({ permissions }) => any || holds(permissions, permission))
  return {
    ...person,
    reach: grants.length
      ? together(
          grants.map(({ reach }) => reach),
          person.id,
        )
      : nothingFor(person.id),
  }
}

const holds = (permissions: readonly string[], permission: string) =>
  permissions.includes('*') || permissions.includes(permission)
