import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addUpDays } from '../../src/server/dashboard/daily-figures.ts'
import { boundsOf } from '../../src/server/dashboard/days.ts'
import { incomeByDay, pastOf } from '../../src/server/dashboard/income.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { makeOrder, makePile, makeSite } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

let database: FreshDatabase
const ZONE = 'Asia/Shanghai'
const HOUR = 3_600_000
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('truncate orders, pile, site restart identity cascade')
})

const looking = (reach: typeof NOBODY.reach = null) => ({ db: database.db, person: { ...NOBODY, reach } })
const sites = (ids: number[]) => ({ sites: ids, piles: [], merchants: [], depts: [], peers: [], user_id: 0 }) as never
const order = (hoursAgo: number, given: object) => {
  const at = Date.now() - hoursAgo * HOUR
  const times = { started_at: new Date(at - HOUR).toISOString(), ended_at: new Date(at).toISOString() }
  const cents = 100 + hoursAgo
  const figures = {
    electricity_cents: cents,
    service_cents: 0,
    occupation_cents: 0,
    total_cents: cents,
    energy_wh: 7 * hoursAgo,
  }
  return makeOrder(database.db, { status: 'unpaid', paid_cents: 0, ...times, ...figures, ...given })
}
const past = async (reach?: typeof NOBODY.reach) =>
  pastOf(looking(reach), await boundsOf(database.db, ZONE, { days: 30 }))
const keptRows = () => sql<{ rows: number }>`select count(*) as rows from daily_figures`.execute(database.db)

/** What the orders say by themselves, without a day that is added up. */
async function fromOrders(reach?: typeof NOBODY.reach) {
  await sql`alter table daily_figures_range rename to daily_figures_away`.execute(database.db)
  await sql`create table daily_figures_range (like daily_figures_away)`.execute(database.db)
  try {
    return await past(reach)
  } finally {
    await sql`drop table daily_figures_range`.execute(database.db)
    await sql`alter table daily_figures_away rename to daily_figures_range`.execute(database.db)
  }
}

async function network() {
  const [one, other] = [await makeSite(database.db), await makeSite(database.db)]
  const piles = [await makePile(database.db, { site_id: one.id }), await makePile(database.db, { site_id: other.id })]
  for (let hours = 2; hours < 24 * 40; hours += 5) {
    const { id: pile_id, site_id } = piles[hours % 2] as (typeof piles)[number]
    await order(hours, { pile_id, site_id, ...(hours % 7 === 0 && { type: 'supplement' }) })
  }
  return { one, other, piles }
}

test('days that are added up say what the orders say, to the whole network and to each site alone', async () => {
  const { one } = await network()
  expect(await addUpDays(database.db)).toBeGreaterThan(38)
  expect((await keptRows()).rows[0]?.rows).toBeGreaterThan(70)
  for (const reach of [null, sites([one.id])]) expect(await past(reach)).toEqual(await fromOrders(reach))
  expect(await addUpDays(database.db)).toBe(0)
})

test('the dashboard reads them, not the orders', async () => {
  await network()
  await addUpDays(database.db)
  const before = await past()
  await sql`update daily_figures set energy_wh = energy_wh + 1`.execute(database.db)
  expect((await past()).days).not.toEqual(before.days)
})

test('a day in which something changes, comes late or goes is read from its orders until it is added up anew', async () => {
  const { piles } = await network()
  await addUpDays(database.db)
  const [pile] = piles as [(typeof piles)[number]]
  const late = await order(24 * 10, { pile_id: pile.id, site_id: pile.site_id, energy_wh: 5 })
  expect(await past()).toEqual(await fromOrders())
  await database.db
    .updateTable('orders')
    .set({ electricity_cents: 9_999, total_cents: 9_999 })
    .where('id', '=', late.id)
    .execute()
  await order(24 * 60, { pile_id: pile.id, site_id: pile.site_id })
  expect(await past()).toEqual(await fromOrders())
  expect(await addUpDays(database.db)).toBe(2)
  expect(await past()).toEqual(await fromOrders())
  await database.db.deleteFrom('orders').where('id', '=', late.id).execute()
  expect(await past()).toEqual(await fromOrders())
  expect(await addUpDays(database.db)).toBe(1)
  expect(await past()).toEqual(await fromOrders())
})

test('an order that is committed while its day is added up is not forgotten', async () => {
  const { piles } = await network()
  await addUpDays(database.db)
  const [pile] = piles as [(typeof piles)[number]]
  await order(24 * 12, { pile_id: pile.id, site_id: pile.site_id })
  const open = await database.pool.connect()
  await open.query('begin')
  await open.query(`update orders set energy_wh = energy_wh + 1 where id = (select max(id) from orders)`)
  await addUpDays(database.db)
  await open.query('commit')
  open.release()
  expect(await past()).toEqual(await fromOrders())
})

test('another zone begins anew', async () => {
  await network()
  await addUpDays(database.db)
  await database.db.updateTable('site').set({ time_zone: 'Europe/Berlin' }).execute()
  expect(await addUpDays(database.db)).toBeGreaterThan(38)
  const { rows } = await sql<{ time_zone: string }>`select distinct time_zone from daily_figures`.execute(database.db)
  expect(rows).toEqual([{ time_zone: 'Europe/Berlin' }])
  const bounds = await boundsOf(database.db, 'Europe/Berlin', { days: 30 })
  const kept = await incomeByDay(looking(), 'Europe/Berlin', bounds.from, bounds.today)
  const wanted = await sql<{ wh: number }>`select sum(energy_wh)::bigint as wh from orders
    where ended_at >= ${bounds.from} and ended_at < ${bounds.today}`.execute(database.db)
  expect(kept.reduce((sum, { energy_wh }) => sum + energy_wh, 0)).toBe(wanted.rows[0]?.wh)
})
