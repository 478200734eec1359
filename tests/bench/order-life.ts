import type pg from 'pg'
import type { Result } from './result.ts'

const ROWS = 2_000
/** Rows of one transaction, as the server writes what sessions cost so far. */
const AT_ONCE = 100
const READINGS = 10
/** Those of one transaction did not begin one after the other. */
const STEP = ROWS / AT_ONCE

const NEW = `
  insert into orders (number, status, type, site_id, pile_id, pile_type_id, connector_number, customer_id, card_number, started_at,
    received_at, meter_start_wh, rules, events, start_key)
  select 'LIFE' || lpad(n::text, 9, '0'), 'generated', 'device', p.site_id, p.id, p.pile_type_id, 1, c.customer_id, c.card_number, now(), now(), n,
    coalesce(c.rules, '[]'), '[]', 'life|' || n
  from generate_series($1::int, $2::int) n
  cross join lateral (select id, site_id, pile_type_id from pile where id >= 1 + n * 7 % (select max(id) from pile) order by id limit 1) p
  cross join lateral (select customer_id, card_number, rules from orders where id >= 1 + n * 31 order by id limit 1) c`
const LIVE = `
  update orders set energy_wh = f.energy_wh, electricity_cents = f.cents, service_cents = f.cents, cost_cents = f.cents, total_cents = 2 * f.cents,
    duration_seconds = f.seconds, updated_at = now()
  from (select 'LIFE' || lpad(n::text, 9, '0') as number, $3::bigint * 1000 + n as energy_wh, $3::bigint * 60 + n as cents, $3::bigint * 60 as seconds
    from generate_series($1::int, $2::int, ${STEP}) n) f
  where orders.number = f.number and status = 'generated'`
const STOP = `
  update orders set status = 'completed', energy_wh = energy_wh + 10, close_method = 'device', stop_reason = 'Local', ended_at = now(),
    charge_ended_at = now(), stop_received_at = now(), meter_stop_wh = meter_start_wh + energy_wh, lines = rules, version = version + 1
  from generate_series($1::int, $2::int, ${STEP}) n where number = 'LIFE' || lpad(n::text, 9, '0')`
const PAID = `
  update orders set status = 'paid', paid_cents = total_cents, paid_at = now(), pay_type = 'balance', version = version + 1
  from generate_series($1::int, $2::int, ${STEP}) n where number = 'LIFE' || lpad(n::text, 9, '0')`

/** What an order costs the database from its start to its payment, with ten readings in between: time, and what is written ahead. */
export async function orderLifeResults(pool: pg.Pool): Promise<Result[]> {
  const client = await pool.connect()
  try {
    const parts: [string, string, number[]][] = [
      ['start', NEW, []],
      ...Array.from({ length: READINGS }, (_, at): [string, string, number[]] => ['live', LIVE, [at + 1]]),
      ['stop', STOP, []],
      ['payment', PAID, []],
    ]
    const spent = new Map<string, { ms: number; bytes: number }>()
    const hot = await hotUpdates(client)
    for (const [name, statement, more] of parts) {
      const was = spent.get(name) ?? { ms: 0, bytes: 0 }
      const measured = await inTurns(client, statement, more)
      spent.set(name, { ms: was.ms + measured.ms, bytes: was.bytes + measured.bytes })
    }
    const all = [...spent.values()].reduce((sum, { ms, bytes }) => ({ ms: sum.ms + ms, bytes: sum.bytes + bytes }))
    const share = await hotShare(client, hot)
    return [...spent, ['its whole life', all] as const].map(([name, { ms, bytes }]) => ({
      item: 'orders',
      name:
        name === 'live'
          ? `an order's ${READINGS} live figures`
          : `an order's ${name}`.replace("order's its", "order's"),
      value: (ms / ROWS) * 1000,
      unit: 'µs',
      note: `${Math.round(bytes / ROWS).toLocaleString('en')} bytes written ahead${name === 'its whole life' ? `, ${share} % of its updates in place` : ''}`,
    }))
  } finally {
    await client.query(`delete from orders where number like 'LIFE%'`)
    client.release()
  }
}

async function inTurns(client: pg.PoolClient, statement: string, more: readonly number[]) {
  const at = async () => (await client.query('select pg_current_wal_insert_lsn()::text as at')).rows[0].at
  const [from, began] = [await at(), performance.now()]
  for (let turn = 0; turn < STEP; turn++)
    await client.query(
      statement,
      statement === NEW ? [turn * AT_ONCE + 1, (turn + 1) * AT_ONCE] : [turn + 1, ROWS, ...more],
    )
  const ms = performance.now() - began
  const { rows } = await client.query('select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as bytes', [
    from,
  ])
  return { ms, bytes: Number(rows[0].bytes) }
}

/** Updates of orders so far, and those that no index had to hear of. */
async function hotUpdates(client: pg.PoolClient): Promise<{ all: number; hot: number }> {
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query(
    `select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'orders'`,
  )
  return rows[0]
}

async function hotShare(client: pg.PoolClient, before: { all: number; hot: number }): Promise<number> {
  const after = await hotUpdates(client)
  return Math.round((100 * (after.hot - before.hot)) / Math.max(after.all - before.all, 1))
}
