import type { Kysely } from 'kysely'
import type { Language } from '../../shared/kit/languages.ts'
import type { Database } from './database/tables.ts'
import { narrowed, type Person } from './person.ts'

/** What a handler knows besides its input. */
export interface Context {
  /** NOBODY on public calls. */
  readonly person: Person
  readonly address: string
  readonly agent: string
  /** What the caller's browser was pointed at, as the request says: `http://localhost:8080`. */
  readonly origin: string
  readonly language: Language
  /** What the caller's own clock showed when the request left (header Client-Time), in milliseconds; null when it does not say. */
  readonly clientTime: number | null
  /**
   * The call's transaction when it changes something (`repeatable` or `changes`); commit is the kit's. Otherwise the pool, or the read replica's
   * of a call that `lags`.
   */
  readonly db: Kysely<Database>
  /** For the little that a call which only reads writes down: `db` may be a replica. */
  readonly primary: Kysely<Database>
  /** Runs once what was written is durable; not at all when it is rolled back. */
  afterCommit(run: () => void): void
}

/** Who looks: what they do not reach is not there for them. */
export type Looking = Pick<Context, 'db' | 'person'>

/** The same call as far as another permission than its route's goes: of a handler that reads what each permission allows. */
export const narrowedTo = (context: Context, permission: string): Context => ({
  ...context,
  person: narrowed(context.person, permission),
})
