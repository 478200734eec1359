import type pg from 'pg'
import { insertPiles } from '../network.ts'

export const ALARM_COUNT = 2_000
const PILES_A_SITE = 50

/** 2,000 alarms that wait for someone, each of a pile of its own and too far from the others to be one matter with them. */
export async function insertAlarms(pool: pg.Pool): Promise<void> {
  if ((await pool.query('select from alarm limit 1')).rowCount) return
  await insertPiles(pool, ALARM_COUNT)
  await pool.query(
    `insert into site (name, kind, strategy_id) select 'Bench ' || n, 'off_street', 1 from generate_series(2, $1::int) n`,
    [ALARM_COUNT / PILES_A_SITE],
  )
  await pool.query('update pile set site_id = 1 + (id - 1) / $1', [PILES_A_SITE])
  await pool.query('insert into connector (pile_id, number) select id, 1 from pile')
  await pool.query(
    `insert into alarm (code, status, kind, site_id, pile_id, connector_number, raised_at, cleared_at, message)
     select (array['GroundFailure', 'HighTemperature', 'OverVoltage', 'Offline'])[1 + n % 4], 'open', 'fault', 1 + (n - 1) / $2, n, 1,
       now() - n * interval '3 minutes', now() - n * interval '2 minutes', 'what the pile says of it' from generate_series(1, $1::int) n`,
    [ALARM_COUNT, PILES_A_SITE],
  )
  await pool.query('vacuum analyze')
}
