import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import { wrongField } from '../refusal.ts'
import { type OrderedSelection, rarePage, type Scan, scan } from './ordered-selection.ts'
import { isWhole, rowsIn, rowsWhere, type Stretch, stretches, type Tallied } from './tally.ts'
import { type Bounds, common, nextDay, nextMonth } from './tally-parts.ts'

type Db = Kysely<Database>
type Known = OrderedSelection & { tallied: Tallied }
type Cut = Pick<Scan, 'offset' | 'limit'>

interface Found {
  ids: number[]
  total: number
}

/** The sizes at which one way to a page becomes dearer than another, in rows. */
export const SIZES = {
  /** So few are found by the indexes of their kinds and put in order. */
  few: 3_000,
  /** How far a page may lie from either end of an order that the tally does not follow. */
  reach: 10_000,
  /** Of so many matches one may lie that far: the rarer they are, the more rows lie between. */
  reachShare: 10,
  leastReach: 500,
}

/**
 * One page of what the tally knows. How many rows match is known beforehand, so nobody leaves it to an estimate whether to walk the
 * order or to find all matches first. By the tally's own moment any page lies within a day that the counts point out; by anything
 * else it has to be near either end. Throws a Refusal on `page_num` for one that is not.
 */
export async function talliedPage(db: Db, known: Known, cut: Cut, sizes = SIZES): Promise<Found> {
  if (known.sorting.column === known.tallied.by) return pageInTime(db, known, cut, sizes)
  const total = await rowsIn(db, known.tallied)
  const limit = Math.min(cut.limit, total - cut.offset)
  if (limit <= 0) return { ids: [], total }
  if (isFew(known, total, sizes)) return { ids: (await rarePage(db, known, cut)).ids, total }
  const behind = total - cut.offset - limit
  const reach = Math.max(sizes.leastReach, Math.min(sizes.reach, total / sizes.reachShare))
  if (Math.min(cut.offset, behind) > reach) throw wrongField('page_num', 'page_too_far', { rows: Math.floor(reach) })
  if (cut.offset <= behind) return { ids: await scan(db, known, { offset: cut.offset, limit }), total }
  const ids = await scan(db, known, { offset: behind, limit, backwards: true })
  return { ids: ids.reverse(), total }
}

const isFew = ({ tallied: { kept, archived } }: Known, total: number, { few }: typeof SIZES) =>
  total <= few && (kept.length > 0 || archived === true)

async function pageInTime(db: Db, known: Known, cut: Cut, sizes: typeof SIZES): Promise<Found> {
  const { tallied, sorting } = known
  if (cut.offset === 0 && isWhole(tallied)) {
    const newest = scan(db, { ...known, where: null, opening: { of: tallied.of, name: 'whole' } }, cut)
    const [ids, total] = await Promise.all([newest, rowsIn(db, tallied)])
    return { ids, total }
  }
  const months = await stretches(db, tallied, 'month')
  const total = months.reduce((sum, { rows }) => sum + rows, 0)
  if (cut.offset >= total) return { ids: [], total }
  if (isFew(known, total, sizes)) return { ids: (await rarePage(db, known, cut)).ids, total }
  const inMonths = place(months, { ...cut, sorting, after: nextMonth })
  const within = { ...tallied, bounds: common(tallied.bounds, inMonths.bounds) }
  const inDays = place(await stretches(db, within, 'day'), { ...cut, offset: inMonths.offset, sorting, after: nextDay })
  const where = rowsWhere(tallied, common(within.bounds, inDays.bounds))
  return { ids: await scan(db, { ...known, where }, { offset: inDays.offset, limit: cut.limit }), total }
}

interface Wanted extends Cut {
  sorting: OrderedSelection['sorting']
  /** When a stretch ends. */
  after(starts: string): string
}

/** The stretches that a page lies in, and how far it lies into them. */
function place(all: readonly Stretch[], { offset, limit, sorting, after }: Wanted): { bounds: Bounds; offset: number } {
  const inOrder = sorting.descending ? [...all].reverse() : all
  const holding: Stretch[] = []
  let before = 0
  let passed = 0
  for (const stretch of inOrder) {
    if (before + passed >= offset + limit) break
    if (passed === 0 && before + stretch.rows <= offset) before += stretch.rows
    else {
      holding.push(stretch)
      passed += stretch.rows
    }
  }
  const starts = holding.map((stretch) => stretch.starts).sort()
  const [from, last] = [starts[0], starts.at(-1)]
  return { bounds: { from, to: last && after(last) }, offset: offset - before }
}
