import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PilePatch, patchStatement } from '../../src/server/ocpp/pile-patch.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

const PILES = 300

let database: FreshDatabase

beforeAll(async () => {
  // One connection: what a transaction read of a table is told to itself alone.
  database = await freshDatabase(1)
})
afterAll(() => database.drop())

const query = async <Row extends object>(text: string) => (await database.pool.query<Row>(text)).rows

const charged = (ids: readonly number[]) => new Map<number, PilePatch>(ids.map((id) => [id, { charged: true }]))

/** A plan that was made while nothing charged is kept for a whole day of charging. */
test('the energy of piles that charge is summed by reading their open orders once', async () => {
  const ids = Array.from({ length: PILES }, (_, index) => index + 1)
  await query(`
    insert into pile_type (name, current_mode, rated_power_w) values ('AC', 'ac', 7000);
    insert into pile (station_number, pile_type_id) select 'P-' || n, 1 from generate_series(1, ${PILES}) n;
    set plan_cache_mode = force_generic_plan`)
  // What a pile had before counts as little.
  await query(`
    insert into orders (number, status, type, pile_id, connector_number, energy_wh, started_at, ended_at, left_at, paid_at, received_at, meter_start_wh,
      rules, lines, events, start_key)
    select 'P' || p.id || '-' || n, 'paid', 'device', p.id, 1, 5, now(), now(), now(), now(), now(), 0, '[]', '[]', '[]', 'p' || p.id || '/' || n
    from pile p, generate_series(1, 30) n`)
  await query('analyze')
  await database.pool.query(patchStatement(charged(ids), 1))
  await query(`
    insert into orders (number, status, type, pile_id, connector_number, energy_wh, started_at, received_at, meter_start_wh, rules, lines,
      events, start_key)
    select 'N' || p.id || '-' || c, case c when 1 then 'generated' else 'completed' end, 'device', p.id, c, 1000 * c + p.id, now(), now(), 0,
      '[]', '[]', '[]', p.id || '/' || c
    from pile p, generate_series(1, 2) c where p.id < ${PILES}`)
  const client = await database.pool.connect()
  const read =
    "select coalesce(seq_tup_read + idx_tup_fetch, 0)::int as read from pg_stat_xact_user_tables where relname = 'orders'"
  try {
    await client.query('begin')
    await client.query(patchStatement(charged(ids), 1))
    const { rows } = await client.query<{ read: number }>(read)
    expect(rows[0]?.read).toBe(2 * (PILES - 1))
    await client.query('commit')
  } finally {
    client.release()
  }
  const [first, last, others] = await query<{ energy_wh: number }>(
    `select energy_wh from pile where id in (1, ${PILES}) union all select 0 order by energy_wh desc`,
  )
  expect([first?.energy_wh, last?.energy_wh, others?.energy_wh]).toEqual([3002, 0, 0])
})
