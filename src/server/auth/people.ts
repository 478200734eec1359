import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import type { AccessTokens, Bearer } from './access-token.ts'

/** A disabled user or a changed role is seen at most this much later, on every node. */
const FRESH_MS = 1_000
const MOST_KEPT = 10_000

interface Kept {
  at: number
  person: Promise<Person | null>
}

/** Finds who a token speaks for, with one look into the database a second for each sign-in. */
export class People {
  readonly #db: Kysely<Database>
  readonly #tokens: AccessTokens
  readonly #kept = new Map<string, Kept>()

  constructor(db: Kysely<Database>, tokens: AccessTokens) {
    this.#db = db
    this.#tokens = tokens
  }

  /** Null when the token is not good, its sign-in has ended, or its user may not sign in any more. */
  readonly identify = async (token: string): Promise<Person | null> => {
    const bearer = await this.#tokens.read(token)
    if (!bearer) return null
    const kept = this.#kept.get(bearer.family)
    if (kept && Date.now() - kept.at < FRESH_MS) return kept.person
    const person = findPerson(this.#db, bearer)
    this.#kept.delete(bearer.family)
    this.#kept.set(bearer.family, { at: Date.now(), person })
    person.catch(() => this.#kept.delete(bearer.family))
    this.#dropOldest()
    return person
  }

  /** Somebody's rights, state or sign-in changed here: it counts from the next call on. */
  forget(): void {
    this.#kept.clear()
  }

  #dropOldest(): void {
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
  }
}

/** A user who may sign in, with what their roles allow. */
export async function findPerson(db: Kysely<Database>, { user_id, family }: Bearer): Promise<Person | null> {
  const { rows } = await sql<Omit<Person, 'session' | 'grants' | 'reach'>>`
    select u.id, u.user_name, u.name, u.dashboard,
      array(select coalesce(r.alias, r.name) from role r join user_role ur on ur.role_id = r.id
        where ur.user_id = u.id and r.status = 'normal' order by r.sort, r.id) as roles,
      array(select distinct p from role r join user_role ur on ur.role_id = r.id, unnest(r.permissions) p
        where ur.user_id = u.id and r.status = 'normal' order by p) as permissions
    from users u
    where u.id = ${user_id} and u.status = 'normal'
      and exists (select from session s where s.family = ${family}::uuid and s.user_id = u.id and s.ended_at is null)`.execute(
    db,
  )
  const [found] = rows
  if (!found) return null
  return { ...found, session: family, grants: [{ permissions: found.permissions, reach: null }], reach: null }
}
