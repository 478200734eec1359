import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { iso, ms } from '../kit/instants.ts'

/** A driver has this long to plug in after staff asked a pile to start. */
const WITHIN_MS = 15 * 60_000
const CLOCKS_DIFFER_MS = 5 * 60_000

/** The call from the console that made a pile start with this card at about this time; null when nobody asked. */
export async function remoteStartOf(db: Kysely<Database>, pile_id: number, card_number: string, at: number) {
  const command = await db
    .selectFrom('command')
    .select(['created_at', 'asked_by'])
    .where('pile_id', '=', pile_id)
    .where('action', '=', 'RemoteStartTransaction')
    .where('created_at', '>=', iso(at - WITHIN_MS))
    .where('created_at', '<=', iso(at + CLOCKS_DIFFER_MS))
    .where(sql<string>`upper(payload::jsonb ->> 'idTag')`, '=', card_number)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return command ? { at: ms(command.created_at), by: command.asked_by ?? '' } : null
}
