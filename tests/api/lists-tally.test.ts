import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filtersOf } from '../../src/server/kit/crud/filters.ts'
import { foundBy } from '../../src/server/kit/crud/found.ts'
import { addUpTallies, overviewOf, rowsIn, rowsWhere, type Tallied, tallied } from '../../src/server/kit/crud/tally.ts'
import { SIZES, talliedPage } from '../../src/server/kit/crud/tally-pages.ts'
import { alarm } from '../../src/shared/entities/alarm.ts'
import { customer } from '../../src/shared/entities/customer.ts'
import { entities } from '../../src/shared/entities/index.ts'
import { ledgerEntry } from '../../src/shared/entities/ledger-entry.ts'
import { order } from '../../src/shared/entities/order.ts'
import { type Entity, fieldsOf, isSortable } from '../../src/shared/kit/entity.ts'
import { makeCustomer, makeOrder, makePile, makePileType, makeSite } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

let database: FreshDatabase
let sites: number[]
let types: number[]
let pile_id: number

beforeAll(async () => {
  database = await freshDatabase()
  const { db } = database
  sites = [(await makeSite(db)).id, (await makeSite(db)).id]
  types = [(await makePileType(db)).id, (await makePileType(db)).id]
  pile_id = (await makePile(db)).id
  for (let at = 0; at < 120; at++) await makeOrder(db, drawn(at))
})
afterAll(() => database.drop())

const day = (days: number, hours = 0) => new Date(Date.UTC(2025, 10, 20 + days, hours)).toISOString()

/** An order of three months, its kinds and figures drawn by a number. */
const drawn = (at: number) => ({
  pile_id,
  site_id: at % 5 ? Number(sites[at % 2]) : null,
  pile_type_id: at % 7 ? Number(types[at % 2]) : null,
  status: (['paid', 'unpaid', 'paid', 'completed', 'generated'] as const)[at % 5] ?? 'paid',
  type: at % 17 ? ('device' as const) : ('manual' as const),
  pay_type: at % 3 ? ('balance' as const) : null,
  energy_wh: (at * 37) % 1000,
  total_cents: (at * 17) % 700,
  started_at: day((at * 7) % 90, (at * 5) % 24),
})

const viewOf = (entity: Entity, query: object, archived: boolean | null = null): Tallied => {
  const view = tallied(entity, filtersOf(entity, { ...query }), archived)
  if (!view) throw new Error(`the tally of ${entity.name} does not know ${JSON.stringify(query)}`)
  return view
}

const SUMS = order.tally?.sums ?? []
const mend = () => addUpTallies(database.db, Object.values(entities))

