import { type Kysely, sql } from 'kysely'
import type { MessageChannel } from '../../shared/domain/channels.ts'
import { FALLBACK, type Language } from '../../shared/kit/languages.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Attachment } from './senders/sender.ts'
import { hidden, SECRET, textOf, type Words } from './text.ts'

/** Minutes that a message with a code is of use. */
const CODE_MINUTES = 5

export interface Outgoing {
  channel: MessageChannel
  /** A phone number, an e-mail address, an account of WeChat Work; of a device the account of its person. */
  to: string
  /** A key under `templates` of the namespace `messages`, and what it is filled with; `code` is a secret. */
  template: string
  words: Words
  user_id?: number | null
  /** The receiver's own when `user_id` is given and has one; otherwise this, or the fallback. */
  language?: Language
  /** A file that goes along with a mail. */
  attachment?: Attachment
  /** It is not sent before: ISO. */
  not_before?: string | undefined
}

/** Writes a message into the outbox, in the caller's transaction: it is sent once that is durable. */
export async function send(db: Kysely<Database>, outgoing: Outgoing): Promise<number> {
  const { channel, to, template, user_id = null } = outgoing
  const { product, language: own } = await writtenFor(db, user_id)
  const language = own ?? outgoing.language ?? FALLBACK
  const words = { product, ...outgoing.words }
  const { id } = await db
    .insertInto('message')
    .values({
      ...{ channel, recipient: to.trim(), user_id, template, language, words: JSON.stringify(words) },
      ...textOf({ template, language, words: hidden(words) }),
      ...(outgoing.not_before && { next_try_at: outgoing.not_before }),
      ...(SECRET in words && { expires_at: sql<string>`now() + make_interval(mins => ${CODE_MINUTES})` }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (outgoing.attachment)
    await db
      .insertInto('message_attachment')
      .values({ message_id: id, ...outgoing.attachment })
      .execute()
  return id
}

/** What the operator calls the console, and the receiver's own language. */
async function writtenFor(db: Kysely<Database>, user_id: number | null) {
  const { rows } = await sql<{ product: string; language: Language | null }>`
    select product_name as product, (select language from users where id = ${user_id}) as language
    from system_setting`.execute(db)
  return rows[0] ?? { product: 'Chargedeck', language: null }
}
