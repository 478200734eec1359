import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'

/** What alarms need of the rest of the server. */
export interface AlarmPorts {
  /** The users with what they may do now, signed in or not; those who may not sign in are left out. */
  people(db: Kysely<Database>, user_ids: readonly number[]): Promise<Person[]>
}
