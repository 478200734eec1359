import type { Kysely } from 'kysely'
import type { Severity } from '../../shared/domain/alarm-codes.ts'
import type { Channel } from '../../shared/domain/channels.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Database } from '../kit/database/tables.ts'
import type { FindPeople } from '../kit/reach/people-reaching.ts'

/** What alarms need of the rest of the server. */
export interface AlarmPorts {
  people: FindPeople
  /** Nothing where devices are not told. */
  push: AlarmPush | null
}

/** What a device shows of an alarm while the console is closed, in the language of those who are told. */
export interface AlarmNotice {
  /** Null: it tells of several at once, which the list shows. */
  alarm_id: number | null
  /** Its code in words, with how severe it is where that is above the ordinary. */
  title: string
  /** Which pile and gun at which site, and what the pile says of it. */
  body: string
  severity: Severity
  /** Nobody had taken it in time: those who are told are the next ones. */
  escalated: boolean
}

/** Tells people of alarms on their devices. */
export interface AlarmPush {
  /**
   * In the caller's transaction: whatever is written there is sent once that is durable, so that nobody is told twice after a server was
   * killed. All of these people read one language, reach the alarm and are to be told now; those without a device that
   * is told of such alarms are passed over. Gives the others, also those whose device shows it already.
   */
  notify(db: Kysely<Database>, user_ids: readonly number[], notice: AlarmNotice): Promise<readonly number[]>
  /** The case is this person's from now on; another person made it so. In the caller's transaction as well. */
  handedOver(db: Kysely<Database>, handing: { alarm_id: number; user_id: number; by: string }): Promise<unknown>
}

/** What a rule sends by a message. */
export interface AlarmMessage {
  channel: Channel
  to: string
  template: 'alarms' | 'alarms_escalated'
  words: { alarms: string; count: number; link: string }
  user_id: number
  language: Language
}

/** What telling people of alarms needs of the rest of the server. */
export interface TellingPorts extends AlarmPorts {
  db: Kysely<Database>
  /** Sends it, in the caller's transaction. */
  send(db: Kysely<Database>, message: AlarmMessage): Promise<unknown>
  /** Where the console is opened; null when nobody said so. */
  publicUrl: string | null
  changed(entity: string, id: number): void
}
