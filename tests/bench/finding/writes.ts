import type { Result } from '../result.ts'
import type { BenchServer } from '../server.ts'

const ROWS = 20_000

const ORDERS = `
  insert into orders (number, status, type, site_id, pile_id, connector_number, customer_id, card_number, plate, energy_wh, started_at,
    received_at, meter_start_wh, rules, lines, events, start_key)
  select 'W' || lpad(n::text, 12, '0'), 'paid', 'device', 1 + n % 100, 1 + n % 2000, 1, 1 + n, 'C' || lpad(n::text, 9, '0'), '沪A' || n, 1000,
    now(), now(), n, '[]', '[]', '[]', 'w' || n
  from generate_series(1, ${ROWS}) n`
const READINGS = `update orders set energy_wh = energy_wh + 10, meter_stop_wh = meter_start_wh + energy_wh, electricity_cents = electricity_cents + 1,
    total_cents = total_cents + 1
  where number like 'W0%'`
const CUSTOMERS = `insert into customer (account, name, phone, email)
  select 'write' || n, case when n % 2 = 0 then '张' || chr(20000 + n % 1000) else 'Name ' || n end, '177' || n, 'w' || n || '@mail.example'
  from generate_series(1, ${ROWS}) n`

/** What an order, a reading of one that is under way and a customer cost the database, undone again. */
export async function writeResults({ pool }: BenchServer): Promise<Result[]> {
  const client = await pool.connect()
  const times: Record<string, number> = {}
  try {
    await client.query('begin')
    for (const [name, statement] of Object.entries({
      'a new order': ORDERS,
      'a reading on an order': READINGS,
      'a new customer': CUSTOMERS,
    })) {
      const from = performance.now()
      await client.query(statement)
      times[name] = performance.now() - from
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  // What was undone lies at the end of these tables, where a search begins: a later run would go through it.
  await pool.query('vacuum orders, customer')
  return Object.entries(times).map(([name, ms]) => ({
    item: 'finding',
    name: `to write ${name}`,
    value: (ms / ROWS) * 1000,
    unit: 'µs',
    note: `${ROWS} in one statement`,
  }))
}
