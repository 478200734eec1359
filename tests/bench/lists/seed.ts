import type pg from 'pg'
import { inBulk } from '../in-bulk.ts'
import { spelledNames } from './spelled-names.ts'

const MANY = 1_000_000
const FEW = 10_000
/** What grows, and which of its triggers would take row by row what a few statements do at once. */
const GROWING: Record<string, readonly string[]> = {
  customer: ['customer_spelled'],
  card: [],
  // Figures of days are made of the orders.
  orders: ['figures_insert'],
  ledger_entry: [],
  alarm: [],
  offline_record: [],
  command: [],
}

/**
 * A network after a year: 100 sites of which a few are large, 2,000 piles, a million records of everything that grows. Most orders
 * are paid, 0.3 % are of a rare type, and they come by day rather than by night.
 */
export async function insertYear(pool: pg.Pool, rows = MANY): Promise<void> {
  if ((await pool.query('select from orders limit 1')).rowCount) return
  for (const statement of statements(rows, Math.min(rows, FEW))) {
    const [, table = ''] = /^\s*insert into (\w+)/.exec(statement) ?? []
    const triggers = GROWING[table]
    // None is without its indexes for longer than it is filled: what comes later reads it.
    if (triggers)
      await inBulk({ pool, tables: [table], silent: triggers.map((trigger) => [table, trigger]) }, () =>
        pool.query(statement),
      )
    else await pool.query(statement)
  }
  await pool.query(`update figures_state set built_until = '-infinity', piles_built_until = '-infinity'`)
  for (const { name } of (await pool.query(TALLIES)).rows) await pool.query(`select ${name}()`)
  await pool.query('vacuum analyze')
}

const TALLIES = `select proname as name from pg_proc where proname like 'add\\_up\\_%\\_tally'`

// Skewed towards the small: the first tenth gets a third.
const skewed = (most: number, seed: string) => `(1 + floor(${most} * power(${share(seed)}, 2)))::int`
/** Between 0 and 1, the same for the same row whenever it is asked. */
const share = (seed: string) => `((hashint8(n::bigint * 7919 + ${seed})::bigint & 2147483647)::float8 / 2147483648)`
const among = (seed: string, ...shares: [value: string, upTo: number][]) =>
  `case ${shares.map(([value, upTo]) => `when ${share(seed)} < ${upTo} then ${value}`).join(' ')} end`
const moment = (rows: number) =>
  `date_trunc('day', now()) - interval '365 days' + (n::float8 / ${rows} * 365) * interval '1 day'`

