import { afterAll, beforeAll, expect, test } from 'vitest'
import { readList } from '../../src/client/kit/records/address.ts'
import { type Group, hasOrders, listWith, ordersAsked } from '../../src/client/statistics/leads.ts'
import { MEASURES, type Measure } from '../../src/client/statistics/measures.ts'
import { STATISTIC_KINDS, type Statistics, statistics } from '../../src/shared/endpoints/statistics.ts'
import { order } from '../../src/shared/entities/order.ts'
import { makeCustomer, makeOrder, makePile, makePileType, makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Each group of the statistics leads to the list of exactly the orders that it counts, in every way of grouping. */

let server: TestServer
let shanghai: number
beforeAll(async () => {
  server = await startServer()
  await plant()
})
afterAll(() => server.stop())

/** From the 8th, so that weeks and months are cut at both ends. */
const PERIOD = { from: '2025-10-08', to: '2025-11-11' }
const HOUR = 3_600_000
const BANDS = ['sharp', 'peak', 'flat', 'valley', null]

async function plant() {
  const { db } = server
  shanghai = (await makeSite(db, { time_zone: 'Asia/Shanghai' })).id
  const sites = [
    { site_id: shanghai, time_zone: 'Asia/Shanghai' },
    { site_id: (await makeSite(db, { time_zone: 'America/New_York' })).id, time_zone: 'America/New_York' },
    { site_id: null, time_zone: 'Asia/Shanghai' },
  ]
  const types = [(await makePileType(db)).id, (await makePileType(db)).id]
  const merchant = db.insertInto('merchant').values({ name: 'Bright', status: 'enabled' }).returning('id')
  const merchants = [(await merchant.executeTakeFirstOrThrow()).id, null]
  const customers = [(await makeCustomer(db)).id, (await makeCustomer(db)).id, null]
  const piles = []
  for (const [nth, site] of [...sites, ...sites].entries()) {
    const { id } = await makePile(db, {
      ...{ site_id: site.site_id, merchant_id: merchants[nth % 2], pile_type_id: types[nth % 2], connectors: 2 },
    } as never)
    piles.push({ ...site, pile_id: id })
  }
  const first = Date.parse('2025-10-06T00:00:00Z')
  for (let nth = 0; nth < 140; nth++) {
    // Some six and a half hours apart: every hour of the day and both ends of the days come up.
    const started = first + nth * 6.55 * HOUR
    const fees = { electricity_cents: 100 + nth, service_cents: 20 + (nth % 7), occupation_cents: nth % 5 }
    const total_cents = fees.electricity_cents + fees.service_cents + fees.occupation_cents
    const band = BANDS[nth % 5]
    const unpaid = nth % 11 === 0
    await makeOrder(db, {
      ...(piles[nth % piles.length] as object),
      ...{
        connector_number: 1 + (nth % 2),
        pile_type_id: types[(nth >> 1) % 3] ?? null,
        customer_id: customers[(nth >> 1) % 3],
      },
      ...{ card_number: nth % 4 ? `C,${nth % 4}` : null, stop_reason: nth % 3 ? `Local, ${nth % 3}` : null },
      ...{ status: unpaid ? 'unpaid' : 'paid', type: nth % 9 === 4 ? 'supplement' : 'device', energy_wh: 1_000 + nth },
      ...{ ...fees, total_cents, paid_cents: unpaid ? 0 : total_cents },
      ...{ started_at: iso(started), charge_ended_at: iso(started + HOUR), ended_at: iso(started + 1.5 * HOUR) },
      lines: JSON.stringify(band ? [{ kind: 'energy', band, wh: 10, seconds: 60, ...fees, cost_cents: 0 }] : []),
    } as never)
  }
  // One that still charges is no group's.
  await makeOrder(db, { ...(piles[0] as object), status: 'generated', started_at: '2025-10-20T00:00:00Z' } as never)
}
const iso = (at: number) => new Date(at).toISOString()

const measure = (key: string) => MEASURES.find((each) => each.key === key) as Measure

async function ask(body: object): Promise<Statistics> {
  const { code, data } = await server.call(statistics, { ...PERIOD, compare: 'none', ...body } as never)
  expect(code).toBe(200)
  return data as Statistics
}

/** What the list shows at the address that a group leads to. */
async function listed(group: Group | null, asked: Parameters<typeof ordersAsked>[0], by = measure('sessions')) {
  const { filters } = readList(order, new URLSearchParams(String(listWith(order, ordersAsked(asked, group, by)))))
  const all = await list(filters)
  const supplements = await list({ ...filters, type: ['supplement'] })
  return { sessions: all.total - supplements.total, orders: all.total, sums: all.summary }
}
async function list(filters: object) {
  const { code, data } = await server.call('POST /system/order/index', { page_num: 1, page_size: 20, ...filters })
  expect(code).toBe(200)
  return data as { total: number; summary: Record<string, number> }
}

const FEES = ['electricity_cents', 'service_cents', 'occupation_cents', 'energy_wh'] as const
const ofOrders = STATISTIC_KINDS.filter((by) => by !== 'fault')

test.each(ofOrders)('by %s each group leads to as many orders and as much money as it says', async (by) => {
  const { rows, period, total } = await ask({ by })
  const asked = { by, period, site: null }
  const leading = rows.filter((row) => hasOrders(row, asked, measure('sessions')))
  expect(leading.length).toBeGreaterThan(1)
  let counted = 0
  for (const row of leading.filter((_, nth) => leading.length < 40 || nth % 5 === 0)) {
    const { sessions, sums, orders } = await listed(row, asked)
    expect([row.key, sessions]).toEqual([row.key, row.now.sessions])
    expect(orders).toBeGreaterThan(0)
    // A bill's lines stand in their bands; the order is of the one in which it began.
    if (by !== 'band') for (const fee of FEES) expect([row.key, fee, sums[fee]]).toEqual([row.key, fee, row.now[fee]])
    counted += sessions
  }
  if (leading.length < 40) expect(counted).toBe(total.now.sessions)
  const all = await listed(null, asked)
  expect([all.sessions, all.sums.energy_wh]).toEqual([total.now.sessions, total.now.energy_wh])
})

test('of one site alone, and what is owed: the orders that are not paid', async () => {
  const { rows, period } = await ask({ by: 'customer', site_id: shanghai })
  const asked = { by: 'customer', period, site: shanghai } as const
  const owing = rows.filter((row) => hasOrders(row, asked, measure('owed')))
  expect(owing.length).toBeGreaterThan(1)
  for (const row of owing) {
    const { sums, orders } = await listed(row, asked, measure('owed'))
    expect(orders).toBeGreaterThan(0)
    expect((sums.total_cents ?? 0) - (sums.paid_cents ?? 0)).toBe(row.now.owed_cents)
    expect((await listed(row, asked)).sessions).toBe(row.now.sessions)
  }
})

test('what no order can be narrowed by is refused at its name', async () => {
  const filters = {
    ended_day: 'yesterday',
    started_hour: 'noon',
    started_weekday: '8',
    without: 'sense',
    merchant_id: { from: 1 },
  }
  for (const [name, value] of Object.entries(filters)) {
    const { code, data } = await server.call('POST /system/order/index', { [name]: value })
    expect([code, Object.keys((data as { errors?: object })?.errors ?? {})]).toEqual([422, [name]])
  }
})
