import { sql } from 'kysely'
import type { Message } from '../../shared/entities/message.ts'
import type { Looking } from '../kit/context.ts'
import { mayEverything } from '../kit/person.ts'
import type { EverySender } from './senders/senders.ts'
import { inClear, SECRET } from './text.ts'

/**
 * The messages with the codes of those that nothing could send, for anyone who may do everything: with a code one signs in as
 * its receiver, who may be anybody. All others see the dots that are kept.
 */
export async function withCodes<M extends Message>(
  rows: M[],
  { db, person }: Looking,
  senders: EverySender,
): Promise<M[]> {
  // What nothing will send lies there as `queued` until the outbox comes by.
  const stays = ({ state, channel }: M) => state === 'kept' || (state === 'queued' && senders[channel] === null)
  const kept = rows.filter(stays).map(({ id }) => id)
  if (!kept.length || !mayEverything(person)) return rows
  const coded = await db
    .selectFrom('message')
    .select(['id', 'template', 'language', 'words'])
    .where('id', 'in', kept)
    .where(sql<boolean>`words ? ${SECRET}`)
    // Whose time is over is forgotten a moment later.
    .where('expires_at', '>', sql<string>`now()`)
    .execute()
  const texts = new Map(coded.map((message) => [message.id, inClear(message)]))
  return rows.map((row) => ({ ...row, ...texts.get(row.id) }))
}
