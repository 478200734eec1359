import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../src/server/kit/context.ts'
import type { Extension } from '../../src/server/kit/crud/extension.ts'
import { Reading } from '../../src/server/kit/crud/reading.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { orderExtension } from '../../src/server/orders/order-sums.ts'
import { pileExtension } from '../../src/server/piles/pile-list.ts'
import { merchant } from '../../src/shared/entities/merchant.ts'
import { order } from '../../src/shared/entities/order.ts'
import { pile } from '../../src/shared/entities/pile.ts'
import type { Entity } from '../../src/shared/kit/entity.ts'
import { makeOrder, makePile } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

let database: FreshDatabase
/** What was sent before the database had answered what was sent before: one round trip each. */
let trips: string[][]

beforeAll(async () => {
  database = await freshDatabase(1)
  const client = await database.pool.connect()
  listen(client)
  client.release()
  const { id: pile_id } = await makePile(database.db)
  for (let at = 0; at < 25; at++) await makeOrder(database.db, { pile_id })
  await sql`insert into merchant (name, phone) select 'M ' || n, '021' || n from generate_series(1, 25) n`.execute(
    database.db,
  )
})
afterAll(() => database.drop())

function listen(client: pg.PoolClient): void {
  const plain = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  let waiting = 0
  client.query = ((...args: unknown[]) => {
    if (typeof args.at(-1) === 'function') return plain(...args)
    if (waiting === 0) trips?.push([])
    trips?.at(-1)?.push(String(args[0]))
    waiting++
    const answered = () => void waiting--
    const answer = plain(...args)
    answer.then(answered, answered)
    return answer
  }) as never
}

const everybody = (): Context => ({
  person: { ...NOBODY, id: 1, permissions: ['*'], grants: [{ permissions: ['*'], reach: null }], reach: null },
  address: '127.0.0.1',
  agent: '',
  origin: '',
  language: 'en',
  clientTime: null,
  db: database.db,
  primary: database.db,
  afterCommit: () => {},
})

const planned = async (): Promise<Map<string, number>> => {
  const { rows } = await database.pool.query<{ statement: string; plans: number }>(
    'select statement, generic_plans + custom_plans as plans from pg_prepared_statements',
  )
  return new Map(rows.map(({ statement, plans }) => [statement, Number(plans)]))
}

const pagesOf = <E extends Entity>(entity: E, extension: Extension<E> = {}) => {
  const reading = new Reading(entity, extension)
  return () => reading.list({ page_num: 1, page_size: 20 }, everybody())
}

test.each([
  [
    'orders',
    pagesOf(
      order,
      orderExtension(() => []),
    ),
    [4, 1],
  ],
  [
    'piles',
    pagesOf(
      pile,
      pileExtension({ connected: () => false, disconnect: () => {} }, async () => []),
    ),
    [5, 3],
  ],
  ['merchants', pagesOf(merchant), [3, 1]],
] as const)('a page of %s takes two round trips, and all that it asks is kept planned', async (_, page, sent) => {
  trips = []
  const { rows, total } = await page()
  expect(rows).toHaveLength(Math.min(20, total))
  expect(total).toBeGreaterThan(0)
  // Nobody waits for the end.
  expect(trips.pop()).toEqual(['commit'])
  expect(trips.map((asked) => asked.length)).toEqual(sent)

  const [begin, ...asked] = trips.flat()
  expect(begin).toMatch(/^start transaction/)
  const kept = await planned()
  for (const statement of asked) expect(kept.get(statement), statement).toBe(1)
})

test('the second page, a filter and another order are not answered by what is kept of the first', async () => {
  const orders = new Reading(
    order,
    orderExtension(() => []),
  )
  const merchants = new Reading(merchant, {})
  const first = await orders.list({ page_num: 1, page_size: 20 }, everybody())
  const second = await orders.list({ page_num: 2, page_size: 20 }, everybody())
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(25)
  const none = await orders.list({ page_num: 1, page_size: 20, status: 'unpaid' }, everybody())
  expect(none).toMatchObject({ total: 0, rows: [] })
  const names = async (query: object) =>
    (await merchants.list({ page_num: 1, page_size: 20, ...query }, everybody())).rows.map(({ name }) => name)
  const [ascending, descending] = [
    await names({ prop: 'name', order: 'asc' }),
    await names({ prop: 'name', order: 'desc' }),
  ]
  expect(ascending[0]).toBe('M 1')
  expect(descending[0]).toBe('M 25')
  expect(await names({ page_num: 2, prop: 'name', order: 'asc' })).toEqual(['M 21', 'M 22', 'M 23', 'M 24', 'M 25'])
  expect(await names({ page_num: 2, prop: 'name', order: 'asc', page_size: 24 })).toEqual(['M 25'])
  expect(await names({ archived: true })).toEqual([])
})
