import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Entity, Running, Tally } from '../../../shared/kit/entity.ts'
import { executeKept } from '../database/client.ts'
import type { Database } from '../database/tables.ts'
import type { Filter } from './filters.ts'
import { type Bounds, partsOf, type TallyRange, type TallySpan } from './tally-parts.ts'

type Db = Kysely<Database>
type Condition = RawBuilder<SqlBool>

/** A filter that a tally can answer: of its kinds and a range of its moment alone. */
export interface Tallied extends Tally {
  /** The declaration. */
  of: Tally
  table: string
  /** The filters of kinds, which hold for the table and its tally alike, both as `t`. */
  kept: readonly Filter[]
  /** Whether archived records are asked for; null where none are. */
  archived: boolean | null
  bounds: Bounds
}

/** What the tally can tell of the filters; null when any of them is beyond it. */
export function tallied(entity: Entity, filters: readonly Filter[], archived: boolean | null): Tallied | null {
  const { tally, table } = entity
  if (!tally) return null
  const isRange = ({ name, bounds }: Filter) => name === tally.by && bounds !== undefined
  const kept = filters.filter((filter) => !isRange(filter))
  if (!kept.every(({ name }) => tally.kinds.includes(name))) return null
  return { ...tally, of: tally, table, kept, archived, bounds: filters.find(isRange)?.bounds ?? {} }
}

/** Without what is asked of one field. */
export const without = (view: Tallied, name: string): Tallied => ({
  ...view,
  kept: view.kept.filter((filter) => filter.always || filter.name !== name),
})

/** The list as it opens, the whole of it. */
export const isWhole = ({ kept, archived, bounds }: Tallied): boolean =>
  kept.length === 0 && archived === null && bounds.from === undefined && bounds.to === undefined

/** What is asked of a whole list is kept: nothing that was chosen makes another plan better, or another text. */
const ask = async <T>(db: Db, view: Tallied, name: string, write: () => RawBuilder<T>): Promise<T[]> =>
  isWhole(view) ? executeKept(db, { of: view.of, name }, write) : (await write().execute(db)).rows

export async function rowsIn(db: Db, view: Tallied): Promise<number> {
  const rows = await ask(
    db,
    view,
    'rows',
    () =>
      sql<{ total: number }>`
    select coalesce(sum(rows), 0)::bigint as total from ${partsRelation(view, 'ever', [])} p`,
  )
  return rows[0]?.total ?? 0
}

export interface Overview {
  sums: Record<string, number>
  counts: Record<string, number>
}

/** Sums over the filter, and how many rows there are of each value of a kind over all other filters. */
export async function overviewOf(db: Db, view: Tallied, sums: readonly string[], per: string): Promise<Overview> {
  const rows = await ask(db, view, `sums of ${[per, ...sums]}`, () => {
    const parts = partsRelation(without(view, per), 'ever', [per, ...sums])
    return overviewStatement({ rows: parts, one: sql`rows`, kept: view.kept }, sums, per)
  })
  return addedUp(rows, sums)
}

interface Counted {
  /** What matches all filters but that of the kind. */
  rows: RawBuilder<unknown>
  /** What each of them counts for. */
  one: RawBuilder<unknown>
  kept: readonly Filter[]
}

type OverviewRow = { value: string | null; count: number } & Record<string, number>

export async function overviewIn(db: Db, counted: Counted, sums: readonly string[], per: string): Promise<Overview> {
  const { rows } = await overviewStatement(counted, sums, per).execute(db)
  return addedUp(rows, sums)
}

function overviewStatement({ rows, one, kept }: Counted, sums: readonly string[], per: string) {
  const wanted = all(kept.filter(({ name }) => name === per).map(({ condition }) => condition))
  const added = sums.map(
    (name) => sql`, coalesce(sum(t.${sql.ref(name)}) filter (where ${wanted}), 0)::bigint as ${sql.ref(name)}`,
  )
  return sql<OverviewRow>`
    select t.${sql.ref(per)} as value, sum(${one})::bigint as count${sql.join(added, sql``)}
    from ${rows} t group by 1`
}

function addedUp(rows: readonly OverviewRow[], sums: readonly string[]): Overview {
  const total = (name: string) => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)
  return {
    sums: Object.fromEntries(sums.map((name) => [name, total(name)])),
    counts: Object.fromEntries(rows.flatMap(({ value, count }) => (value === null ? [] : [[value, count]]))),
  }
}

export interface Stretch {
  /** Its first day, YYYY-MM-DD, in UTC. */
  starts: string
  rows: number
}

/** How many rows each month or day has that has any, the earliest first. */
export async function stretches(db: Db, view: Tallied, each: 'month' | 'day'): Promise<Stretch[]> {
  const { rows } = await sql<Stretch>`
    select starts::text as starts, sum(rows)::bigint as rows from ${partsRelation(view, each, ['starts'])} p
    group by p.starts order by p.starts`.execute(db)
  // Notes and the ends of a range come by the day.
  const found = new Map<string, number>()
  for (const { starts, rows: count } of rows) {
    const stretch = each === 'month' ? `${starts.slice(0, 7)}-01` : starts
    found.set(stretch, (found.get(stretch) ?? 0) + count)
  }
  return [...found].filter(([, count]) => count !== 0).map(([starts, count]) => ({ starts, rows: count }))
}

