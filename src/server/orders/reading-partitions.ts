import type pg from 'pg'
import { RETIRED } from '../kit/database/backup/catalogue.ts'
import {
  attached,
  defaultOf,
  makePartitions,
  type Partition,
  type Partitioned,
  partitionsOf,
  quickly,
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
export const makeReadingPartitions = (pool: pg.Pool, now = Date.now()) => makePartitions(pool, READINGS, now)

/**
 * Keeps the readings' partitions of a week each: makes those of this week and the next ones, thins those that are older than `reading_days` to a
 * reading a minute, and drops those older than `reading_minute_days`; both are settings of the system. Readings of orders that are not settled
 * stay as they are, however old. What a stop interrupts goes on in the next run.
 */
export async function keepReadingPartitions(pool: pg.Pool, now = Date.now()): Promise<ReadingPartitions> {
  const did = { made: await makeReadingPartitions(pool, now), thinned: 0, dropped: 0 }
  const { rows } = await pool.query<{ whole: number; minutes: number }>(
    'select reading_days as whole, greatest(reading_days, reading_minute_days) as minutes from system_setting',
  )
  const { whole, minutes } = rows[0] ?? { whole: Number.POSITIVE_INFINITY, minutes: Number.POSITIVE_INFINITY }
  for (const partition of await partitionsOf(pool, READINGS)) {
    if (partition.to <= now - minutes * DAY) did.dropped += Number(await drop(pool, partition))
    else if (partition.to <= now - whole * DAY && !partition.name.endsWith(THINNED)) await setAside(pool, partition)
  }
  for (const name of await waitingToBeThinned(pool)) {
    await thin(pool, name)
    did.thinned++
  }
  await forgetStrays(pool, now - minutes * DAY)
  return did
}

/** In the place of a partition stands an empty one from here on, with what is not settled. The old one waits beside it. */
function setAside(pool: pg.Pool, { name, from, to }: Partition): Promise<boolean> {
  const thinned = `${name}${THINNED}`
  return quickly(pool, [
    `create table ${thinned} (like ${READINGS.table} including defaults including constraints)`,
    `alter table ${READINGS.table} detach partition ${name}`,
    `comment on table ${name} is '${RETIRED}${READINGS.table}'`,
    `insert into ${thinned} select * from ${name} where order_id in (${OPEN_ORDERS})`,
    ...attached(READINGS, { name: thinned, from, to }),
  ])
}

async function waitingToBeThinned(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
      and obj_description(oid) = $1 order by 1`,
    [RETIRED + READINGS.table],
  )
  return rows.map(({ name }) => name)
}

/** Of each minute the last reading of the register and the last of the power are left; mostly they are one. */
async function thin(pool: pg.Pool, name: string): Promise<void> {
  const columns =
    'order_id, at, pile_id, connector_number, energy_wh, power_w, current_ma, voltage_mv, soc, received_at, resolution_wh'
  const minute = `partition by order_id, pile_id, connector_number, date_trunc('minute', at)`
  const client = await pool.connect()
  try {
    await client.query('begin')
    // One that is thinned by another server is thinned already.
    await client.query(`lock table ${name} in access exclusive mode`)
    await client.query(`
      insert into ${name}${THINNED} (${columns})
      select ${columns} from (
        select *, row_number() over (${minute} order by energy_wh is null, at desc) as by_register,
          row_number() over (${minute} order by power_w is null, at desc) as by_power from ${name}) numbered
      where by_register = 1 or by_power = 1 on conflict do nothing`)
    await client.query(`drop table ${name}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if ((error as { code?: string }).code !== '42P01') throw error
  } finally {
    client.release()
  }
}

/** What is not settled goes to the default partition, where it stays until it is. */
function drop(pool: pg.Pool, { name }: Partition): Promise<boolean> {
  return quickly(pool, [
    `alter table ${READINGS.table} detach partition ${name}`,
    `insert into ${READINGS.table} select * from ${name} where order_id in (${OPEN_ORDERS})`,
    `drop table ${name}`,
  ])
}

/** What no partition takes is of clocks that were wrong, or was not settled when its week went: few rows. */
async function forgetStrays(pool: pg.Pool, before: number): Promise<void> {
  await pool.query(
    `delete from ${defaultOf(READINGS)} where received_at < to_timestamp($1::float8 / 1000)
      and not exists (select from orders o where o.id = order_id and o.status in ('generated', 'completed'))`,
    [before],
  )
}
