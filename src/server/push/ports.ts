import type { Kysely } from 'kysely'
import type { Language } from '../../shared/kit/languages.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'

/** A message to one device, as it is put into the outbox. */
export interface DeviceMessage {
  channel: 'push'
  /** The account of who is told: nobody reads a device's address. */
  to: string
  template: 'push_alarm' | 'push_test'
  words: Readonly<Record<string, string | number>>
  user_id: number
  language: Language
  /** It waits until then: quiet hours. */
  not_before?: string | undefined
}

/** What telling people on their devices needs of the rest of the server. */
export interface PushPorts {
  /** Writes a message into the outbox, in the caller's transaction. */
  send(db: Kysely<Database>, message: DeviceMessage): Promise<number>
  /** The users with what they may do now, signed in or not; those who may not sign in are left out. */
  people(db: Kysely<Database>, user_ids: readonly number[]): Promise<Person[]>
}

/** What became of a message. `refused`: no other try would change it; `over`: nobody needs it any more. A push service that was not reached throws. */
export type Outcome =
  | { kind: 'sent'; reference: string | null }
  | { kind: 'refused'; problem: string }
  | { kind: 'over' }
