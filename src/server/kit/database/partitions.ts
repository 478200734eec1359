import type pg from 'pg'
import { onOneLine } from './on-one-line.ts'

const DAY = 86_400_000
/** A Monday. */
const FIRST_DAY = Date.UTC(1970, 0, 5)

/** A table in partitions by time (UTC), each named after its first day, with one by default for what none takes. */
export interface Partitioned {
  table: string
  /** The moment, or day, by which its rows lie in them. */
  by: string
  /** How many days a partition holds; weeks begin on Monday. */
  width: 1 | 7 | 28
  /** So many partitions are made ahead. */
  ahead: number
}

export interface Partition {
  name: string
  /** Epoch milliseconds; null: from whatever was first. */
  from: number | null
  /** Not within. */
  to: number
}

/** A day in UTC: 2026-11-29. */
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
/** A table beside others of its kind, named after a day: reading_20261129. */
const namedAfter = (at: number, name: string) => `${name}_${dayOf(at).replaceAll('-', '')}`
export const defaultOf = ({ table }: Partitioned) => `${table}_other`

// Any fixed number does; it only has to be the same in every version.
const LOCK = 7_311_042_009

/**
 * Does what makes partitions or takes them away, where nobody else does and no backup is written just now (`whilePartitionsStay`): else null,
 * and it is for the next run.
 */
export async function whereNothingReadsAll<Done>(pool: pg.Pool, work: () => Promise<Done>): Promise<Done | null> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK])
    if (!rows[0]?.free) return null
    try {
      return await work()
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK])
    }
  } finally {
    client.release()
  }
}

/**
 * Until this connection ends no partition is taken away. A snapshot shows rows as they were, and partitions as they are: one that is taken
 * away under it is missing from it.
 */
export const whilePartitionsStay = (client: pg.ClientBase) => client.query('select pg_advisory_lock_shared($1)', [LOCK])

/** How the comment of a table begins that was a partition of another; its name follows, and whether it waits to be archived. */
const RETIRED = 'retired from '
const TO_ARCHIVE = ', to be archived'

export interface Retired {
  name: string
  parent: string
  /** Its rows are nowhere else, and are kept in the file store before it is dropped. */
  to_archive: boolean
}

/** A statement that marks a table as one that was a partition, and waits beside it until its rows went where they belong. */
export const retired = ({ parent, name, to_archive }: Retired) =>
  `comment on table ${name} is '${RETIRED}${parent}${to_archive ? TO_ARCHIVE : ''}'`

/** All that are marked so, by name. */
export async function retiredTables(db: Pick<pg.ClientBase, 'query'>): Promise<Retired[]> {
  const { rows } = await db.query<Retired>(
    `select relname as name, replace(said, $2, '') as parent, said like '%' || $2 as to_archive
      from (select relname, substr(obj_description(oid), length($1) + 1) as said from pg_class
        where relnamespace = 'public'::regnamespace and starts_with(obj_description(oid), $1)) marked order by 1`,
    [RETIRED, TO_ARCHIVE],
  )
  return rows
}

/** All but the default one, oldest first. */
export async function partitionsOf(pool: pg.Pool, { table }: Partitioned): Promise<Partition[]> {
  // As PostgreSQL writes bounds: FOR VALUES FROM ('…') TO ('…'), or FROM (MINVALUE).
  const { rows } = await pool.query<{ name: string; from: number | null; to: number }>(
    `with bounds as (
      select c.relname as name, regexp_match(pg_get_expr(c.relpartbound, c.oid), $$FROM \\((?:MINVALUE|'(.+)')\\) TO \\('(.+)'\\)$$) as between
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass)
    select name, extract(epoch from between[1]::timestamptz)::float8 * 1000 as "from",
      extract(epoch from between[2]::timestamptz)::float8 * 1000 as "to"
    from bounds where between is not null order by "to"`,
    [table],
  )
  return rows
}

