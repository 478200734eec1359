import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import { type OrderedSelection, rarePage, scan, totalOf } from './ordered-selection.ts'
import type { Tallied } from './tally.ts'
import { talliedPage } from './tally-pages.ts'

export interface Selection extends OrderedSelection {
  /** Few match, wherever they stand in the order: they are found first. */
  rare?: boolean
  /** What the table's tally knows of the filter; null when it knows nothing. */
  tallied?: Tallied | null
}

export interface PageSlice {
  page: number
  size: number
}

/**
 * The identities on one page, and how many rows there are in all. Only identities are read, from the nearer
 * end: an index holds them together, and the middle of a million is half as far from either end.
 */
export async function pageOf(db: Kysely<Database>, selection: Selection, { page, size }: PageSlice) {
  const offset = (page - 1) * size
  if (selection.tallied) return talliedPage(db, { ...selection, tallied: selection.tallied }, { offset, limit: size })
  if (selection.rare) return rarePage(db, selection, { offset, limit: size })
  if (offset === 0) {
    const [ids, total] = await Promise.all([scan(db, selection, { offset, limit: size }), totalOf(db, selection)])
    return { ids, total }
  }
  const total = await totalOf(db, selection)
  const limit = Math.min(size, total - offset)
  if (limit <= 0) return { ids: [], total }
  const behind = total - offset - limit
  if (offset <= behind) return { ids: await scan(db, selection, { offset, limit }), total }
  const ids = await scan(db, selection, { offset: behind, limit, backwards: true })
  return { ids: ids.reverse(), total }
}

/** Adds up what writers have noted, so that reading a total stays quick. */
export const addUpRowCounts = (db: Kysely<Database>): Promise<unknown> =>
  sql`
    with gone as (
      delete from row_count
      where table_name in (select table_name from row_count group by table_name having count(*) > 1)
      returning table_name, delta)
    insert into row_count select table_name, sum(delta) from gone group by table_name`.execute(db)
