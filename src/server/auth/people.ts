import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import { Remembered } from '../kit/remembered.ts'
import type { AccessTokens, Bearer } from './access-token.ts'
import { findPeople } from './find-people.ts'

/** A disabled user or a changed role is seen at most this much later, on every node. */
const FRESH_MS = 1_000

/** Finds who a token speaks for, with one look into the database a second for each sign-in. */
export class People {
  readonly #db: Kysely<Database>
  readonly #tokens: AccessTokens
  readonly #kept = new Remembered<Person | null>(FRESH_MS)

  constructor(db: Kysely<Database>, tokens: AccessTokens) {
    this.#db = db
    this.#tokens = tokens
  }

  /** Null when the token is not good, its sign-in has ended, or its user may not sign in any more. */
  readonly identify = async (token: string): Promise<Person | null> => {
    const bearer = await this.#tokens.read(token)
    return bearer && this.#kept.get(bearer.family, () => findPerson(this.#db, bearer))
  }

  /** A person's rights, state or sign-in changed here: it counts from the next call on. */
  forget(): void {
    this.#kept.forget()
  }
}

/** The person of a sign-in as the database has them now; null when it has ended, or its user may not sign in. */
export async function findPerson(db: Kysely<Database>, bearer: Bearer): Promise<Person | null> {
  const [person] = await findPeople(db, [bearer])
  return person ?? null
}
