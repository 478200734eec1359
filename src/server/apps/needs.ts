import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'

/** One try of a client app to get a token; `outcome` is `signed_in` or why not. */
export interface AppTry {
  way: 'app'
  user_name: string
  /** Minus the app's identity. */
  user_id: number | null
  outcome: string
  address: string
  agent: string
}

/** What getting a token needs of the house. */
export interface ClientAppNeeds {
  tried(db: Kysely<Database>, attempt: AppTry): Promise<void>
}
