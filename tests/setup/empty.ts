import { type Kysely, sql } from 'kysely'
import type { Database } from '../../src/server/kit/database/tables.ts'
import { isRetryable } from '../../src/server/kit/postgres-errors.ts'

/** Empties these tables, in SQL, and what points at them. The server reads them meanwhile: anyone who loses a deadlock tries again. */
export async function empty(db: Kysely<Database>, tables: string): Promise<void> {
  const truncate = sql`truncate ${sql.raw(tables)} restart identity cascade`
  for (let left = MOST_TRIES; ; left--) {
    try {
      if (await wasWritten(db, tables.split(', '))) await truncate.execute(db)
      return
    } catch (error) {
      if (left === 0 || !isRetryable(error)) throw error
    }
  }
}

/** A server that works all the time may win several times in a row. */
const MOST_TRIES = 20

/**
 * Whether these tables, their parts or what points at them hold a page: nothing has been written to one that holds none. To empty
 * hundreds of files takes a third of a second, and then each connection plans everything anew.
 */
async function wasWritten(db: Kysely<Database>, tables: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    with recursive pointing as (
      select name::regclass::oid as oid from unnest(${tables}::text[]) name
      union
      select c.conrelid from pointing p join pg_constraint c on c.confrelid = p.oid and c.contype = 'f'
    ), part as (
      select oid from pointing union select i.inhrelid from part p join pg_inherits i on i.inhparent = p.oid
    )
    select coalesce(bool_or(pg_relation_size(oid) > 0), false) as is from part`.execute(db)
  return rows[0]?.is ?? true
}
