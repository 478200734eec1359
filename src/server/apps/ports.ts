import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'

/** One try of a client app to get a token; `outcome` is `signed_in` or why not. */
export interface AppSignInAttempt {
  way: 'app'
  user_name: string
  /** Minus the app's identity. */
  user_id: number | null
  outcome: string
  address: string
  agent: string
}

/** What client apps need of the operator. */
export interface ClientAppPorts {
  tried(db: Kysely<Database>, attempt: AppSignInAttempt): Promise<void>
  /** The users with what they may do now, signed in or not; those who may not sign in are left out. */
  people(db: Kysely<Database>, user_ids: readonly number[]): Promise<Person[]>
}
