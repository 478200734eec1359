import type { Kysely } from 'kysely'
import type { Channel } from '../../shared/endpoints/messages.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Language } from '../kit/words.ts'
import { hidden, SECRET, textOf, type Words } from './text.ts'

/** Minutes that a message with a code is of use. */
const CODE_MINUTES = 5

export interface Outgoing {
  channel: Channel
  /** A phone number, an e-mail address, an account of WeChat Work. */
  to: string
  /** A key under `templates` of the namespace `messages`, and what it is filled with; `code` is a secret. */
  template: string
  words: Words
  user_id?: number | null
  /** The receiver's own when `user_id` is given and has one; otherwise this, or English. */
  language?: Language
}

/** Writes a message into the outbox, in the caller's transaction: it is sent once that is durable. */
export async function send(db: Kysely<Database>, outgoing: Outgoing): Promise<number> {
  const { channel, to, template, words, user_id = null } = outgoing
  const language = (await languageOf(db, user_id)) ?? outgoing.language ?? 'en'
  const { id } = await db
    .insertInto('message')
    .values({
      ...{ channel, recipient: to.trim(), user_id, template, language, words: JSON.stringify(words) },
      ...textOf({ template, language, words: hidden(words) }),
      ...(SECRET in words && { expires_at: new Date(Date.now() + CODE_MINUTES * 60_000).toISOString() }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function languageOf(db: Kysely<Database>, user_id: number | null): Promise<Language | null> {
  if (user_id === null) return null
  const user = await db.selectFrom('users').select('language').where('id', '=', user_id).executeTakeFirst()
  return user?.language ?? null
}
