import type { Kysely, Transaction } from 'kysely'
import type { Database } from './database/tables.ts'
import { isRetryable } from './postgres-errors.ts'

const ATTEMPTS = 4

/**
 * Runs the work in one transaction, again when it lost a deadlock; the work must leave no other trace. Within a transaction it is part
 * of that one.
 */
export const inTransaction = <T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Transaction<Database>) : repeated(() => db.transaction().execute(work))

/** Runs one statement, or a transaction of its own, again when it lost a deadlock: what it keeps is known nowhere else. */
export async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error
    }
  }
}
