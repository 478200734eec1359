import type { Kysely } from 'kysely'
import type { Language } from '../../shared/kit/languages.ts'
import type { Database } from '../kit/database/tables.ts'

/** What statements need of others. */
export interface StatementPorts {
  /** Writes a mail into the outbox, in the caller's transaction. */
  send(
    db: Kysely<Database>,
    outgoing: {
      channel: 'mail'
      to: string
      template: string
      words: Record<string, string>
      language: Language
      attachment?: { name: string; type: string; content: Buffer }
    },
  ): Promise<number>
  /** Where people open the console; null where nobody said. */
  publicUrl: string | null
}
