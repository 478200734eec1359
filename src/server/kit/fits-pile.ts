import { type Kysely, sql } from 'kysely'
import { MOST_CARD_NUMBER_AT_16, takesLongNumbers } from '../../shared/domain/card-number.ts'
import type { Database } from './database/tables.ts'

/** Whether a pile can be told of cards with a number of more than 20 characters. */
export async function takesLong(db: Kysely<Database>, pile_id: number): Promise<boolean> {
  const pile = await db.selectFrom('pile').select('protocol').where('id', '=', pile_id).executeTakeFirst()
  return takesLongNumbers(pile?.protocol ?? null)
}

/** Whether the number `tag` is no longer than that. */
export const isShort = sql<boolean>`length(tag) <= ${sql.lit(MOST_CARD_NUMBER_AT_16)}`
