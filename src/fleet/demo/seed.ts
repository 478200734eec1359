import type pg from 'pg'
import { pileModels } from '../models.ts'
import { seeded } from '../random.ts'
import { spoil } from './abnormal.ts'
import { batchOf, demoBatch } from './batch.ts'
import { demoBerths } from './berths.ts'
import { copyRows } from './copy.ts'
import { deptOfSite, depts } from './depts.ts'
import { type CopyRow, liveThrough } from './history.ts'
import { merchantOf, merchants } from './merchants.ts'
import { demoMoney } from './money.ts'
import { DARK_STATIONS, type DemoPile, piles, types } from './network.ts'
import { type DemoCustomer, demoPeople } from './people.ts'
import { rules, strategies } from './prices.ts'
import { readingsOf } from './readings.ts'
import { sites } from './sites.ts'
import { darkSince, demoAlarms, demoOfflineRecords } from './troubles.ts'
import { visitsOf } from './visits.ts'

const DAY = 86_400_000
const DAYS = 90
/** Readings are kept of orders this young. */
const DAYS_OF_READINGS = 7
const SEED = 20_261_120

/**
 * Fills an empty, migrated database with the demo network: 6 sites in 3 cities, 40 piles, 200 customers and `days` of
 * orders before `now` (ms). Answers false, and changes nothing, when there are sites already.
 */
export async function seedDemo(pool: pg.Pool, { now = Date.now(), days = DAYS } = {}): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rowCount } = await client.query('select from site limit 1')
    if (!rowCount) await fill(client, now, now - days * DAY)
    await client.query('commit')
    if (!rowCount) await client.query('analyze')
    return !rowCount
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function fill(client: pg.ClientBase, now: number, from: number) {
  const random = seeded(SEED)
  const span = { from, to: now, random }
  const { customers, spareCards } = demoPeople(random)
  const visits = piles.flatMap((pile) => visitsOf(pile, span)).sort((a, b) => a.started_at - b.started_at)
  const { orders, ledger, balances } = spoil(liveThrough(visits, customers, random), random)
  for (const [table, rows] of networkRows(now, from)) await copyRows(client, table, rows)
  await copyRows(client, 'customer', customerRows(customers, balances, iso(from)))
  await copyRows(client, 'card', cardRows(customers, spareCards, iso(from)))
  await copyRows(client, 'orders', orders)
  await copyLedger(client, ledger)
  await copyRows(client, 'reading', recentReadings(visits, orders, now))
  await copyRows(client, 'alarm', demoAlarms(random, span))
  await copyRows(client, 'offline_record', demoOfflineRecords(random, span))
  await client.query("select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) from orders))")
  await demoMoney(client, now)
  for (const sequence of SEQUENCES) await client.query(`select setval(${sequence[0]}, ${sequence[1]})`)
}

/**
 * The ledger's trigger would write each balance thousands of times within this one transaction, every time past all its
 * older versions; the rows come with their balances instead.
 */
async function copyLedger(client: pg.ClientBase, ledger: CopyRow[]) {
  await client.query('alter table ledger_entry disable trigger ledger_entry_enter')
  await copyRows(client, 'ledger_entry', ledger)
  await client.query('alter table ledger_entry enable trigger ledger_entry_enter')
}

const customerRows = (customers: DemoCustomer[], balances: Map<number, number>, created_at: string): CopyRow[] =>
  customers.map(({ id, account, name, phone, email }) => ({
    id,
    account,
    name,
    phone,
    email,
    balance_cents: balances.get(id) ?? 0,
    created_at,
  }))

const IDENTITIES = [
  'dept',
  'billing_rule',
  'strategy',
  'site',
  'pile_type',
  'merchant',
  'batch_task',
  'pile',
  'customer',
  'orders',
]
/** Identities that were given explicitly, and the numbers that orders draw. */
const SEQUENCES = [
  ...IDENTITIES.map((table) => [`pg_get_serial_sequence('${table}', 'id')`, `(select max(id) from ${table})`]),
  ["'order_number_seq'", '(select max(id) from orders)'],
  ["'refund_number_seq'", '(select greatest(count(*), 1) from refund)'],
  ["'transaction_id_seq'", '(select max(transaction_id) from orders)'],
]

