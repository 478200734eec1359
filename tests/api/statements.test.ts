import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Statement, showStatement, statementWorkbook } from '../../src/shared/endpoints/statements.ts'
import { makeCustomer, makeOrder, makePile, makeRefund, makeSite } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

/** Statements: every cent is one of the orders', the refunds' and the ledger's. */

let server: TestServer
let merchant: number
let shanghai: number
let newYork: number
let own: number

const MONTH = '2025-10'

beforeAll(async () => {
  server = await startServer()
  const { db } = server
  shanghai = (await makeSite(db, { name: 'Lujiazui', time_zone: 'Asia/Shanghai', address: 'Century Avenue 8' })).id
  newYork = (await makeSite(db, { name: 'Hudson', time_zone: 'America/New_York' })).id
  merchant = (
    await db
      .insertInto('merchant')
      .values({ name: 'East Power', address: 'Pudong 1', status: 'enabled' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  own = (await makePile(db, { site_id: shanghai, merchant_id: merchant })).id
  const there = (await makePile(db, { site_id: newYork, merchant_id: merchant })).id
  const others = (await makePile(db, { site_id: shanghai })).id
  const customer = await makeCustomer(db, { balance_cents: 1_000_000 })
  // Around the ends of October, in both zones.
  const moments = [
    ...['2025-09-30T15:59:59Z', '2025-09-30T16:00:00Z', '2025-10-01T03:59:59Z', '2025-10-01T04:00:00Z'],
    ...['2025-10-15T12:00:00Z', '2025-10-31T15:59:59Z', '2025-10-31T16:00:00Z', '2025-11-01T04:00:00Z'],
  ]
  let nth = 0
  for (const ended_at of moments)
    for (const [pile_id, site_id, time_zone] of [
      [own, shanghai, 'Asia/Shanghai'],
      [there, newYork, 'America/New_York'],
      [others, shanghai, 'Asia/Shanghai'],
    ] as const) {
      nth++
      const [electricity_cents, service_cents, occupation_cents] = [nth * 101, nth * 13, nth]
      const total_cents = electricity_cents + service_cents + occupation_cents
      const isCustomers = nth % 3 !== 0
      const isPaid = nth % 4 !== 0
      const paid_cents = isPaid ? total_cents : Math.floor(total_cents / 3)
      const order = await makeOrder(db, {
        ...{
          pile_id,
          site_id,
          time_zone,
          ended_at,
          status: isPaid ? 'paid' : 'unpaid',
          type: nth % 5 ? 'device' : 'supplement',
        },
        started_at: new Date(Date.parse(ended_at) - 3_600_000).toISOString(),
        ...{ energy_wh: nth * 1_000, electricity_cents, service_cents, occupation_cents, total_cents, paid_cents },
        customer_id: isCustomers ? customer.id : null,
      })
      if (isCustomers)
        await db
          .insertInto('ledger_entry')
          .values({ customer_id: customer.id, kind: 'charge', amount_cents: -paid_cents, order_id: order.id })
          .execute()
      if (nth % 6 === 1) {
        const refunded_at = new Date(Date.parse(ended_at) + 86_400_000).toISOString()
        await makeRefund(db, { order_id: order.id, site_id, status: 'refunded', amount_cents: nth, refunded_at })
      }
    }
})
afterAll(() => server.stop())

const ask = async (body: object, as?: SignedIn): Promise<Statement> => {
  const { code, data } = await server.call(showStatement, { month: MONTH, ...body } as never, as && { as })
  expect(code).toBe(200)
  return data as Statement
}

const MONEY = ['electricity_cents', 'service_cents', 'occupation_cents', 'paid_cents'] as const

/** The same by one sentence of SQL for each figure, of the orders that `where` chooses. */
async function recomputed(where: string, zone: string | null = null) {
  const local = (at: string) => `(${at} at time zone o.time_zone)::date between '2025-10-01' and '2025-10-31'`
  const from = `from orders o join pile p on p.id = o.pile_id where ${local('o.ended_at')} and ${where} ${zone ? `and o.time_zone = '${zone}'` : ''}`
  const one = async (figure: string, of = from) => {
    const { rows } = await sql<{
      n: number
    }>`select coalesce(${sql.raw(figure)}, 0)::bigint as n ${sql.raw(of)}`.execute(server.db)
    return rows[0]?.n
  }
  const refunds = `from refund r join orders o on o.id = r.order_id join pile p on p.id = o.pile_id where ${local('r.refunded_at')} and ${where}`
  return {
    sessions: await one(`count(*) filter (where o.type <> 'supplement')`),
    energy_wh: await one('sum(o.energy_wh)'),
    ...Object.fromEntries(await Promise.all(MONEY.map(async (name) => [name, await one(`sum(o.${name})`)]))),
    billed_cents: await one('sum(o.total_cents)'),
    open_cents: await one('sum(o.total_cents - o.paid_cents)'),
    refunded_cents: await one('sum(r.amount_cents)', refunds),
    customers_paid_cents: await one('sum(o.paid_cents) filter (where o.customer_id is not null)'),
    ledger_cents: await one(
      '-sum(l.amount_cents)',
      `from ledger_entry l where l.kind = 'charge' and l.order_id in (select o.id ${from})`,
    ),
  }
}

test("a merchant's statement is what its orders, refunds and the ledger say, to the cent, in each site's own month", async () => {
  const statement = await ask({ merchant_id: merchant })
  expect(statement.total).toMatchObject(await recomputed(`p.merchant_id = ${merchant}`))
  const { total, places, days } = statement
  expect(total.income_cents).toBe(total.billed_cents - total.refunded_cents)
  expect([total.ledger_cents, total.refunded_cents > 0, total.open_cents > 0]).toEqual([
    total.customers_paid_cents,
    true,
    true,
  ])
  for (const table of [places, days])
    for (const name of ['sessions', 'energy_wh', 'billed_cents', 'refunded_cents', 'income_cents'] as const)
      expect(
        table.reduce((sum, row) => sum + row[name], 0),
        name,
      ).toBe(total[name])
  expect(places.map(({ title }) => title).sort()).toEqual(['Hudson', 'Lujiazui'])
  expect(statement).toMatchObject({
    party: { of: 'merchant', name: 'East Power', address: 'Pudong 1' },
    ...{ from: '2025-10-01', to: '2025-10-31', over: true, whole: true },
  })
})

test("a site's statement has all piles there, whoever's they are", async () => {
  const statement = await ask({ site_id: shanghai })
  expect(statement.total).toMatchObject(await recomputed(`o.site_id = ${shanghai}`))
  expect(statement.places).toHaveLength(2)
})

test('a month that is not over says so, and an empty one is empty', async () => {
  const now = new Date().toISOString().slice(0, 7)
  expect(await ask({ site_id: newYork, month: now })).toMatchObject({ over: false })
  expect(await ask({ site_id: newYork, month: '2024-02' })).toMatchObject({ to: '2024-02-29', days: [], over: true })
})

test('anyone who reaches a part sees that part, and is told that there is more', async () => {
  const scoped = await server.signIn({ permissions: ['statement.view'], data_scope: 'sites', site_ids: [shanghai] })
  const part = await ask({ merchant_id: merchant }, scoped)
  expect(part.whole).toBe(false)
  expect(part.total).toMatchObject({
    ...(await recomputed(`p.merchant_id = ${merchant} and o.site_id = ${shanghai}`)),
  })
  const elsewhere = await server.call(showStatement.path, { site_id: newYork, month: MONTH }, { as: scoped })
  expect([elsewhere.code, Object.keys(elsewhere.data.errors)]).toEqual([422, ['site_id']])
})

test.each([
  ['neither', {}, 'merchant_id'],
  ['both', { merchant_id: 1, site_id: 1 }, 'merchant_id'],
  ['no month', { site_id: 1, month: '2025-13' }, 'month'],
])('%s is refused at its field', async (_, body, field) => {
  const { code, data } = await server.call(showStatement.path, { month: MONTH, ...body })
  expect([code, Object.keys(data.errors)]).toEqual([422, [field]])
})

test('the workbook has the figures and every order behind them', async () => {
  const statement = await ask({ merchant_id: merchant })
  const response = await fetch(`${server.url}/api${statementWorkbook.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${server.administrator.token}`,
      'accept-language': 'en',
    },
    body: JSON.stringify({ merchant_id: merchant, month: MONTH }),
  })
  expect(response.status).toBe(200)
  const { sheets } = await readXlsx(Buffer.from(await response.arrayBuffer()))
  expect(sheets.map(({ name }) => name)).toEqual(['Statement', 'By Site', 'By Day', 'Orders'])
  const [facts, sites, days, orders] = sheets.map(({ rows }) => rows)
  expect(Object.fromEntries(facts as [string, unknown][])).toMatchObject({
    Merchant: 'East Power',
    Income: statement.total.income_cents / 100,
    'Paid until now': statement.total.paid_cents / 100,
  })
  expect([sites?.length, days?.length]).toEqual([1 + statement.places.length, 1 + statement.days.length])
  const column = orders?.[0]?.indexOf('Total') ?? -1
  const sum = orders?.slice(1).reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0)
  expect(sum).toBe(statement.total.billed_cents)
})
