import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import { orderBy, type Sorting } from './sorting.ts'

export interface Selection {
  table: string
  /** On the table as `t`; null is every row. */
  where: RawBuilder<SqlBool> | null
  sorting: Sorting
  /** Few match, wherever they stand in the order: they are found first. */
  rare?: boolean
}

export interface Cut {
  page: number
  size: number
}

/**
 * The identities on one page, and how many rows there are in all. Only identities are read, from the nearer
 * end: an index holds them together, and the middle of a million is half as far from either end.
 */
export async function pageOf(db: Kysely<Database>, selection: Selection, { page, size }: Cut) {
  const offset = (page - 1) * size
  if (selection.rare) return rarePage(db, selection, { offset, limit: size })
  if (offset === 0) {
    const ids = await scan(db, selection, { offset, limit: size })
    return { ids, total: ids.length < size ? ids.length : await totalOf(db, selection) }
  }
  const total = await totalOf(db, selection)
  const limit = Math.min(size, total - offset)
  if (limit <= 0) return { ids: [], total }
  const behind = total - offset - limit
  if (offset <= behind) return { ids: await scan(db, selection, { offset, limit }), total }
  const ids = await scan(db, selection, { offset: behind, limit, backwards: true })
  return { ids: ids.reverse(), total }
}

interface Scan {
  offset: number
  limit: number
  backwards?: boolean
}

async function scan(db: Kysely<Database>, { table, where, sorting }: Selection, { offset, limit, backwards }: Scan) {
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(table)} t where ${where ?? sql`true`}
    order by ${orderBy(sorting, backwards)} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

// The planner would rather walk the order until it has met enough matches, which may be never.
async function rarePage(db: Kysely<Database>, selection: Selection, { offset, limit }: Scan) {
  const { table, where, sorting } = selection
  const { rows } = await sql<{ id: number; total: number }>`
    with found as materialized (
      select t.id, ${sql.ref(`t.${sorting.column}`)} as sorted from ${sql.table(table)} t where ${where ?? sql`true`})
    select t.id, (select count(*) from found) as total from found t
    order by ${orderBy({ ...sorting, column: sorting.column === 'id' ? 'id' : 'sorted' })} limit ${limit} offset ${offset}`.execute(
    db,
  )
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? (offset ? await totalOf(db, selection) : 0) }
}

async function totalOf(db: Kysely<Database>, { table, where }: Selection): Promise<number> {
  const kept = where ? null : await keptTotal(db, table)
  if (kept !== null) return kept
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)} t where ${where ?? sql`true`}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Tables that grow without end know how many rows they have (see the migration row-counts). */
async function keptTotal(db: Kysely<Database>, table: string): Promise<number | null> {
  const { rows } = await sql<{ total: number | null }>`
    select sum(delta)::bigint as total from row_count where table_name = ${table}`.execute(db)
  return rows[0]?.total ?? null
}

/** Adds up what writers have noted, so that reading a total stays quick. */
export const addUpRowCounts = (db: Kysely<Database>): Promise<unknown> =>
  sql`
    with gone as (
      delete from row_count
      where table_name in (select table_name from row_count group by table_name having count(*) > 1)
      returning table_name, delta)
    insert into row_count select table_name, sum(delta) from gone group by table_name`.execute(db)
