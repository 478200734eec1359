import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'

/** The sessions that run on a card; its number is kept in capitals. */
export const runningOn = (db: Kysely<Database>, number: string) =>
  db
    .selectFrom('orders')
    .select(['id', 'number', 'pile_id', 'transaction_id', 'card_number'])
    .where('card_number', '=', number.toUpperCase())
    .where('status', '=', 'generated')
    .orderBy('id')
    .execute()
