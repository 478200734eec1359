import { type Kysely, sql } from 'kysely'
import type { Database } from '../../src/server/kit/database/tables.ts'
import { isRetryable } from '../../src/server/kit/postgres-errors.ts'

/** Empties these tables, in SQL, and what points at them. The server reads them meanwhile: anyone who loses a deadlock tries again. */
export async function empty(db: Kysely<Database>, tables: string): Promise<void> {
  const truncate = sql`truncate ${sql.raw(tables)} restart identity cascade`
  for (let left = MOST_TRIES; ; left--) {
    try {
      return void (await truncate.execute(db))
    } catch (error) {
      if (left === 0 || !isRetryable(error)) throw error
    }
  }
}

/** A server that works all the time may win several times in a row. */
const MOST_TRIES = 20
