import type pg from 'pg'
import type { Tally } from '../../../shared/kit/entity.ts'
import {
  dayOf,
  defaultOf,
  dropRetired,
  makePartitions,
  type Partition,
  type Partitioned,
  partitionsOf,
  quickly,
  retired,
  setStraysAside,
  whereNothingReadsAll,
} from './partitions.ts'

const DAY = 86_400_000

/** A table in partitions by time that are dropped whole when all their rows are older than they are kept. */
export interface KeptForDays extends Partitioned {
  /** A query that says for how many days. */
  days: string
  /** A query that says whether they are written into the file store before they go: then they wait, marked so. */
  archives?: string
  /** What is too old in a partition that is kept goes row by row; else it stays until all of the partition is. */
  exact?: true
  /** What never goes by its age: it moves to the partition by default. */
  stays?: string
  /** Where its rows are counted as well. */
  tally?: Tally | null
  /** A statement that takes away what belonged to rows that are gone. */
  after?: string
}

export interface Kept {
  made: number
  dropped: number
  /** Rows that no partition of their own held. */
  removed: number
}

/** Makes the partitions of the time ahead and drops what is over. What a stop interrupts goes on in the next run. */
export const keepForDays = async (pool: pg.Pool, of: KeptForDays, now = Date.now()): Promise<Kept> =>
  (await whereNothingReadsAll(pool, () => keepAlone(pool, of, now))) ?? { made: 0, dropped: 0, removed: 0 }

/** Makes the partitions of now and of the time ahead. */
export const makeAhead = (pool: pg.Pool, of: KeptForDays, now = Date.now()): Promise<number | null> =>
  whereNothingReadsAll(pool, () => makePartitions(pool, of, now))

async function keepAlone(pool: pg.Pool, of: KeptForDays, now: number): Promise<Kept> {
  const kept = { made: await makePartitions(pool, of, now), dropped: 0, removed: 0 }
  const { rows } = await pool.query<{ days: number | null; archives: boolean }>(
    `select (${of.days})::float8 as days, coalesce((${of.archives ?? 'select false'}), false) as archives`,
  )
  const { days = null, archives = false } = rows[0] ?? {}
  // Since then nobody wants archives any more: what waits for one goes as it would have gone without.
  if (of.archives && !archives) await dropRetired(pool, of.table)
  if (days === null) return kept
  const before = now - days * DAY
  for (const partition of await partitionsOf(pool, of)) {
    if (partition.to > before) break
    // Where something reads them all, each try would hold up what is stored.
    if (!(await quickly(pool, dropping(of, partition, archives)))) break
    kept.dropped++
  }
  kept.removed = archives ? await archiveLoose(pool, of, { now, before }) : await removeLoose(pool, of, before)
  if (of.after && kept.dropped + kept.removed > 0) await pool.query(of.after)
  return kept
}

function dropping(of: KeptForDays, partition: Partition, archives: boolean): string[] {
  const { table, tally, stays } = of
  const { name } = partition
  const staying = `with stays as (delete from ${name} where ${stays} returning *) insert into ${table} overriding system value select * from stays`
  return [
    ...(tally ? forgotten(of, tally, partition) : []),
    `alter table ${table} detach partition ${name}`,
    ...(stays ? [staying] : []),
    archives ? retired({ name, parent: table, to_archive: true }) : `drop table ${name}`,
  ]
}

/** Of clocks that were wrong. Taken from the whole table: of a partition by itself nothing is counted. What lies in one goes with all of it. */
const archiveLoose = (pool: pg.Pool, of: KeptForDays, { now, before }: { now: number; before: number }) =>
  setStraysAside(pool, of, {
    now,
    isOver: (days) => `${of.by} < to_timestamp(${(before - days * DAY) / 1000})`,
    taking: (condition) => `delete from ${of.table} where tableoid = '${defaultOf(of)}'::regclass and ${condition}`,
  })

/** Days end where partitions do, so what was counted for a partition's days is what it held. */
function forgotten({ table }: KeptForDays, { kinds, sums = [] }: Tally, { from, to }: Partition): string[] {
  const figures = ['rows', ...sums]
  const columns = ['starts', ...kinds, ...figures].join(', ')
  const day = (at: number) => `date '${dayOf(at)}'`
  const within = `${from === null ? '' : `starts >= ${day(from)} and `}starts < ${day(to)}`
  return [
    `insert into ${table}_tally_note (${columns})
      select starts, ${[...kinds, ...figures.map((name) => `-sum(${name})`)].join(', ')} from (
        select ${columns} from ${table}_tally where span = 'day' and ${within} union all
        select ${columns} from ${table}_tally_note where ${within}) counted
      group by ${['starts', ...kinds].join(', ')} having sum(rows) <> 0`,
  ]
}

/** What came by clocks that were wrong, or stayed when its partition went; and what was there before there were partitions, which lies in one. */
async function removeLoose(pool: pg.Pool, of: KeptForDays, before: number): Promise<number> {
  const isLoose = ({ from, to }: Partition) => from === null || (of.exact && from < before && before < to)
  const loose = [defaultOf(of), ...(await partitionsOf(pool, of)).filter(isLoose).map(({ name }) => name)]
  const { rowCount } = await pool.query(
    `delete from ${of.table} where ${of.by} < to_timestamp($1::float8 / 1000) and tableoid = any($2::regclass[])
      ${of.stays ? `and not (${of.stays})` : ''}`,
    [before, loose],
  )
  return rowCount ?? 0
}
