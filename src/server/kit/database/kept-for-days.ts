import type pg from 'pg'
import type { Tally } from '../../../shared/kit/entity.ts'
import {
  defaultOf,
  makePartitions,
  type Partition,
  type Partitioned,
  partitionsOf,
  quickly,
  whereNothingReadsAll,
} from './partitions.ts'

const DAY = 86_400_000

/** A table in partitions by time that are dropped whole when all their rows are older than they are kept. */
export interface KeptForDays extends Partitioned {
  /** A query that says for how many days. */
  days: string
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
  const { rows } = await pool.query<{ days: number | null }>(`select (${of.days})::float8 as days`)
  const days = rows[0]?.days ?? null
  if (days === null) return kept
  for (const partition of await partitionsOf(pool, of)) {
    if (partition.to > now - days * DAY) break
    // Where something reads them all, each try would hold up what is stored.
    if (!(await quickly(pool, dropping(of, partition)))) break
    kept.dropped++
  }
  kept.removed = await removeLoose(pool, of, now - days * DAY)
  if (of.after && kept.dropped + kept.removed > 0) await pool.query(of.after)
  return kept
}

const dropping = (of: KeptForDays, partition: Partition): string[] => [
  ...(of.tally ? forgotten(of, of.tally, partition) : []),
  `alter table ${of.table} detach partition ${partition.name}`,
  ...(of.stays
    ? [`insert into ${of.table} overriding system value select * from ${partition.name} where ${of.stays}`]
    : []),
  `drop table ${partition.name}`,
]

/** Days end where partitions do, so what was counted for a partition's days is what it held. */
function forgotten({ table }: KeptForDays, { kinds, sums = [] }: Tally, { from, to }: Partition): string[] {
  const figures = ['rows', ...sums]
  const columns = ['starts', ...kinds, ...figures].join(', ')
  const day = (at: number) => `date '${new Date(at).toISOString().slice(0, 10)}'`
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
