import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { executeKept } from '../database/client.ts'
import type { Database } from '../database/tables.ts'
import { orderBy, type Sorting, sortedBy } from './sorting.ts'

export interface OrderedSelection {
  table: string
  /** On the table as `t`; null is every row. */
  where: RawBuilder<SqlBool> | null
  sorting: Sorting
  /** Of a list as it opens: nothing that anybody chose is in its condition. */
  opening?: Opening | null
}

export interface Opening {
  /** The declaration that its condition follows from. */
  of: object
  /** Which of the lists that open by it this is. */
  name: string
}

export interface Scan {
  offset: number
  limit: number
  backwards?: boolean
}

/** Walks the order from one of its ends. */
export async function scan(
  db: Kysely<Database>,
  { table, where, sorting, opening }: OrderedSelection,
  { offset, limit, backwards = false }: Scan,
) {
  const write = (most: RawBuilder<unknown>) => sql<{ id: number }>`
    select t.id from ${sql.table(table)} t where ${where ?? sql`true`}
    order by ${orderBy(sorting, backwards)} limit ${most} offset ${offset}`
  if (!opening) return idsOf((await write(sql`${limit}`).execute(db)).rows)
  const name = `page ${opening.name} ${backwards} ${JSON.stringify(sorting)}`
  // One plan for every limit: the planner is not to take account of this one.
  const kept = () => write(sql`(select ${limit}::bigint)`)
  return idsOf(await executeKept(db, { of: opening.of, name, values: [limit, offset] }, kept))
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

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

export async function totalOf(db: Kysely<Database>, { table, where, opening }: OrderedSelection): Promise<number> {
  const counted = sql<number>`select count(*) from ${sql.table(table)} t where ${where ?? sql`true`}`
  const write = () => sql<{ total: number }>`select ${where ? sql`(${counted})` : allOf(table, counted)} as total`
  const rows = await askOf(db, { opening }, 'total', write)
  return rows[0]?.total ?? 0
}

/** Of a list as it opens a question has one text and one plan, no matter who looks. */
export const askOf = async <T>(
  db: Kysely<Database>,
  { opening }: Pick<OrderedSelection, 'opening'>,
  name: string,
  write: () => RawBuilder<T>,
): Promise<T[]> =>
  opening
    ? executeKept(db, { of: opening.of, name: `${name} ${opening.name}` }, write)
    : (await write().execute(db)).rows

/** Tables that grow without end know how many rows they have (see the migration row-counts); others are counted. */
const allOf = (table: string, counted: RawBuilder<number>) =>
  sql<number>`coalesce((select sum(delta)::bigint from row_count where table_name = ${table}), (${counted}))`
