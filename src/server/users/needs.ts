import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'

/** What the users' calls need of signing in. */
export interface SignIns {
  /** Ends everything that a user is signed in to, in the caller's transaction. */
  endAll(db: Kysely<Database>, user_id: number): Promise<unknown>
  /** Somebody's rights or state are others now: called once that is durable. */
  rightsChanged(): void
}
