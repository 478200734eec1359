import { type Kysely, sql } from 'kysely'
import type { Database } from '../../src/server/kit/database/tables.ts'
import { inTransaction } from '../../src/server/kit/transaction.ts'

/** Empties these tables, in SQL, and what points at them. The server reads them meanwhile: anyone who loses a deadlock tries again. */
export const empty = (db: Kysely<Database>, tables: string): Promise<unknown> =>
  inTransaction(db, (trx) => sql`truncate ${sql.raw(tables)} restart identity cascade`.execute(trx))
