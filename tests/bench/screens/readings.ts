import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { powerAt } from '../../../src/server/dashboard/network.ts'
import type { Database } from '../../../src/server/kit/database/tables.ts'
import { NOBODY } from '../../../src/server/kit/person.ts'
import { makeReadingPartitions } from '../../../src/server/orders/reading-partitions.ts'
import { Latencies } from '../latencies.ts'
import type { Result } from '../result.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const WEEKS = 52
/** Days whose sessions have readings: those around the week ago that the dashboard looks at. */
const DAYS = 14
/** Of a session: 200 million a year of ten million orders. */
const READINGS = 20
const EVERY_SECONDS = 120
const TIMES = 40

/** A year's partitions, and in the two latest weeks of them what sessions reported, in that order: no screen reads another. */
export async function insertReadings(pool: pg.Pool): Promise<void> {
  if ((await pool.query('select from reading limit 1')).rowCount) return
  for (let week = 0; week <= WEEKS; week++) await makeReadingPartitions(pool, Date.now() - week * 7 * DAY_MS)
  await pool.query(
    `insert into reading (order_id, at, pile_id, connector_number, energy_wh, power_w)
      select id, started_at + step * ${EVERY_SECONDS} * interval '1 second', pile_id, connector_number,
        meter_start_wh + energy_wh * step / ${READINGS}, energy_wh * 3 / 2
      from orders cross join generate_series(0, ${READINGS - 1}) step
      where started_at > now() - ${DAYS} * interval '1 day' order by started_at + step * ${EVERY_SECONDS} * interval '1 second'`,
  )
  await pool.query('vacuum analyze reading')
}

/** What all sessions drew at each of several moments a week ago: the one figure of the dashboard that readings say. */
export async function readingResults(pool: pg.Pool): Promise<Result[]> {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const latencies = new Latencies()
  for (let at = 0; at < TIMES; at++) {
    const from = performance.now()
    const power = await powerAt(
      { db, person: { ...NOBODY, reach: null } },
      new Date(Date.now() - 7 * DAY_MS - at * HOUR_MS).toISOString(),
    )
    if (!power) throw new Error('nothing was charging a week ago')
    // The first times are the database's reading from disk.
    if (at > 3) latencies.add(performance.now() - from)
  }
  const { rows } = await pool.query('select count(*)::int as readings from reading')
  return [
    {
      ...{
        item: 'screens',
        name: 'power a week ago, everybody',
        value: latencies.percentile(0.99),
        unit: 'ms p99',
        limit: 50,
      },
      note: `${latencies.count} calls, p50 ${latencies.percentile(0.5)}, of ${rows[0].readings} readings of ${DAYS} days`,
    },
  ]
}
