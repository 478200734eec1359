import type pg from 'pg'
import { copyRows } from '../../src/fleet/demo/copy.ts'

export const stationOf = (index: number) => `BENCH-${String(index + 1).padStart(5, '0')}`
export const cardOf = (index: number) => `B${String(index + 1).padStart(7, '0')}`

const BALANCE_CENTS = 100_000_000

/** Piles that the server knows, each at a site with prices, with a card whose owner can pay for a year of charging. */
export async function insertPiles(pool: pg.Pool, count: number, prices = PRICES): Promise<void> {
  const client = await pool.connect()
  const all = Array.from({ length: count }, (_, index) => index)
  try {
    await client.query(prices)
    await copyRows(
      client,
      'pile',
      all.map((index) => ({ station_number: stationOf(index), site_id: 1, pile_type_id: 1 })),
    )
    await copyRows(
      client,
      'customer',
      all.map((index) => ({ account: `bench-${index + 1}`, name: `Bench ${index + 1}` })),
    )
    await client.query(
      `insert into ledger_entry (customer_id, kind, amount_cents) select id, 'top_up', $1 from customer order by id`,
      [BALANCE_CENTS],
    )
    await copyRows(
      client,
      'card',
      all.map((index) => ({ number: cardOf(index), customer_id: index + 1 })),
    )
    await client.query('analyze')
  } finally {
    client.release()
  }
}

const pricesBy = (rules: string) => `
  insert into billing_rule (name, band, start_hour, end_hour, electricity_fee, service_fee, electricity_cost, occupation_fee, free_minutes)
    values ${rules};
  insert into strategy (name) values ('Bench');
  insert into strategy_rule select 1, id from billing_rule;
  insert into site (name, kind, strategy_id) values ('Bench', 'off_street', 1);
  insert into pile_type (name, current_mode, rated_power_w) values ('Bench', 'ac', 10000000)`

const PRICES = pricesBy(`('Night', 'valley', 22, 6, 62, 30, 31, 0, 0), ('Day', 'flat', 6, 22, 89, 40, 55, 1500, 15)`)
/** A Wh costs a cent at any hour: what a session costs can be said without a bill. */
export const WH_A_CENT = pricesBy(`('Always', 'flat', 0, 0, 1000, 0, 0, 0, 0)`)

export const ORDERS = 1_000_000

/** What a network that runs has at least: statements that are planned over an empty table read all of it until the database counts it anew. */
export const PAST_ORDERS = 20_000

/** Finished orders over two years, a million unless told, with the rules, lines and events that orders carry. */
export async function insertOrders(pool: pg.Pool, count = ORDERS): Promise<void> {
  // Their figures would be made while something is measured.
  await pool.query('alter table orders disable trigger figures_insert')
  await pool.query(
    `insert into orders (number, status, type, site_id, pile_id, connector_number, customer_id, card_number, energy_wh,
       duration_seconds, electricity_cents, service_cents, occupation_cents, total_cents, paid_cents, cost_cents, pay_type,
       close_method, stop_reason, started_at, ended_at, paid_at, received_at, meter_start_wh, meter_stop_wh, rules, lines, events,
       start_key)
     select to_char(at, 'YYMMDD') || lpad(n::text, 7, '0'), case when n % 50 = 0 then 'unpaid' else 'paid' end, 'device', 1,
       1 + n % piles, 1, 1 + (n::bigint * 7919) % piles, 'B' || lpad((1 + (n::bigint * 7919) % piles)::text, 7, '0'), 5000 + n % 60000,
       600 + n % 7200, 1000 + n % 900, 400, n % 7, 1400 + n % 900 + n % 7, case when n % 50 = 0 then 0 else 1400 + n % 900 + n % 7 end,
       700, 'card', 'device', 'Local', at, at + interval '40 minutes', at + interval '41 minutes', at, n, n + 5000 + n % 60000,
       $2, $3, $4, n::text
     from (select n, now() - interval '730 days' + n * (interval '729 days' / $1::int) as at, (select count(*) from pile) as piles
       from generate_series(1, $1::int) as n) as numbered`,
    [count, JSON.stringify(RULES), JSON.stringify(LINES), JSON.stringify(EVENTS)],
  )
  await pool.query('alter table orders enable trigger figures_insert')
  await pool.query('vacuum analyze orders')
}

const at = '2026-11-20T10:00:00.000Z'
const RULES = [
  {
    id: 1,
    name: 'Day',
    band: 'flat',
    start_hour: 6,
    end_hour: 22,
    electricity_fee: 89,
    service_fee: 40,
    electricity_cost: 55,
    occupation_fee: 1_500,
    free_minutes: 15,
  },
]
const LINES = [
  {
    kind: 'energy',
    rule_id: 1,
    name: 'Day',
    band: 'flat',
    from: at,
    to: at,
    wh: 20_000,
    seconds: 2_400,
    electricity_fee: 89,
    service_fee: 40,
    occupation_fee: 0,
    electricity_cents: 1_000,
    service_cents: 400,
    occupation_cents: 0,
    cost_cents: 700,
  },
]
const EVENTS = ['card_accepted', 'started', 'stopped_Local', 'unplugged', 'paid'].map((event) => ({
  at,
  event,
  figures: {},
}))
