import type { Kysely } from 'kysely'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'

/** What the users' calls need of signing in. */
export interface SignIns {
  /** Ends everything that a user is signed in to, in the caller's transaction. */
  endAll(db: Kysely<Database>, user_id: number): Promise<number>
  /** The same of everybody, save the one sign-in that is spared; gives how many those were. */
  endEverybodys(db: Kysely<Database>, spare: string): Promise<number>
  /** Tells a user, if they can be reached, that someone set their password. */
  passwordSet(user_id: number, context: Context): Promise<void>
  /** Refused (403) unless the caller showed anew who they are, within minutes. */
  requireProof(context: Context): Promise<void>
  /** Takes all second steps from a user and tells them; gives how many those were. */
  removeFactors(user_id: number, context: Context): Promise<number>
  /** What a user has of second steps, and which roles ask for one. */
  secondStepOf(db: Kysely<Database>, user_id: number): Promise<{ enrolled: boolean; required_by: string[] }>
  /** A person's rights or state are others now: called once that is durable. */
  rightsChanged(): void
}