const statements = (rows: number, few: number): string[] => [
  `insert into strategy (name) select 'Strategy ' || n from generate_series(1, 20) n`,
  `insert into site (name, kind, strategy_id, address) select 'Site ' || n, 'off_street', 1 + n % 20, 'Road ' || n from generate_series(1, 100) n`,
  `insert into pile_type (name, current_mode, rated_power_w) select 'Type ' || n, 'dc', 120000 from generate_series(1, 10) n`,
  `insert into pile (station_number, site_id, pile_type_id, serial_number)
    select 'CD-' || lpad(n::text, 6, '0'), ${skewed(100, '1')}, 1 + n % 10, 'SN' || n from generate_series(1, 2000) n`,
  `insert into merchant (name, phone) select 'Merchant ' || n, '021' || n from generate_series(1, ${few}) n`,
  `insert into customer (account, name, name_spelled, phone, email, balance_cents, status, created_at, archived_at)
    with ${spelledNames()}
    select 'user' || n, named.name, named.spelled, '13' || lpad((n::bigint * 7919 % 1000000000)::text, 9, '0'),
      'u' || n || '@mail.example', (${share('2')} * 100000)::int, ${among('3', [`'invalid'`, 0.01], [`'normal'`, 1])}, ${moment(rows)},
      case when n % 97 = 0 then now() end
    from generate_series(1, ${rows}) n join named on named.k = n % 1000 order by n`,
  `insert into card (number, customer_id, status, block_reason, created_at)
    select 'C' || lpad(n::text, 9, '0'), case when n % 4 > 0 then n end, ${among('4', [`'blocked'`, 0.01], [`'normal'`, 1])},
      ${among('4', [`'lost'`, 0.01])}, ${moment(rows)} from generate_series(1, ${rows}) n`,
  orders(rows),
  'alter table ledger_entry disable trigger user; alter table ledger_entry enable trigger tally_insert',
  `insert into ledger_entry (customer_id, kind, amount_cents, balance_cents, order_id, created_at)
    select case when n % 20 = 0 then 7 else ${skewed(rows, '5')} end, ${among('6', [`'correction'`, 0.003], [`'refund'`, 0.02], [`'top_up'`, 0.3], [`'charge'`, 1])},
      -1000, 5000, n, ${moment(rows)} from generate_series(1, ${rows}) n`,
  'alter table ledger_entry enable trigger user',
  `insert into alarm (code, status, kind, site_id, pile_id, raised_at, cleared_at)
    select ${among('7', [`'GroundFailure'`, 0.01], [`'EVCommunicationError'`, 0.3], [`'Offline'`, 1])}, ${among('8', [`'open'`, 0.004], [`'confirmed'`, 0.1], [`'processed'`, 1])},
      ${among('9', [`'command'`, 0.003], [`'protocol'`, 0.03], [`'fault'`, 0.4], [`'offline'`, 1])}, p.site_id, p.id, ${moment(rows)}, ${moment(rows)} + interval '20 minutes'
    from generate_series(1, ${rows}) n join pile p on p.id = ${skewed(2000, '10')}`,
  `insert into offline_record (pile_id, offline_at, online_at, offline_seconds)
    select ${skewed(2000, '11')}, ${moment(rows)}, now(), (${share('12')} * 40000)::int from generate_series(1, ${rows}) n`,
  `insert into command (pile_id, action, payload, status, asked_by, created_at)
    select ${skewed(2000, '13')}, ${among('14', [`'unlock'`, 0.003], [`'reset'`, 0.1], [`'start'`, 1])}, '{}',
      ${among('15', [`'no_effect'`, 0.003], [`'refused'`, 0.02], [`'done'`, 1])}, 'admin', ${moment(rows)} from generate_series(1, ${rows}) n`,
]

const orders = (rows: number) => `
  insert into orders (number, status, abnormal, type, site_id, pile_id, pile_type_id, connector_number, customer_id, card_number, plate, energy_wh,
    duration_seconds, electricity_cents, service_cents, occupation_cents, total_cents, paid_cents, pay_type, close_method,
    started_at, ended_at, paid_at, received_at, meter_start_wh, meter_stop_wh, rules, lines, events, start_key)
  select to_char(at, 'YYMMDD') || lpad(n::text, 7, '0'), status, case when status = 'completed' then 'meter_jump' end,
    ${among('21', [`'supplement'`, 0.001], [`'manual'`, 0.003], [`'device'`, 1])}, p.site_id, p.id, p.pile_type_id, 1, ${skewed(rows, '22')},
    'C' || lpad((n::bigint * 31 % ${rows})::text, 9, '0'), case when n % 3 = 0 then '沪A' || upper(substr(md5(n::text), 1, 5)) end,
    energy, 600 + n % 7200, energy / 20, energy / 50, occupied, energy / 20 + energy / 50 + occupied,
    case when status = 'paid' then energy / 20 + energy / 50 + occupied else 0 end,
    case when status = 'paid' then ${among('23', [`'alipay'`, 0.03], [`'wechat'`, 0.1], [`'card'`, 0.3], [`'balance'`, 1])} end,
    ${among('24', [`'manual'`, 0.02], [`'device'`, 1])}, at, at + interval '40 minutes', at + interval '41 minutes', at, n, n + energy,
    '${JSON.stringify([{ name: 'Day', electricity_fee: 89, service_fee: 40, padding: 'x'.repeat(120) }])}',
    '${JSON.stringify([{ kind: 'energy', name: 'Day', padding: 'x'.repeat(300) }])}',
    '${JSON.stringify([{ event: 'started', padding: 'x'.repeat(300) }])}', n::text
  from (select n, ${moment(rows)} as at, (2000 + ${share('25')} * 60000)::int as energy, case when n % 11 = 0 then 150 else 0 end as occupied,
      ${among('26', [`'generated'`, 0.001], [`'completed'`, 0.003], [`'unpaid'`, 0.05], [`'paid'`, 1])} as status
    from generate_series(1, ${rows}) n) made
  join pile p on p.id = ${skewed(2000, '27')}`
