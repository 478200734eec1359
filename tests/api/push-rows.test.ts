import { afterAll, beforeAll, expect, test } from 'vitest'
import { followAlarms } from '../../src/server/push/follow.ts'
import { makePile } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

const ALARMS = 20_000
/** Of them so many at most may have been seen too late to be told of (`BEHIND`), and are looked at again. */
const BEHIND = 200

let database: FreshDatabase
const query = async <Row extends object>(text: string) => (await database.pool.query<Row>(text)).rows

beforeAll(async () => {
  database = await freshDatabase(1)
  await makePile(database.db)
  await query(`insert into alarm (code, status, kind, pile_id, raised_at, cleared_at)
    select 'GroundFailure', 'processed', 'fault', (select id from pile), now() - interval '1 day', now() from generate_series(1, ${ALARMS})`)
  await query('insert into push_noticed select max(id) from alarm')
  await query('analyze')
})
afterAll(() => database.drop())

/** Rows of alarms that were read so far, and entries of their indexes. */
async function read(): Promise<number> {
  await query('select pg_stat_force_next_flush()')
  const [told] = await query<{ read: number }>(`
    select (select seq_tup_read from pg_stat_user_tables where relname = 'alarm')
      + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'alarm') as read`)
  return Number(told?.read)
}

test('a look for new alarms reads those that are new, however many there ever were', async () => {
  await query(
    `insert into alarm (code, status, kind, pile_id, raised_at) select 'GroundFailure', 'open', 'fault', id, now() from pile`,
  )
  const before = await read()
  await followAlarms({ db: database.db, ports: {} as never })
  expect((await query('select from push_noticed')).length).toBeGreaterThan(1)
  expect((await read()) - before).toBeLessThan(2 * BEHIND + 100)
})