/** What the tally says and what the table says, by the same filter. */
async function bothOf(query: object) {
  const { db } = database
  const view = viewOf(order, query)
  const of = rowsWhere(view)
  const { rows } = await sql<Record<string, number>>`select count(*) as rows, ${sql.join(
    SUMS.map((name) => sql`coalesce(sum(t.${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`),
  )} from orders t where ${of}`.execute(db)
  const { sums } = await overviewOf(db, view, SUMS, 'status')
  return { said: { rows: await rowsIn(db, view), ...sums }, true: rows[0] }
}

const instantIn = fc.record({ days: fc.integer({ min: -5, max: 95 }), hours: fc.integer({ min: 0, max: 23 }) })
const instant = instantIn.map(({ days, hours }) => day(days, hours))
const filters = fc.record(
  {
    status: fc.subarray(['paid', 'unpaid', 'generated', 'completed']),
    type: fc.constantFrom('device', 'manual', 'supplement'),
    pay_type: fc.constantFrom('balance', 'card'),
    site: fc.integer({ min: 0, max: 1 }),
    pile_type: fc.integer({ min: 0, max: 1 }),
    started_at: fc.record({ from: instant, to: instant }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)
const asQuery = ({ site, pile_type, ...others }: { site?: number; pile_type?: number }) => ({
  ...others,
  ...(site !== undefined && { site_id: sites[site] }),
  ...(pile_type !== undefined && { pile_type_id: types[pile_type] }),
})

describe('a tally', () => {
  const write = fc.oneof(
    fc.record({ kind: fc.constant('insert' as const), seed: fc.nat(10_000) }),
    fc.record({ kind: fc.constant('status' as const), seed: fc.nat(10_000) }),
    fc.record({ kind: fc.constant('move' as const), seed: fc.nat(10_000) }),
    fc.record({ kind: fc.constant('delete' as const), seed: fc.nat(10_000) }),
    fc.record({ kind: fc.constant('mend' as const), seed: fc.nat(1) }),
  )
  const done = async ({ kind, seed }: { kind: 'insert' | 'status' | 'move' | 'delete' | 'mend'; seed: number }) => {
    const some = sql`id % 29 = ${seed % 29}`
    if (kind === 'insert') await makeOrder(database.db, drawn(seed))
    else if (kind === 'mend') await mend()
    else if (kind === 'delete') await sql`delete from orders where id % 97 = ${seed % 97}`.execute(database.db)
    else if (kind === 'status')
      await sql`update orders set status = ${['paid', 'unpaid', 'completed'][seed % 3]}, energy_wh = energy_wh + 1 where ${some}`.execute(
        database.db,
      )
    else
      await sql`update orders set started_at = started_at + interval '31 hours', site_id = ${sites[seed % 2]} where ${some}`.execute(
        database.db,
      )
  }

  test('says what counting and adding up says, whatever is written and whatever is asked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 4 }), filters, async (writes, given) => {
        for (const each of writes) await done(each)
        const both = await bothOf(asQuery(given))
        expect(both.said).toEqual(both.true)
      }),
      { numRuns: 200 },
    )
  })

  test('forgets what was rolled back and follows writers that come at once', async () => {
    const half = database.db.transaction().execute(async (trx) => {
      await makeOrder(trx, drawn(3))
      throw new Error('changed my mind')
    })
    await expect(half).rejects.toThrow('changed my mind')
    await Promise.all([...Array.from({ length: 12 }, (_, at) => makeOrder(database.db, drawn(at))), mend(), mend()])
    const both = await bothOf({})
    expect(both.said).toEqual(both.true)
  })

  test('is small again once it is added up, and empty with its table', async () => {
    await mend()
    const notes = await sql<{ n: number }>`select count(*) as n from orders_tally_note`.execute(database.db)
    expect(notes.rows[0]?.n).toBe(0)
    const rolledBack = database.db.transaction().execute(async (trx) => {
      await sql`truncate orders cascade`.execute(trx)
      expect(await rowsIn(trx, viewOf(order, {}))).toBe(0)
      throw new Error('put it back')
    })
    await expect(rolledBack).rejects.toThrow('put it back')
  })

  test('tells archived records apart', async () => {
    const { db } = database
    const [kept, gone] = [await makeCustomer(db), await makeCustomer(db)]
    await mend()
    const before = await rowsIn(db, viewOf(customer, {}, true))
    await db
      .updateTable('customer')
      .set({ archived_at: new Date().toISOString() } as never)
      .where('id', '=', gone.id)
      .execute()
    expect(await rowsIn(db, viewOf(customer, {}, true))).toBe(before + 1)
    expect(await rowsIn(db, viewOf(customer, { status: kept.status }, false))).toBe(
      (
        await db
          .selectFrom('customer')
          .select('id')
          .where('archived_at' as never, 'is', null)
          .execute()
      ).length,
    )
  })

  test.each(Object.values(entities as Record<string, Entity>).filter(({ tally }) => tally))(
    'of $name is kept in the database as the entity declares it',
    async ({ table, tally, archives }) => {
      const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_name = ${`${table}_tally`}`.execute(database.db)
      const declared = [
        'span',
        'starts',
        'rows',
        ...(tally?.kinds ?? []),
        ...(tally?.sums ?? []),
        ...(archives ? ['archived'] : []),
      ]
      expect(rows.map(({ name }) => name).sort()).toEqual(declared.sort())
      const adding = await sql<{ says: string }>`select prosrc as says from pg_proc
        where proname = ${`add_up_${table}_tally`}`.execute(database.db)
      for (const kind of tally?.wide ?? []) expect(adding.rows[0]?.says).toContain(`'-${kind}'`)
    },
  )
})

describe('a page that the tally points out', () => {
  test.each([
    ['found among few', { ...SIZES }],
    ['found by its day', { ...SIZES, few: 0 }],
  ])('is what sorting and cutting gives, %s', async (_, sizes) => {
    const cut = fc.record({ offset: fc.nat(150), limit: fc.integer({ min: 1, max: 50 }) })
    const sort = fc.record({ column: fc.constantFrom('started_at', 'total_cents'), descending: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(filters, cut, sort, async (given, { offset, limit }, { column, descending }) => {
        const view = viewOf(order, asQuery(given))
        const where = rowsWhere(view)
        const way = sql.raw(descending ? 'desc' : 'asc')
        const expected = await sql<{ id: number }>`select t.id from orders t where ${where}
          order by t.${sql.ref(column)} ${way}, t.id ${way}`.execute(database.db)
        const sorting = { column, descending, nullable: false }
        const known = { table: 'orders', where, sorting, tallied: view }
        expect(await talliedPage(database.db, known, { offset, limit }, sizes)).toEqual({
          ids: expected.rows.map(({ id }) => id).slice(offset, offset + limit),
          total: expected.rows.length,
        })
      }),
      { numRuns: 80 },
    )
  })

  test('too far from both ends of another order is refused', async () => {
    const view = viewOf(order, {})
    const known = {
      table: 'orders',
      where: null,
      tallied: view,
      sorting: { column: 'total_cents', descending: true, nullable: false },
    }
    const sizes = { few: 0, reach: 10, reachShare: 1, leastReach: 5 }
    const page = (offset: number) => talliedPage(database.db, known, { offset, limit: 5 }, sizes)
    const { total } = await page(0)
    expect((await page(total - 5)).ids).toHaveLength(5)
    await expect(page(50)).rejects.toMatchObject({
      code: 422,
      fields: { page_num: { key: 'page_too_far', figures: { rows: 10 } } },
    })
  })
})

type Db = FreshDatabase['db']

/** What others shall not meet. */
async function undone(work: (db: Db) => Promise<void>): Promise<void> {
  const trx = await database.db.startTransaction().execute()
  await work(trx).finally(() => trx.rollback().execute())
}

describe('a word in a table that grows', () => {
  const person = { id: 1, name: 'Ann', permissions: ['*'], reach: null } as never
  const found = (keyword: string) => foundBy(database.db, alarm, keyword, person)
  const raise = (code: string, days: number) =>
    sql<{ id: number }>`insert into alarm (code, kind, pile_id, raised_at, cleared_at)
      values (${code}, 'fault', ${pile_id}, ${day(days)}, now()) returning id`
      .execute(database.db)
      .then(({ rows }) => Number(rows[0]?.id))

  test('is found wherever few hold it, and by its beginning where it is short or of another script', async () => {
    const [ground, chinese] = [await raise('xGroundFailure', 1), await raise('漏电保护', 2)]
    const within = (keyword: string) => database.db.transaction().execute((trx) => foundBy(trx, alarm, keyword, person))
    expect(await within('GROUNDfail')).toEqual({ ids: [ground], more: false })
    expect(await within('漏电')).toEqual({ ids: [chinese], more: false })
    expect(await within('电保护')).toEqual({ ids: [], more: false })
    expect(await within('XG')).toEqual({ ids: [], more: false })
    expect(await within('xg')).toEqual({ ids: [], more: false })
    expect(await within('xG')).toEqual({ ids: [ground], more: false })
    expect(await found('')).toBeNull()
  })

  const entry = (db: Db, customer_id: number, days: number, many = 1) =>
    sql<{ id: number; number: string }>`insert into ledger_entry (customer_id, kind, amount_cents, created_at)
      select ${customer_id}, 'top_up', 100, ${day(days)} from generate_series(1, ${many}::int) returning id, number`
      .execute(db)
      .then(({ rows }) => rows[0] as { id: number; number: string })

  test('is found in the oldest of many, in its own fields and in the titles of what they refer to', () =>
    undone(async (trx) => {
      const { id: customer_id } = await makeCustomer(trx, { account: 'long-gone' })
      const old = await entry(trx, customer_id, 0)
      await entry(trx, (await makeCustomer(trx)).id, 10, 1001)
      for (const word of ['ong-gon', 'lo', 'Long-Gone', old.number])
        expect(await foundBy(trx, ledgerEntry, word, person), word).toEqual({ ids: [old.id], more: false })
      for (const word of ['long-gone-by', `${old.number}-1`, `1-${old.number}`])
        expect(await foundBy(trx, ledgerEntry, word, person), word).toEqual({ ids: [], more: false })
    }))

  test('that old records have in plenty and new ones never finds the newest that have it', () =>
    undone(async (trx) => {
      const raised = (code: string, from: string) =>
        sql<{ id: number }>`insert into alarm (code, kind, pile_id, raised_at, cleared_at)
          select ${code}, 'fault', ${pile_id}, ${from}::timestamptz + n * interval '1 s', now()
          from generate_series(1, 2000) n returning id`
          .execute(trx)
          .then(({ rows }) => rows.map(({ id }) => id))
      const had = await raised('UnderVoltage', '2027-01-01Z')
      await raised('OverVoltage', '2027-02-01Z')
      const { ids, more } = (await foundBy(trx, alarm, 'dervolt', person)) ?? { ids: [], more: false }
      expect(more).toBe(true)
      const newest = Math.max(...ids)
      expect(newest).toBeGreaterThan(Number(had.at(-64)))
      expect([...ids].sort((a, b) => b - a)).toEqual(
        had
          .filter((id) => id <= newest)
          .reverse()
          .slice(0, ids.length),
      )
    }))

  test('that too many hold finds some of them, the newest among these, and says that there are more', async () => {
    await sql`insert into alarm (code, kind, pile_id, raised_at, cleared_at)
      select 'Overheated', 'fault', ${pile_id}, timestamptz '2025-11-20Z', now() from generate_series(1, 3100)`.execute(
      database.db,
    )
    const newest = await raise('Overheated', 80)
    for (const keyword of ['heated', 'Ov', 'O']) {
      const result = await database.db.transaction().execute((trx) => foundBy(trx, alarm, keyword, person))
      expect(result?.more, keyword).toBe(true)
      expect(result?.ids).toContain(newest)
    }
  })
})

test.each(Object.values(entities as Record<string, Entity>).filter(({ tally }) => tally))(
  'every filter that the list of $name offers is counted or leads an index, and every order has one',
  async (entity) => {
    const { rows } = await sql<{ first: string; second: string | null }>`
      select a.attname as first, b.attname as second from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      left join pg_attribute b on b.attrelid = i.indrelid and b.attnum = i.indkey[1] and i.indnkeyatts > 1
      where i.indrelid = ${entity.table}::regclass`.execute(database.db)
    const counted = [...(entity.tally?.kinds ?? []), entity.tally?.by]
    for (const [name, field] of fieldsOf(entity)) {
      if (field.filter && !counted.includes(name)) expect(rows.map(({ first }) => first)).toContain(name)
      const held = entity.tally?.running?.figures.some((figure) => figure === name) ? `settled_${name}` : name
      if (isSortable(entity, name)) expect(rows).toContainEqual({ first: held, second: 'id' })
    }
    expect(rows).toContainEqual({ first: entity.tally?.by, second: 'id' })
  },
)