/** Makes the partitions of now and of the time ahead, where none holds that time; gives how many. */
export async function makePartitions(pool: pg.Pool, of: Partitioned, now = Date.now()): Promise<number> {
  const width = of.width * DAY
  const first = Math.floor((now - FIRST_DAY) / width) * width + FIRST_DAY
  const existing = await partitionsOf(pool, of)
  let made = 0
  for (let at = first; at <= first + of.ahead * width; at += width) {
    const [before] = existing.filter((one) => (one.from ?? Number.NEGATIVE_INFINITY) < at + width && one.to > at)
    // One of before there were partitions ends where a next one begins.
    if (before) continue
    const name = namedAfter(at, of.table)
    if (
      await quickly(pool, [
        `create table ${name} (like ${of.table} including defaults including constraints)`,
        ...attached(of, { name, from: at, to: at + width }),
      ])
    )
      made++
  }
  return made
}

/** Drops partitions whose time was over before `before`; gives how many. */
export async function dropPartitions(pool: pg.Pool, of: Partitioned, before: number): Promise<number> {
  let dropped = 0
  for (const { name, to } of await partitionsOf(pool, of)) {
    if (to > before) break
    // Where something reads them all, each try would hold up what is stored.
    if (!(await quickly(pool, [`drop table ${name}`]))) break
    dropped++
  }
  return dropped
}

/**
 * Statements that make a table of the same columns a partition. Attached rather than created in place: that leaves the others
 * writable meanwhile. Rows that were caught by the default partition, after a leap of a clock, move with it.
 */
export function attached(of: Partitioned, { name, from, to }: Partition): string[] {
  const [begin, end] = [from === null ? null : dayOf(from), dayOf(to)]
  const within = `${begin ? `${of.by} >= '${begin}' and ` : ''}${of.by} < '${end}'`
  return [
    // A row that came between the move and what follows it would keep the partition from being made.
    `lock table ${defaultOf(of)} in share row exclusive mode`,
    `with moved as (delete from ${defaultOf(of)} where ${within} returning *) insert into ${name} select * from moved`,
    `alter table ${of.table} attach partition ${name} for values from (${begin ? `'${begin}'` : 'minvalue'}) to ('${end}')`,
  ]
}

/** The table is there, or gone: another node was first. It is busy, or a lock went round in a circle, or a row came in between. */
const LATER = new Set(['42P07', '42P01', '55P03', '40P01', '23514'])

/**
 * Does all of these statements or none. A lock that has to wait makes every insert wait behind it: better to give up (false) and come back
 * in an hour. Told to leave meanwhile, it does none.
 */
export const quickly = (
  pool: pg.Pool,
  statements: readonly (string | pg.QueryConfig)[],
  signal?: AbortSignal,
): Promise<boolean> =>
  onOneLine(pool, signal, async (client) => {
    try {
      await client.query("begin; set local lock_timeout = '2s'")
      for (const statement of statements) await client.query(statement)
      await client.query('commit')
      return true
    } catch (error) {
      await client.query('rollback')
      const { code } = error as { code?: string }
      if (!LATER.has(code ?? '')) throw error
      return false
    }
  })

/** Drops what waits to be archived of this table, unwritten; gives how many. */
export async function dropRetired(pool: pg.Pool, of: string, signal?: AbortSignal): Promise<number> {
  let gone = 0
  for (const { name, parent, to_archive } of await retiredTables(pool))
    if (to_archive && parent === of) gone += Number(await quickly(pool, [`drop table if exists ${name}`], signal))
  return gone
}

interface Strays {
  now: number
  /** So many days ago or longer they would have gone: a condition. */
  isOver: (days: number) => string
  /** Takes away those of which a condition holds. */
  taking: (condition: string) => string
  signal?: AbortSignal | undefined
}

/**
 * What no partition took waits in a table of its own to be archived; that of a week together, so that there is not a file for each few rows.
 * Gives how many.
 */
export async function setStraysAside(
  pool: pg.Pool,
  of: Partitioned,
  { now, isOver, taking, signal }: Strays,
): Promise<number> {
  if (!(await pool.query(`select from ${defaultOf(of)} where ${isOver(7)} limit 1`)).rowCount) return 0
  const name = namedAfter(now, `${of.table}_strays`)
  // Where those of this day wait already, these follow another day.
  const isDone = await quickly(
    pool,
    [
      `create table ${name} (like ${of.table} including defaults including constraints)`,
      `with gone as (${taking(isOver(0))} returning *) insert into ${name} select * from gone`,
      retired({ name, parent: of.table, to_archive: true }),
    ],
    signal,
  )
  if (!isDone) return 0
  const { rows } = await pool.query<{ count: number }>(`select count(*)::float8 from ${name}`)
  return rows[0]?.count ?? 0
}
