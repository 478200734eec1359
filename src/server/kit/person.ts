/** Who is asking. */
export interface Person {
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
}

/** Whoever is not signed in. */
export const NOBODY: Person = { id: 0, user_name: '', name: '', dashboard: '', roles: [], permissions: [], session: '' }

/** Finds the person of an access token; null when it is none of ours, too old, or no longer good. */
export type Identify = (token: string) => Promise<Person | null>

export function may(person: Person, permission: string): boolean {
  if (permission === 'public') return true
  if (permission === 'signed_in') return person !== NOBODY
  return person.permissions.includes('*') || person.permissions.includes(permission)
}
