import type { Kysely, Transaction } from 'kysely'
import type { Database } from './database/tables.ts'
import { isRetryable } from './postgres-errors.ts'

const ATTEMPTS = 4

/** Runs the work in one transaction, again when it lost a deadlock; the work must leave no other trace. */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error
    }
  }
}
