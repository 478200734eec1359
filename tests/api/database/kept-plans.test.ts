import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '../../../src/server/kit/crud/rows.ts'
import { tallied } from '../../../src/server/kit/crud/tally.ts'
import { talliedPage } from '../../../src/server/kit/crud/tally-pages.ts'
import { anyOfIds, keptPlan } from '../../../src/server/kit/database/client.ts'
import { atOneMoment } from '../../../src/server/kit/database/moment.ts'
import { order } from '../../../src/shared/entities/order.ts'
import { makeOrder, makePile } from '../../make.ts'
import { type FreshDatabase, freshDatabase } from '../../setup/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  // One connection: what the last reader left is what the next one finds.
  database = await freshDatabase(1)
})
afterAll(() => database.drop())

interface Prepared {
  statement: string
  generic_plans: number
}

/** What the connection keeps that is about this table. */
async function prepared(table: string): Promise<Prepared[]> {
  const { rows } = await database.pool.query<Prepared>('select statement, generic_plans from pg_prepared_statements')
  return rows.filter(({ statement }) => new RegExp(`from "?${table}"?\\b`).test(statement))
}

test('a statement that asks for it is planned once for all its values, any other each time', async () => {
  for (let id = 1; id <= 8; id++) {
    await keptPlan(sql`select id from site where id = ${anyOfIds([id, id + 1])}`).execute(database.db)
    await sql`select id from site where id = ${id}`.execute(database.db)
  }
  const [kept, ...others] = await prepared('site')
  expect(kept?.statement).toContain('from site where id = any(')
  expect(kept?.generic_plans).toBeGreaterThan(0)
  expect(others).toEqual([])
})

test('the pages of a list as it opens are planned once, whatever the size of the page', async () => {
  const { db } = database
  const { id: pile_id } = await makePile(db)
  for (let at = 0; at < 30; at++) await makeOrder(db, { pile_id })
  const view = tallied(order, [], null)
  if (!view) throw new Error('orders have a tally')
  const sorting = { column: 'started_at', descending: true, nullable: false }
  for (let limit = 1; limit <= 10; limit++) {
    const whole = { table: 'orders', where: null, sorting, tallied: view }
    const { ids, total } = await talliedPage(db, whole, { offset: 0, limit })
    expect(total).toBe(30)
    expect((await rowsOf(db, order, ids)).map(({ id }) => id)).toEqual(ids)
    expect(ids).toHaveLength(limit)
  }
  const kept = [...(await prepared('orders')), ...(await prepared('orders_tally'))]
  expect(kept).toHaveLength(3)
  for (const { statement, generic_plans } of kept) expect(generic_plans, statement).toBeGreaterThan(0)
})

test('what is read at one moment agrees, no matter who writes meanwhile', async () => {
  const { db } = database
  const counted = () => sql<{ n: number }>`select count(*) as n from strategy`
  const other = await freshDatabase(2)
  try {
    await atOneMoment(other.db, async (moment) => {
      const [{ rows: first }] = await Promise.all([counted().execute(moment), sql`select 1`.execute(moment)])
      await sql`insert into strategy (name) values ('Later')`.execute(other.db)
      expect((await counted().execute(moment)).rows).toEqual(first)
      expect((await counted().execute(other.db)).rows[0]?.n).toBe((first[0]?.n ?? 0) + 1)
      const own = await atOneMoment(moment, async (same) => same)
      expect(own).toBe(moment)
    })
  } finally {
    await other.drop()
  }
  await expect(
    atOneMoment(db, (moment) => sql`insert into strategy (name) values ('No')`.execute(moment)),
  ).rejects.toThrow('read-only')
})

test('a connection that was read by at one moment is given back asking one thing after the other', async () => {
  await atOneMoment(database.db, (moment) => sql`select 1`.execute(moment))
  const client = await database.pool.connect()
  try {
    expect(client).toMatchObject({ pipeline: false })
  } finally {
    client.release()
  }
})

test('one of several reads that fails ends them all, and the connection serves the next', async () => {
  const { db } = database
  let late: Promise<unknown> = Promise.resolve()
  const failing = atOneMoment(db, (moment) => {
    const [wrong, slow] = [sql`select 1 / 0`.execute(moment), sql`select pg_sleep(0.2)`.execute(moment)]
    late = slow.then(
      () => 'answered',
      () => sql`select 1`.execute(moment),
    )
    late.catch(() => {})
    return Promise.all([wrong, slow])
  })
  await expect(failing).rejects.toThrow('division by zero')
  await expect(late).rejects.toThrow('over')
  const { rows } = await db.transaction().execute((trx) => sql<{ n: number }>`select 1 as n`.execute(trx))
  expect(rows).toEqual([{ n: 1 }])
  expect((await atOneMoment(db, (moment) => sql<{ n: number }>`select 2 as n`.execute(moment))).rows).toEqual([
    { n: 2 },
  ])
})

test('no connection keeps more statements than its memory is meant for', async () => {
  for (let at = 0; at < 250; at++) await keptPlan(sql`select ${sql.lit(at)} from strategy`).execute(database.db)
  expect((await prepared('strategy')).length).toBeLessThan(200)
})

test('what went wrong is told, whichever of the reads that failed with it is heard of first', async () => {
  const failing = atOneMoment(database.db, (moment) => {
    const wrong = sql`select 2147483648::text::int`.execute(moment)
    const behind = sql`select 1`.execute(moment)
    const slow = wrong.catch(async (error) => {
      await behind.catch(() => {})
      throw error
    })
    return Promise.all([slow, behind])
  })
  await expect(failing).rejects.toMatchObject({ code: '22003' })
})