const iso = (at: number) => new Date(at).toISOString()

function networkRows(now: number, from: number): [table: string, rows: CopyRow[]][] {
  const created_at = iso(from)
  return [
    ['billing_rule', rules.map((rule) => ({ ...rule, created_at }))],
    ['strategy', strategies.map(({ name }, index) => ({ id: index + 1, name, created_at }))],
    [
      'strategy_rule',
      strategies.flatMap(({ rule_ids }, index) => rule_ids.map((rule_id) => ({ strategy_id: index + 1, rule_id }))),
    ],
    ['dept', depts.map((dept) => ({ ...dept, created_at }))],
    [
      'site',
      sites.map(({ plates: _, division, first: ___, piles: ____, ...site }, index) => ({
        id: index + 1,
        ...site,
        region_id: Number(division),
        dept_id: deptOfSite(index + 1),
        created_at,
      })),
    ],
    ['pile_type', types.map((type, index) => typeRow(type, index + 1, created_at))],
    ['merchant', merchants.map((merchant) => ({ ...merchant, created_at }))],
    ['batch_task', [{ ...demoBatch, finished_at: created_at, created_at }]],
    ['pile', piles.map((pile) => ({ ...pileRow(pile, now, created_at), ...batchOf(pile) }))],
    ['connector', piles.flatMap((pile) => connectorRows(pile, now))],
    ['berth', sites.flatMap((_, index) => demoBerths(index + 1)).map((berth) => ({ ...berth, created_at }))],
  ]
}

function typeRow({ model, ...type }: (typeof types)[number], id: number, created_at: string): CopyRow {
  const { current, power_w, connectors, model: name } = pileModels[model]
  const kind = { current_mode: current.toLowerCase(), speed: current === 'DC' ? 'fast' : 'slow' }
  return { id, ...type, model: name, guns: connectors, rated_power_w: power_w, ...kind, created_at }
}

function pileRow(
  { id, station, site_id, type_id, model, version }: DemoPile,
  now: number,
  created_at: string,
): CopyRow {
  const dark = DARK_STATIONS.indexOf(station)
  const seen = iso(dark < 0 ? now : darkSince(now, dark))
  return {
    id,
    station_number: station,
    site_id,
    pile_type_id: type_id,
    merchant_id: merchantOf(site_id),
    serial_number: station.replaceAll('-', ''),
    vendor: model.vendor,
    model: model.model,
    firmware_version: model.firmware,
    protocol: `ocpp${version}`,
    last_seen_at: seen,
    disconnected_at: seen,
    created_at,
  }
}

/** Connector 0 is the pile itself, of which OCPP 2 tells nothing. */
const connectorRows = ({ id, guns, version }: DemoPile, now: number): CopyRow[] =>
  [...(version === '1.6' ? [0] : []), ...guns].map((number) => ({
    pile_id: id,
    number,
    status: 'Available',
    status_at: iso(now),
    error_code: 'NoError',
  }))

const NORMAL = { status: 'normal', block_reason: null }
const BLOCKED = { status: 'blocked', block_reason: 'lost' }

function cardRows(customers: { id: number; card: string }[], spare: string[], created_at: string): CopyRow[] {
  const given = customers.map(({ id, card }, index) => ({
    number: card,
    customer_id: id,
    ...(index % 67 === 66 ? BLOCKED : NORMAL),
    created_at,
  }))
  return [...given, ...spare.map((number) => ({ number, customer_id: null, ...NORMAL, created_at }))]
}

/** Orders carry their visits' numbers: the first visit is order 1. */
function* recentReadings(
  visits: Parameters<typeof readingsOf>[0][],
  orders: CopyRow[],
  now: number,
): Iterable<CopyRow> {
  const meters = new Map(orders.map(({ id, meter_start_wh }) => [Number(id), Number(meter_start_wh)]))
  for (const [index, visit] of visits.entries()) {
    if (visit.ended_at > now - DAYS_OF_READINGS * DAY) yield* readingsOf(visit, index + 1, meters.get(index + 1) ?? 0)
  }
}
