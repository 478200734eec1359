import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Statement, showStatement } from '../../src/shared/endpoints/statements.ts'
import { type Statistics, statistics } from '../../src/shared/endpoints/statistics.ts'
import { makeOrder, makePile, makeRefund, makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** What a pile brought stays with the merchant that had it on that day: statements, statistics and the list of orders say the same. */

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

let made = 0
const merchant = async (name: string) =>
  (
    await server.db
      .insertInto('merchant')
      .values({ name: `${name} ${++made}`, status: 'enabled' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** From when to when a pile was whose, as the database noted it. */
async function owned(pile_id: number) {
  const { rows } = await sql<{ merchant_id: number | null; from: string; to: string }>`
    select merchant_id, from_day::text as from, to_day::text as to from pile_ownership where pile_id = ${pile_id} order by from_day`.execute(
    server.db,
  )
  return rows.map(({ merchant_id, from, to }) => [merchant_id, from, to])
}
const give = (pile_id: number, merchant_id: number | null) =>
  server.db.updateTable('pile').set({ merchant_id }).where('id', '=', pile_id).execute()
/** As if all of it had been said so many days ago. */
const daysAgo = (pile_id: number, days: number) =>
  sql`update pile_ownership set noted_on = noted_on - ${days}::int, from_day = from_day - ${days}::int, to_day = to_day - ${days}::int
    where pile_id = ${pile_id}`.execute(server.db)

const dayAt = async (time_zone: string) =>
  (await sql<{ day: string }>`select (now() at time zone ${time_zone})::date::text as day`.execute(server.db)).rows[0]
    ?.day
const [FROM, TO] = ['-infinity', 'infinity']

test('a pile’s first merchant has had it all along, the next one from the day by its site’s clock', async () => {
  const zone = 'Pacific/Kiritimati'
  const { id } = await makePile(server.db, { site_id: (await makeSite(server.db, { time_zone: zone })).id })
  expect(await owned(id)).toEqual([[null, FROM, TO]])
  await daysAgo(id, 3)
  const [a, b] = [await merchant('A'), await merchant('B')]
  await give(id, a)
  expect(await owned(id)).toEqual([[a, FROM, TO]])
  await daysAgo(id, 3)
  await give(id, b)
  const today = await dayAt(zone)
  expect(await owned(id)).toEqual([
    [a, FROM, today],
    [b, today, TO],
  ])
})

test('what is said otherwise on the same day takes the place of what was said before, no merchant as well', async () => {
  const [a, b] = [await merchant('C'), await merchant('D')]
  const { id } = await makePile(server.db, { merchant_id: a })
  await give(id, b)
  expect(await owned(id)).toEqual([[b, FROM, TO]])
  await daysAgo(id, 1)
  await give(id, a)
  await give(id, null)
  const today = await dayAt('Asia/Shanghai')
  expect(await owned(id)).toEqual([
    [b, FROM, today],
    [null, today, TO],
  ])
})

test('a merchant that had a pile is put out of use, not erased', async () => {
  const [a, b] = [await merchant('Formerly'), await merchant('Now')]
  const { id } = await makePile(server.db, { merchant_id: a })
  await daysAgo(id, 1)
  await give(id, b)
  const { code } = await server.call('POST /system/merchant/delete', { ids: [a] })
  expect(code).toBe(200)
  const row = await server.db.selectFrom('merchant').select('archived_at').where('id', '=', a).executeTakeFirst()
  expect(row?.archived_at).toBeTruthy()
})

const MONTH = { from: '2025-10-01', to: '2025-10-31' }

/** A pile that was one merchant's until the 15th, another one's from the 16th on, and an order on each day. */
async function handedOver() {
  const [before, after] = [await merchant('Before'), await merchant('After')]
  const site = await makeSite(server.db, { time_zone: 'Asia/Shanghai' })
  const { id: pile_id } = await makePile(server.db, {
    ...{ site_id: site.id, merchant_id: after, connectors: 2 },
    ...{ created_at: '2025-10-01T00:00:00Z', last_seen_at: '2025-11-01T00:00:00Z' },
  } as never)
  await sql`update pile_ownership set from_day = '2025-10-16' where pile_id = ${pile_id}`.execute(server.db)
  await sql`insert into pile_ownership values (${pile_id}, ${before}, '-infinity', '2025-10-16')`.execute(server.db)
  const orders: number[] = []
  for (let day = 1; day <= 31; day++) {
    // The last second of the 15th is the first merchant's, midnight is the second one's.
    const [ended, cents] = [
      Date.parse(`2025-10-${String(day).padStart(2, '0')}T15:59:59Z`) + (day === 16 ? -86_399_000 : 0),
      day * 100,
    ]
    const { id } = await makeOrder(server.db, {
      ...{ pile_id, site_id: site.id, time_zone: 'Asia/Shanghai', status: day === 20 ? 'unpaid' : 'paid' },
      ...{ electricity_cents: cents, total_cents: cents, paid_cents: day === 20 ? 0 : cents, energy_wh: 1_000 },
      ...{ started_at: iso(ended - 3_600_000), charge_ended_at: iso(ended - 1_800_000), ended_at: iso(ended) },
    } as never)
    orders.push(id)
  }
  return { before, after, site: site.id, pile_id, orders }
}
const iso = (at: number) => new Date(at).toISOString()
const sumTo = (last: number, first = 1) => ((last * (last + 1) - first * (first - 1)) / 2) * 100

test('a month in which a pile changed hands: each merchant has what ended while it was theirs', async () => {
  const { before, after, site, pile_id, orders } = await handedOver()
  const statement = async (merchant_id: number, month = '2025-10') =>
    (await server.call(showStatement, { merchant_id, month })).data as Statement
  expect((await statement(before)).total).toMatchObject({ sessions: 15, billed_cents: sumTo(15) })
  expect((await statement(after)).total).toMatchObject({ sessions: 16, billed_cents: sumTo(31, 16), open_cents: 2_000 })

  const { data } = await server.call(statistics, { by: 'merchant', ...MONTH, compare: 'none', site_id: site })
  const row = (id: number) => (data as Statistics).rows.find(({ key }) => key === String(id))?.now
  expect(row(before)).toMatchObject({ sessions: 15, income_cents: sumTo(15), owed_cents: 0, guns: 0 })
  expect(row(after)).toMatchObject({ sessions: 16, income_cents: sumTo(31, 16), owed_cents: 2_000, guns: 2 })
  // Each day half an hour of charging, of two guns that were there for 24 hours, from 8 o'clock on the first day.
  expect(row(before)?.utilisation).toBe(Math.round((15 * 0.5 * 10_000) / (2 * (15 * 24 - 8))))
  expect(row(after)?.utilisation).toBe(Math.round((16 * 0.5 * 10_000) / (2 * 16 * 24)))
  expect((data as Statistics).total.now).toMatchObject({ sessions: 31, guns: 2 })

  const listed = async (merchant_id: number) =>
    (
      await server.call('POST /system/order/index', {
        ...{ page_num: 1, page_size: 50, merchant_id: [merchant_id], ended_day: MONTH },
      })
    ).data.total
  expect([await listed(before), await listed(after)]).toEqual([15, 16])

  // Paid back when the pile was another one's already: it is taken from the merchant that had the money.
  await makeRefund(server.db, {
    ...{ order_id: orders[9] as number, site_id: site, status: 'refunded', amount_cents: 70 },
    refunded_at: '2025-11-03T04:00:00Z',
  })
  expect((await statement(before, '2025-11')).total).toMatchObject({ sessions: 0, refunded_cents: 70 })
  expect((await statement(after, '2025-11')).total).toMatchObject({ sessions: 0, refunded_cents: 0 })
  expect(await owned(pile_id)).toHaveLength(2)
})

test('anyone who reaches the pile by its merchant of today sees nothing of the other’s statement', async () => {
  const { before, after } = await handedOver()
  const scoped = await server.signIn({
    permissions: ['statement.view'],
    data_scope: 'merchants',
    merchant_ids: [after],
  } as never)
  const theirs = await server.call(showStatement, { merchant_id: after, month: '2025-10' }, { as: scoped })
  expect((theirs.data as Statement).total.sessions).toBe(16)
  const others = await server.call(showStatement.path, { merchant_id: before, month: '2025-10' }, { as: scoped })
  expect([others.code, Object.keys(others.data.errors)]).toEqual([422, ['merchant_id']])
})
