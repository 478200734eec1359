import type { Kysely } from 'kysely'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'

/** What the users' calls need of signing in. */
export interface SignIns {
  /** Ends everything that a user is signed in to, in the caller's transaction. */
  endAll(db: Kysely<Database>, user_id: number): Promise<unknown>
  /** Tells a user, if they can be reached, that somebody set their password. */
  passwordSet(user_id: number, context: Context): Promise<void>
  /** Somebody's rights or state are others now: called once that is durable. */
  rightsChanged(): void
}