/** The filter as a condition on the table itself. */
export function rowsWhere(view: Tallied, bounds: Bounds = view.bounds): Condition {
  const archived = view.archived ? sql<SqlBool>`t.archived_at is not null` : sql<SqlBool>`t.archived_at is null`
  return all([
    ...view.kept.map(({ condition }) => condition),
    ...(view.archived === null ? [] : [archived]),
    ...within(sql.ref(`t.${view.by}`), bounds),
  ])
}

/** Everything that the filter matches, in as few rows as hold it: of the tally, of the notes, and of the table at both ends. */
function partsRelation(view: Tallied, coarsest: TallySpan, columns: readonly string[]): RawBuilder<unknown> {
  const { whole, edges } = partsOf(view.bounds, coarsest)
  const kinds = all([
    ...view.kept.map(({ condition }) => condition),
    ...(view.archived === null ? [] : [sql<SqlBool>`t.archived = ${view.archived}`]),
  ])
  const rolledUp = rolledUpIn(view, columns)
  const selected = sql.join([sql`t.rows`, ...columns.map((name) => sql`t.${sql.ref(name)}`)])
  const cells = whole.map(
    ({ span, ...days }) => sql`select ${selected} from ${sql.table(`${view.table}_tally`)} t
      where t.span = ${span + rolledUp} and ${all([kinds, ...within(sql`t.starts`, days)])}`,
  )
  const notes = spanOf(whole).map(
    (days) => sql`select ${selected} from ${sql.table(`${view.table}_tally_note`)} t
      where ${all([kinds, ...within(sql`t.starts`, days)])}`,
  )
  const own = columns.map((name) =>
    name === 'starts' ? sql`(t.${sql.ref(view.by)} at time zone 'UTC')::date as starts` : name,
  )
  const ends = edges.map((bounds) =>
    rowsAsSettled(view, { columns: [sql`1::bigint as rows`, ...own], where: rowsWhere(view, bounds) }),
  )
  return sql`(${sql.join([...cells, ...notes, ...ends], sql` union all `)})`
}

interface Rows {
  /** Fields by their names, or what else is to be read of the table as `t`. */
  columns: readonly (string | RawBuilder<unknown>)[]
  where: Condition
  /** The condition may hold for very many rows: what goes on, which are few, is found without an index of it. */
  isWide?: boolean
}

/** Reads rows of a table from its indexes, which hold the figures of what goes on no more; and those that go on from the rows themselves. */
export function rowsAsSettled(
  { table, running }: { table: string; running?: Running | undefined },
  { columns, where, isWide = false }: Rows,
): RawBuilder<unknown> {
  const select = (isSettled: boolean, more: Condition, from = sql`${sql.table(table)}`) => {
    const read = columns.map((column) => {
      if (typeof column !== 'string') return column
      const copied = isSettled && running?.figures.includes(column)
      return copied ? sql`t.${sql.ref(`settled_${column}`)} as ${sql.ref(column)}` : sql`t.${sql.ref(column)}`
    })
    return sql`select ${sql.join(read)} from ${from} t where ${where} and ${more}`
  }
  if (!running || !columns.some((column) => typeof column === 'string' && running.figures.includes(column)))
    return select(false, sql`true`)
  const [field, value] = [sql.ref(`t.${running.field}`), sql.lit(running.is)]
  // An offset is nothing that a condition is taken past.
  const those = sql`(select t.* from ${sql.table(table)} t where ${field} = ${value} offset 0)`
  const goingOn = isWide ? select(false, sql`true`, those) : select(false, sql`${field} = ${value}`)
  return sql`${select(true, sql`${field} <> ${value}`)} union all ${goingOn}`
}

/** What the spans are called that leave out every wide kind that nobody asks for. */
const rolledUpIn = ({ wide = [], kept }: Tallied, columns: readonly string[]): string =>
  wide
    .filter((kind) => !columns.includes(kind) && !kept.some(({ name }) => name === kind))
    .map((kind) => `-${kind}`)
    .join('')

/** All whole days together: they follow each other. */
function spanOf(whole: readonly TallyRange[]): Omit<TallyRange, 'span'>[] {
  if (!whole.length) return []
  const froms = whole.map(({ from }) => from)
  const tos = whole.map(({ to }) => to)
  const from = froms.includes(undefined) ? undefined : (froms as string[]).sort()[0]
  const to = tos.includes(undefined) ? undefined : (tos as string[]).sort().at(-1)
  return [{ from, to }]
}

const within = (column: RawBuilder<unknown>, { from, to }: Bounds): Condition[] => [
  ...(from === undefined ? [] : [sql<SqlBool>`${column} >= ${from}`]),
  ...(to === undefined ? [] : [sql<SqlBool>`${column} < ${to}`]),
]

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`

/** Adds up what writers have noted of every table that keeps a tally, so that reading it stays quick. */
export async function addUpTallies(db: Db, entities: readonly Entity[]): Promise<void> {
  for (const { tally, table } of entities)
    if (tally) await sql`select ${sql.raw(`add_up_${table}_tally`)}()`.execute(db)
}
