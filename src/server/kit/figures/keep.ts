import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import { CUBES, type Cube, type Facts, SUMS, summed } from './cubes.ts'

type Db = Kysely<Database>

/** Changes that are added at once. */
const BATCH = 20_000
const DAYS_AT_ONCE = 31
const DAY_MS = 86_400_000

interface Watch {
  signal?: AbortSignal
  progress?(done: number, total: number): void
}

/** Adds to the kept figures what has changed since, and keeps days that never were. Tells how many changes and days. */
export async function catchUp(db: Db, watch: Watch = {}): Promise<{ changes: number; days: number }> {
  const days = await keepNewDays(db, watch)
  let changes = 0
  for (let added = BATCH; added === BATCH && !watch.signal?.aborted; ) {
    added = await addChanges(db)
    changes += added
  }
  return { changes, days }
}

/** One after the other: two at once would wait for each other's rows. Readers wait for neither. */
const alone = (trx: Db) => sql`lock table figures_state in exclusive mode`.execute(trx)

/** All or nothing: changes go when they are in the figures. Those of a day that is not kept yet are in its orders. */
async function addChanges(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await alone(trx)
    const adding = Object.entries(CUBES).map(
      ([name, cube]) => sql`${sql.ref(`added_${name}`)} as (${insert(cube, sql`taken`)}
        on conflict (day, ${columns(cube.keys)}) do update set ${sql.join(
          SUMS.map((sum) => sql`${sql.ref(sum)} = ${sql.ref(`${cube.table}.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`),
        )})`,
    )
    const { rows } = await sql<{ changes: number }>`
      with gone as (delete from figures_change where ctid = any(array(select ctid from figures_change limit ${BATCH})) returning *),
      taken as (select * from gone where day < (select built_until from figures_state)),
      ${sql.join(adding)}
      select count(*) as changes from gone`.execute(trx)
    return rows[0]?.changes ?? 0
  })
}

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
const insert = (cube: Cube, facts: Facts): RawBuilder<unknown> => insertSums(cube, sql`(${cube.parts(facts)})`)
/** A day's rows lie together, so that some days are few pages. */
const insertSums = ({ table, keys }: Cube, parts: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into ${sql.table(table)} (day, ${columns(keys)}, ${columns(SUMS)})
  select day, ${columns(keys)}, ${summed()} from ${parts} part group by day, ${columns(keys)} order by day, ${columns(keys)}`

interface Days {
  from: string
  to: string
}

const within = ({ from, to }: Days) => sql`day between ${from}::date and ${to}::date`

/** Keeps what the orders of these days say, whatever was kept of them. A change that this moment sees is in its order. */
async function keepDays(db: Db, days: Days, after: (trx: Db) => Promise<unknown> = async () => {}): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      // Before the moment is chosen, so that it sees whatever was done before.
      await alone(trx)
      for (const cube of Object.values<Cube>(CUBES)) {
        await sql`delete from ${sql.table(cube.table)} where ${within(days)}`.execute(trx)
        const finer = cube.of && sql`(select * from ${sql.table(cube.of.table)} where ${within(days)})`
        await (finer ? insertSums(cube, finer) : insert(cube, factsOf(days))).execute(trx)
      }
      await sql`delete from figures_change where ${within(days)}`.execute(trx)
      await after(trx)
    })
}

/** The index finds what lies within a day of these in any zone; of those the site's calendar decides. */
const factsOf = ({ from, to }: Days): Facts => sql`(select * from fact where ${within({ from, to })}
  and at >= ${from}::date - interval '1 day' and at < ${to}::date + interval '2 days')`

/** From the first day that is not kept on, until there is no more; then changes are all that there will be. */
async function keepNewDays(db: Db, { signal, progress }: Watch): Promise<number> {
  let done = 0
  for (let next = await nextDays(db); next && !signal?.aborted; next = await nextDays(db)) {
    const { from, to, days, left } = next
    const later = sql`exists (select from fact where day > ${to}::date and at >= ${to}::date - interval '1 day')`
    await keepDays(db, { from, to }, (trx) =>
      sql`update figures_state set piles_built_until = kept, built_until = greatest(built_until, kept)
        from (select case when ${later} then ${to}::date + 1 else 'infinity' end as kept) n`.execute(trx),
    )
    done += days
    progress?.(done, done + left)
  }
  return done
}

/** What there is no fact of is left out. */
async function nextDays(db: Db): Promise<(Days & { days: number; left: number }) | null> {
  const { rows } = await sql<Days & { days: number; left: number }>`
    with begins as (
      select greatest(built_until, least(
        (select min(ended_at) from orders where ended_at >= built_until - interval '1 day'),
        (select min(refunded_at) from refund where refunded_at >= built_until - interval '1 day'), now())::date - 1) as first
      -- Never later than the days of which all else is kept.
      from (select piles_built_until as built_until from figures_state) kept where built_until < 'infinity'),
    ends as (select greatest((select max(ended_at) from orders), now())::date + 1 as last)
    select to_char(first, 'YYYY-MM-DD') as from, to_char(first + ${DAYS_AT_ONCE - 1}::int, 'YYYY-MM-DD') as to,
      ${DAYS_AT_ONCE}::int as days, greatest(0, last - first - ${DAYS_AT_ONCE}::int) as left from begins, ends`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Keeps all days anew from the orders, some at a time: figures are right meanwhile, and after a kill. Tells how many days. */
export async function rebuild(db: Db, watch: Watch = {}): Promise<number> {
  await keepNewDays(db, watch)
  const { rows } = await sql<{ first: string; last: string; days: number }>`
    select to_char(first, 'YYYY-MM-DD') as first, to_char(last, 'YYYY-MM-DD') as last, last - first + 1 as days from (
      select least((select min(ended_at) from orders), (select min(refunded_at) from refund), now())::date - 1 as first,
        greatest((select max(ended_at) from orders), (select max(refunded_at) from refund), now())::date + 1 as last) bounds`.execute(
    db,
  )
  const { first, last, days } = rows[0] as (typeof rows)[number]
  const plus = (date: string, more: number) => new Date(Date.parse(date) + more * DAY_MS).toISOString().slice(0, 10)
  // What is kept of days that have nothing goes as well.
  await keepDays(db, { from: '-infinity', to: plus(first, -1) })
  await keepDays(db, { from: plus(last, 1), to: 'infinity' })
  for (let done = 0; done < days && !watch.signal?.aborted; done += DAYS_AT_ONCE) {
    await keepDays(db, { from: plus(first, done), to: plus(first, Math.min(days, done + DAYS_AT_ONCE) - 1) })
    watch.progress?.(Math.min(days, done + DAYS_AT_ONCE), days)
  }
  return days
}
