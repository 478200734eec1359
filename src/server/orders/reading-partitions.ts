import type pg from 'pg'
import {
  attached,
  defaultOf,
  makePartitions,
  type Partition,
  type Partitioned,
  partitionsOf,
  quickly,
  retired,
  retiredTables,
  whereNothingReadsAll,
} from '../kit/database/partitions.ts'

const DAY = 86_400_000
const READINGS: Partitioned = { table: 'reading', width: 7, ahead: 2 }
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
export const keepReadingPartitions = async (pool: pg.Pool, now = Date.now()): Promise<ReadingPartitions> =>
  (await whereNothingReadsAll(pool, () => keepAlone(pool, now))) ?? { made: 0, thinned: 0, dropped: 0 }

async function keepAlone(pool: pg.Pool, now: number): Promise<ReadingPartitions> {
  const did = { made: await makePartitions(pool, READINGS, now), thinned: 0, dropped: 0 }
  const { rows } = await pool.query<{ whole: number; minutes: number }>(
    'select reading_days as whole, greatest(reading_days, reading_minute_days) as minutes from system_setting',
  )
  const { whole, minutes } = rows[0] ?? { whole: Number.POSITIVE_INFINITY, minutes: Number.POSITIVE_INFINITY }
  for (const partition of await partitionsOf(pool, READINGS)) {
    const isOver = partition.to <= now - minutes * DAY
    const isOld = partition.to <= now - whole * DAY && !partition.name.endsWith(THINNED)
    // Where something reads them all, each try would hold up what is stored.
    if (isOver && !(await drop(pool, partition))) break
    if (isOver) did.dropped++
    else if (isOld && !(await setAside(pool, partition))) break
  }
  for (const name of await waitingToBeThinned(pool)) did.thinned += Number(await thin(pool, name))
  await forgetStrays(pool, now - minutes * DAY)
  return did
}

/** In the place of a partition stands an empty one from here on, with what is not settled. The old one waits beside it. */
function setAside(pool: pg.Pool, { name, from, to }: Partition): Promise<boolean> {
  const thinned = `${name}${THINNED}`
  return quickly(pool, [
    `create table ${thinned} (like ${READINGS.table} including defaults including constraints)`,
    `alter table ${READINGS.table} detach partition ${name}`,
    retired(READINGS.table, name),
    // Once they are there they are there alone: what becomes of them until the rest follows holds.
    `with open as (delete from ${name} where order_id in (${OPEN_ORDERS}) returning *) insert into ${thinned} select * from open`,
    ...attached(READINGS, { name: thinned, from, to }),
  ])
}

const waitingToBeThinned = async (pool: pg.Pool) =>
  (await retiredTables(pool)).flatMap(({ name, parent }) => (parent === READINGS.table ? [name] : []))

/** Of each minute the last reading of the register and the last of the power are left; mostly they are one. */
function thin(pool: pg.Pool, name: string): Promise<boolean> {
  const columns =
    'order_id, at, pile_id, connector_number, energy_wh, power_w, current_ma, voltage_mv, soc, received_at, resolution_wh'
  const minute = `partition by order_id, pile_id, connector_number, date_trunc('minute', at)`
  return quickly(pool, [
    `lock table ${name} in access exclusive mode`,
    `insert into ${name}${THINNED} (${columns})
      select ${columns} from (
        select *, row_number() over (${minute} order by energy_wh is null, at desc) as by_register,
          row_number() over (${minute} order by power_w is null, at desc) as by_power from ${name}) numbered
      where by_register = 1 or by_power = 1 on conflict do nothing`,
    `drop table ${name}`,
  ])
}

/** What is not settled goes to the default partition, where it stays until it is. */
function drop(pool: pg.Pool, { name }: Partition): Promise<boolean> {
  return quickly(pool, [
    `alter table ${READINGS.table} detach partition ${name}`,
    `insert into ${READINGS.table} select * from ${name} where order_id in (${OPEN_ORDERS})`,
    `drop table ${name}`,
    // What was not thinned in all that time goes with it.
    `drop table if exists ${name.replace(THINNED, '')}`,
  ])
}

/** What no partition takes is of clocks that were wrong, or was not settled when its week went: few rows. */
async function forgetStrays(pool: pg.Pool, before: number): Promise<void> {
  await pool.query(
    `delete from ${defaultOf(READINGS)} where received_at < to_timestamp($1::float8 / 1000)
      and order_id not in (${OPEN_ORDERS})`,
    [before],
  )
}
