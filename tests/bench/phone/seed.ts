import type pg from 'pg'
import { insertPiles } from '../network.ts'

const PILES = 200
const ALARMS = 2_000

/** 2,000 alarms that wait for someone, of 200 piles. */
export async function insertAlarms(pool: pg.Pool): Promise<void> {
  if ((await pool.query('select from alarm limit 1')).rowCount) return
  await insertPiles(pool, PILES)
  await pool.query('insert into connector (pile_id, number) select id, 1 from pile')
  await pool.query(
    `insert into alarm (code, status, kind, site_id, pile_id, connector_number, raised_at, cleared_at, message)
     select (array['GroundFailure', 'HighTemperature', 'OverVoltage', 'Offline'])[1 + n % 4], 'open', 'fault', 1, 1 + n % $2, 1,
       now() - n * interval '1 minute', now() - n * interval '30 seconds', 'what the pile says of it' from generate_series(1, $1::int) n`,
    [ALARMS, PILES],
  )
  await pool.query('vacuum analyze')
}
