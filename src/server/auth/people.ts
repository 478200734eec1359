import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import type { AccessTokens, Bearer } from './access-token.ts'
import { findPeople } from './find-people.ts'

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

/** The person of a sign-in as the database has them now; null when it has ended, or its user may not sign in. */
export async function findPerson(db: Kysely<Database>, bearer: Bearer): Promise<Person | null> {
  const [person] = await findPeople(db, [bearer])
  return person ?? null
}
