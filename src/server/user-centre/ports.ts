import type { Kysely } from 'kysely'
import type { Channel } from '../../shared/domain/channels.ts'
import type { TodoKind } from '../../shared/endpoints/todos.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'

interface Claimed {
  user_id: number
  to: string
}

interface CodeMessage extends Claimed {
  channel: Channel
  template: 'contact_code'
  words: { code: string; minutes: number }
  language: Language
}

/** What a person's own page needs of the rest of the server. */
export interface UserCentrePorts {
  contacts: {
    make(
      db: Kysely<Database>,
      claimed: Claimed,
      address: string,
    ): Promise<{ code: string; minutes: number; wait_seconds: number } | null>
    spend(db: Kysely<Database>, claimed: Claimed, code: string): Promise<void>
  }
  /** Refused (403) unless the caller showed anew who they are, within minutes. */
  requireProof(context: Context): Promise<void>
  /** Sends it, in the caller's transaction. */
  send(db: Kysely<Database>, message: CodeMessage): Promise<unknown>
  /** The to-dos that a person may deal with. */
  kindsOf(person: Person): TodoKind[]
}
