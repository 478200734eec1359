import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { keptPlan } from '../database/client.ts'
import type { Database } from '../database/tables.ts'
import { orderBy, type Sorting, sortedBy } from './sorting.ts'

export interface OrderedSelection {
  table: string
  /** On the table as `t`; null is every row. */
  where: RawBuilder<SqlBool> | null
  sorting: Sorting
}

export interface Scan {
  offset: number
  limit: number
  backwards?: boolean
  /** Of a list as it opens, whose plan is the same anyone who looks. */
  keptPlan?: boolean
}

/** Walks the order from one of its ends. */
export async function scan(
  db: Kysely<Database>,
  { table, where, sorting }: OrderedSelection,
  { offset, limit, backwards, keptPlan: isKept }: Scan,
) {
  // One plan for every limit: the planner is not to take account of this one.
  const most = isKept ? sql`(select ${limit}::bigint)` : sql`${limit}`
  const statement = sql<{ id: number }>`
    select t.id from ${sql.table(table)} t where ${where ?? sql`true`}
    order by ${orderBy(sorting, backwards)} limit ${most} offset ${offset}`
  const { rows } = await (isKept ? keptPlan(statement) : statement).execute(db)
  return rows.map(({ id }) => id)
}

/** Finds all matches first: the planner would rather walk the order until it has met enough of them, which may be never. */
export async function rarePage(db: Kysely<Database>, selection: OrderedSelection, { offset, limit }: Scan) {
  const { table, where, sorting } = selection
  const { reader: _, ...found } = sorting
  const { rows } = await sql<{ id: number; total: number }>`
    with found as materialized (
      select t.id, ${sortedBy(sorting)} as sorted from ${sql.table(table)} t where ${where ?? sql`true`})
    select t.id, (select count(*) from found) as total from found t
    order by ${orderBy({ ...found, column: sorting.column === 'id' ? 'id' : 'sorted' })} limit ${limit} offset ${offset}`.execute(
    db,
  )
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? (offset ? await totalOf(db, selection) : 0) }
}

export async function totalOf(db: Kysely<Database>, { table, where }: OrderedSelection): Promise<number> {
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
