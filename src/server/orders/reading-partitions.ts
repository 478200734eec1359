import type pg from 'pg'
import {
  attached,
  defaultOf,
  dropRetired,
  makePartitions,
  type Partition,
  type Partitioned,
  partitionsOf,
  quickly,
  retired,
  retiredTables,
  setStraysAside,
  whereNothingReadsAll,
} from '../kit/database/partitions.ts'

const DAY = 86_400_000
const READINGS: Partitioned = { table: 'reading', by: 'at', width: 7, ahead: 2 }
/** The name of one that holds a reading a minute. */
const THINNED = '_minutes'

/** What an order that is not settled will be billed by stays whole. */
const OPEN_ORDERS = `select id from orders where status in ('generated', 'completed')`

export interface ReadingPartitions {
  made: number
  /** Weeks of which a reading a minute is left. */
  thinned: number
  dropped: number
}

/** Makes the partitions of this week and the next ones; gives how many. */
export const makeReadingPartitions = async (pool: pg.Pool, now = Date.now()) =>
  (await whereNothingReadsAll(pool, () => makePartitions(pool, READINGS, now))) ?? 0

/**
 * Keeps the readings' partitions of a week each: makes those of this week and the next ones, thins those that are older than `reading_days` to a
 * reading a minute, and drops those older than `reading_minute_days`; both are settings of the system. Readings of orders that are not settled
 * stay as they are, however old. What a stop interrupts goes on in the next run.
 */
export const keepReadingPartitions = async (
  pool: pg.Pool,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<ReadingPartitions> =>
  (await whereNothingReadsAll(pool, () => keepAlone({ pool, signal }, now))) ?? { made: 0, thinned: 0, dropped: 0 }

interface Given {
  pool: pg.Pool
  /** Told to leave, it does no step by half. */
  signal: AbortSignal | undefined
}

const FOR_GOOD = { whole: Number.POSITIVE_INFINITY, minutes: Number.POSITIVE_INFINITY, archives: true }

async function keepAlone(given: Given, now: number): Promise<ReadingPartitions> {
  const { pool, signal } = given
  const did = { made: await makePartitions(pool, READINGS, now), thinned: 0, dropped: 0 }
  const { rows } = await pool.query<{ whole: number; minutes: number; archives: boolean }>(
    `select reading_days as whole, greatest(reading_days, reading_minute_days) as minutes, archive_readings as archives
      from system_setting`,
  )
  const { whole, minutes, archives } = rows[0] ?? FOR_GOOD
  // Since then nobody wants archives any more: what waits for one goes as it would have gone without.
  if (!archives) did.dropped += await dropRetired(pool, READINGS.table, signal)
  for (const partition of await partitionsOf(pool, READINGS)) {
    const isOver = partition.to <= now - minutes * DAY
    const isOld = partition.to <= now - whole * DAY && !partition.name.endsWith(THINNED)
    // Where something reads them all, each try would hold up what is stored.
    if (isOver && !(await drop(given, partition, archives))) break
    if (isOver) did.dropped++
    else if (isOld && !(await setAside(given, partition))) break
  }
  for (const name of await waitingToBeThinned(pool)) did.thinned += Number(await thin(given, name, archives))
  await forgetStrays(given, { now, before: now - minutes * DAY, archives })
  return did
}

/** In the place of a partition stands an empty one from here on, with what is not settled. The old one waits beside it. */
function setAside({ pool, signal }: Given, { name, from, to }: Partition): Promise<boolean> {
  const thinned = `${name}${THINNED}`
  const statements = [
    `create table ${thinned} (like ${READINGS.table} including defaults including constraints)`,
    `alter table ${READINGS.table} detach partition ${name}`,
    marked(name, false),
    // Once they are there they are there alone: what becomes of them until the rest follows holds.
    `with open as (delete from ${name} where order_id in (${OPEN_ORDERS}) returning *) insert into ${thinned} select * from open`,
    ...attached(READINGS, { name: thinned, from, to }),
  ]
  return quickly(pool, statements, signal)
}

const waitingToBeThinned = async (pool: pg.Pool) =>
  (await retiredTables(pool)).flatMap(({ name, parent, to_archive }) =>
    parent === READINGS.table && !to_archive ? [name] : [],
  )

const marked = (name: string, to_archive: boolean) => retired({ name, parent: READINGS.table, to_archive })
const dropped = (name: string) => `drop table if exists ${name}`

/** Of each minute the last reading of the register and the last of the power are left; mostly they are one. All of them are archived, or gone. */
function thin({ pool, signal }: Given, name: string, archives: boolean): Promise<boolean> {
  const columns =
    'order_id, at, pile_id, connector_number, energy_wh, power_w, current_ma, voltage_mv, soc, received_at, resolution_wh'
  const minute = `partition by order_id, pile_id, connector_number, date_trunc('minute', at)`
  const statements = [
    `lock table ${name} in access exclusive mode`,
    `insert into ${name}${THINNED} (${columns})
      select ${columns} from (
        select *, row_number() over (${minute} order by energy_wh is null, at desc) as by_register,
          row_number() over (${minute} order by power_w is null, at desc) as by_power from ${name}) numbered
      where by_register = 1 or by_power = 1 on conflict do nothing`,
    archives ? marked(name, true) : dropped(name),
  ]
  return quickly(pool, statements, signal)
}

/** What is not settled goes to the default partition, where it stays until it is. */
async function drop({ pool, signal }: Given, { name }: Partition, archives: boolean): Promise<boolean> {
  // What was not thinned in all that time goes with it.
  const waiting = (await waitingToBeThinned(pool)).filter((other) => `${other}${THINNED}` === name)
  const statements = [
    `alter table ${READINGS.table} detach partition ${name}`,
    `insert into ${READINGS.table} select * from ${name} where order_id in (${OPEN_ORDERS})`,
    ...[name, ...waiting].map((one) => (archives ? marked(one, true) : dropped(one))),
  ]
  return quickly(pool, statements, signal)
}

/** What no partition takes is of clocks that were wrong, or was not settled when its week went: few rows. */
async function forgetStrays({ pool, signal }: Given, { now, before, archives }: Strays): Promise<void> {
  const other = defaultOf(READINGS)
  const over = (days: number) =>
    `received_at < to_timestamp(${(before - days * DAY) / 1000}) and order_id not in (${OPEN_ORDERS})`
  const taking = (condition: string) => `delete from ${other} where ${condition}`
  if (archives) await setStraysAside(pool, READINGS, { now, isOver: over, taking, signal })
  else await pool.query(taking(over(0)))
}

interface Strays {
  now: number
  /** Epoch milliseconds: received before. */
  before: number
  archives: boolean
}
