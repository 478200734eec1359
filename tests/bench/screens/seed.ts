import type pg from 'pg'
import { inBulk, sideBySide } from '../in-bulk.ts'

const PILES = 2000
/** Rows of one statement. */
const AT_ONCE = 500_000

/** Between 0 and 1, the same for the same row whenever it is asked. */
const share = (seed: number) => `((hashint8(n * 7919 + ${seed})::bigint & 2147483647)::float8 / 2147483648)`
const skewed = (most: number, seed: number) => `(1 + floor(${most} * power(${share(seed)}, 2)))::int`
const moment = (rows: number) =>
  `date_trunc('second', now() - interval '365 days' + (n::float8 / ${rows} * 365) * interval '1 day' - interval '50 minutes')`

/**
 * A network's year: 100 sites of which a few are large, 2,000 piles with a gun each, so many orders, a tenth as many alarms and
 * offline spells, one refund in five hundred orders. The figures that are kept of it are not there yet. Tells
 * whether it was not there before.
 */
export async function insertYearOfOrders(pool: pg.Pool, rows: number): Promise<boolean> {
  if ((await pool.query('select from orders limit 1')).rowCount) return false
  for (const statement of network()) await pool.query(statement)
  const tables = ['orders', 'alarm', 'offline_record', 'refund']
  const silent = tables.map((table) => [table, 'user'] as const)
  await inBulk({ pool, tables, silent }, async () => {
    await sideBySide(pool, parts(rows))
    await sideBySide(pool, rest(rows))
  })
  await pool.query(`select setval(pg_get_serial_sequence('orders', 'id'), $1)`, [rows])
  await pool.query('insert into order_zone select distinct time_zone from orders on conflict do nothing')
  await pool.query(`update figures_state set built_until = '-infinity', piles_built_until = '-infinity'`)
  await pool.query('vacuum analyze')
  return true
}

const parts = (rows: number) =>
  Array.from({ length: Math.ceil(rows / AT_ONCE) }, (_, at) =>
    orders(rows, at * AT_ONCE + 1, Math.min(rows, (at + 1) * AT_ONCE)),
  )

const network = () => [
  `insert into site (name, kind, address) select 'Site ' || n, 'off_street', 'Road ' || n from generate_series(1, 100) n`,
  `insert into pile_type (name, current_mode, rated_power_w) select 'Type ' || n, 'dc', 120000 from generate_series(1, 10) n`,
  `insert into merchant (name, phone) select 'Merchant ' || n, '021' || n from generate_series(1, 100) n`,
  `insert into pile (station_number, site_id, pile_type_id, serial_number, created_at, last_seen_at)
    select 'CD-' || lpad(n::text, 6, '0'), ${skewed(100, 1)}, 1 + n % 10, 'SN' || n, now() - interval '400 days', now()
    from generate_series(1::bigint, ${PILES}) n`,
  `insert into connector (pile_id, number) select id, 1 from pile`,
]

const BANDS = `array['sharp', 'peak', 'flat', 'valley']`
const line = (band: string) => `jsonb_build_object('kind', 'energy', 'band', ${band}, 'name', ${band}, 'wh', energy / 2,
  'seconds', 1200, 'electricity_cents', energy / 40, 'service_cents', energy / 100, 'occupation_cents', 0, 'cost_cents', energy / 80)`
/** Each bill that there is, written once: to write ten million takes longer than to store them. */
const billed = `billed as materialized (
  select at, energy, jsonb_build_array(${line(`(${BANDS})[1 + at]`)}, ${line(`(${BANDS})[1 + (at + 1) % 4]`)}) as lines
  from generate_series(0, 3) at, generate_series(2000, 62000, 100) energy)`

const orders = (rows: number, from: number, to: number) => `
  insert into orders (id, number, status, type, site_id, pile_id, pile_type_id, connector_number, card_number, energy_wh, duration_seconds,
    electricity_cents, service_cents, occupation_cents, total_cents, paid_cents, cost_cents, pay_type, close_method, stop_reason, started_at,
    charge_ended_at, unplugged_at, ended_at, paid_at, received_at, meter_start_wh, meter_stop_wh, lines, start_key) overriding system value
  with ${billed}
  select n, to_char(made.at, 'YYMMDD') || lpad(n::text, 8, '0'), 'paid', case when ${share(2)} < 0.001 then 'supplement' else 'device' end, p.site_id, p.id,
    p.pile_type_id, 1, 'C' || lpad((n * 31 % ${Math.ceil(rows / 10)})::text, 9, '0'), made.energy, 2400, 2 * (made.energy / 40), 2 * (made.energy / 100), occupied,
    2 * (made.energy / 40) + 2 * (made.energy / 100) + occupied, 2 * (made.energy / 40) + 2 * (made.energy / 100) + occupied, made.energy / 40, 'balance', 'device',
    (array['Local', 'Remote', 'EVDisconnected', 'Other'])[1 + n % 4], made.at, made.at + interval '40 minutes', made.at + interval '45 minutes',
    made.at + interval '45 minutes', made.at + interval '46 minutes', made.at, n, n + made.energy,
    billed.lines, n::text
  from (select n, ${moment(rows)} as at, 2000 + 100 * floor(${share(3)} * 600)::int as energy, case when n % 11 = 0 then 150 else 0 end as occupied
    from generate_series(${from}::bigint, ${to}) n) made
  join pile p on p.id = ${skewed(PILES, 4)} join billed on billed.at = n % 4 and billed.energy = made.energy
  -- As a network writes them: what began at about the same time lies together.
  order by made.n`

const rest = (rows: number) => {
  const tenth = Math.ceil(rows / 10)
  return [
    `insert into alarm (code, status, kind, site_id, pile_id, raised_at, cleared_at)
      select 'GroundFailure', 'processed', case when n % 3 = 0 then 'fault' else 'protocol' end, p.site_id, p.id, ${moment(tenth)}, ${moment(tenth)} + interval '20 minutes'
      from generate_series(1::bigint, ${tenth}) n join pile p on p.id = ${skewed(PILES, 5)}`,
    `insert into offline_record (pile_id, offline_at, online_at, offline_seconds)
      select ${skewed(PILES, 6)}, ${moment(tenth)}, ${moment(tenth)} + interval '10 minutes', 600 from generate_series(1::bigint, ${tenth}) n`,
    `insert into refund (number, status, order_id, amount_cents, way, reason, asked_by, asked_by_id, refunded_at, site_id, asked_persons, reference)
      select 'R' || id, 'refunded', id, 1, 'wechat', 'bench', 'bench', 1, ended_at, site_id, '{1}', 'bench' from orders where id % 500 = 0`,
  ]
}
