import type { Kysely } from 'kysely'
import type { Channel } from '../../shared/domain/channels.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'

export interface Notice {
  channel: Channel
  to: string
  template: 'todos'
  words: { count: number; kinds: string; link: string }
  user_id: number
  language: Language
}

/** What telling people of their to-dos needs of the rest of the server. */
export interface TodoPorts {
  db: Kysely<Database>
  /** Sends it, in the caller's transaction. */
  send(db: Kysely<Database>, notice: Notice): Promise<unknown>
  /** The users with what they may do now, signed in or not; those who may not sign in are left out. */
  people(db: Kysely<Database>, user_ids: readonly number[]): Promise<Person[]>
  /** Where the console is opened; null when nobody said so. */
  publicUrl: string | null
}
