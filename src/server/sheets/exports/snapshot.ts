import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import type { Records } from '../../kit/crud/crud.ts'
import { setPeriod } from '../../kit/crud/period.ts'
import { orderBy } from '../../kit/crud/sorting.ts'
import { type SheetRow, withTitles } from './reference-titles.ts'

/** Rows read at a time: enough that the way to the database does not count, few enough that others are answered in between. */
const BATCH = 100

type Query = Readonly<Record<string, unknown>>

/** All that a list shows, as the database is at this moment, however long the reading takes. */
export interface Snapshot {
  total: number
  batches(): AsyncGenerator<readonly SheetRow[]>
  /** Gives the database's connection back. Must be called, and may be called while a batch is read. */
  close(): Promise<void>
}

export async function openSnapshot({ entity, reading }: Records, query: Query, context: Context): Promise<Snapshot> {
  const { where, sorting } = reading.selection(query, context)
  const condition = where ?? sql`true`
  const table = sql.table(entity.table)
  const trx = await context.db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= trx.rollback().execute()
    return closed
  }
  try {
    await setPeriod(trx, entity, query)
    const counted = await sql<{ total: number }>`select count(*) as total from ${table} t where ${condition}`.execute(
      trx,
    )
    // All rows are read, so the plan for all of them is wanted and not the one that has the first of them soonest.
    await sql`set local cursor_tuple_fraction = 1`.execute(trx)
    await sql`declare sheet no scroll cursor for
      select t.id from ${table} t where ${condition} order by ${orderBy(sorting)}`.execute(trx)
    const within = { ...context, db: trx }
    const next = async (): Promise<readonly SheetRow[]> => {
      const { rows } = await sql<{ id: number }>`fetch ${sql.lit(BATCH)} from sheet`.execute(trx)
      const ids = rows.map(({ id }) => id)
      if (!ids.length) return []
      return withTitles(trx, entity, (await reading.complete(ids, within)) as readonly SheetRow[])
    }
    return { total: counted.rows[0]?.total ?? 0, batches: () => ahead(next), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Reads the next batch while the last one is written. */
async function* ahead<T>(read: () => Promise<readonly T[]>): AsyncGenerator<readonly T[]> {
  let coming = quiet(read())
  for (let batch = await coming; batch.length; batch = await coming) {
    coming = quiet(read())
    yield batch
  }
}

/** One that nobody waits for any more may fail without a word. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
