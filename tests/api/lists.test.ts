import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { order } from '../../src/shared/entities/order.ts'
import { makeOrder, makePile, makeRule, makeSite, makeStrategy } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

interface Kept {
  id: number
  status: string
  plate: string | null
  energy_wh: number
  total_cents: number
  started_at: string
  ended_at: string | null
  site_id: number | null
  [column: string]: string | number | null
}

let server: TestServer
let all: Kept[]
const ORDERS = 97

beforeAll(async () => {
  server = await startServer()
  const { db } = server
  const sites = [await makeSite(db), await makeSite(db)]
  const piles = [await makePile(db, { station_number: 'CD-100%_A' }), await makePile(db, { station_number: 'CD-2' })]
  for (let at = 0; at < ORDERS; at++)
    await makeOrder(db, {
      pile_id: Number(piles[at % 2]?.id),
      site_id: at % 7 ? Number(sites[at % 2]?.id) : null,
      status: (['paid', 'unpaid', 'generated', 'completed'] as const)[at % 4] ?? 'paid',
      plate: at % 3 ? `沪A${at}` : null,
      energy_wh: (at * 37) % 11,
      total_cents: (at * 17) % 13,
      started_at: new Date(Date.UTC(2026, 9, 1 + (at % 20), at % 5)).toISOString(),
      ended_at: at % 5 ? new Date(Date.UTC(2026, 9, 1 + (at % 9))).toISOString() : null,
    })
  all = (await db.selectFrom('orders').selectAll().orderBy('id').execute()) as unknown as Kept[]
})
afterAll(() => server.stop())

const list = (query: object) => server.call('/system/order/index', query)
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

/** What charges has no figure to be sorted by beside what is settled: its live one changes every few seconds. */
const RUNNING = ['energy_wh', 'total_cents']

/** What the list should be, worked out without it. `status`: to which it is narrowed. */
function sorted(rows: Kept[], prop: string, descending: boolean, status: readonly string[] = []): number[] {
  const sign = descending ? -1 : 1
  const isAlone = status.length === 1 && status[0] === 'generated'
  const keyOf = (row: Kept) =>
    row.status === 'generated' && RUNNING.includes(prop) && !isAlone ? 0 : (row[prop] ?? null)
  const compare = (a: Kept, b: Kept) => {
    const [x, y] = [keyOf(a), keyOf(b)]
    if (x === y) return sign * (a.id - b.id)
    if (x === null) return 1
    if (y === null) return -1
    return sign * (x < y ? -1 : 1)
  }
  return idsOf([...rows].sort(compare))
}

const props = ['id', 'energy_wh', 'total_cents', 'started_at']

describe('pages', () => {
  test.each(
    props.flatMap((prop) => [
      [prop, 'asc'],
      [prop, 'desc'],
    ]),
  )('by %s %s are in order, each record once', async (prop, direction) => {
    const ids = []
    for (let page_num = 1; page_num <= Math.ceil(ORDERS / 10); page_num++) {
      const { data } = await list({ page_num, page_size: 10, prop, order: direction })
      expect(data).toMatchObject({ total: ORDERS, page: page_num, pageSize: 10, summary: {} })
      ids.push(...idsOf(data.rows))
    }
    expect(ids).toEqual(sorted(all, String(prop), direction === 'desc'))
  })

  test('of any size, sorting and filter are what plain sorting and cutting gives', async () => {
    const query = fc.record({
      page_num: fc.integer({ min: 1, max: 12 }),
      page_size: fc.integer({ min: 1, max: 50 }),
      prop: fc.constantFrom(...props),
      order: fc.constantFrom('ascending', 'descending'),
      status: fc.subarray(['paid', 'unpaid', 'generated', 'completed']),
      total_cents: fc.record(
        { from: fc.integer({ min: 0, max: 13 }), to: fc.integer({ min: 0, max: 13 }) },
        { requiredKeys: [] },
      ),
    })
    await fc.assert(
      fc.asyncProperty(query, async (query) => {
        const { page_num, page_size, prop, status, total_cents } = query
        const { from = 0, to = 99 } = total_cents
        const matching = all.filter(
          (row) => (!status.length || status.includes(row.status)) && row.total_cents >= from && row.total_cents <= to,
        )
        const expected = sorted(matching, prop, query.order === 'descending', status).slice(
          (page_num - 1) * page_size,
          page_num * page_size,
        )
        const { data } = await list(query)
        expect([data.total, idsOf(data.rows)]).toEqual([matching.length, expected])
      }),
      {
        numRuns: 150,
        // What random queries meet only sometimes: those that charge, alone.
        examples: RUNNING.flatMap((prop) =>
          (['ascending', 'descending'] as const).map(
            (order): [typeof query extends fc.Arbitrary<infer Q> ? Q : never] => [
              { page_num: 1, page_size: 50, prop, order, status: ['generated'], total_cents: {} },
            ],
          ),
        ),
      },
    )
  })

  test('start in the order that the entity declares, twenty at a time', async () => {
    const { data } = await list({})
    expect(data.pageSize).toBe(20)
    expect(idsOf(data.rows)).toEqual(sorted(all, order.sort.prop, order.sort.order === 'desc').slice(0, 20))
  })

  test('past the end are empty and still say how many there are', async () => {
    for (const more of [{}, { status: 'paid' }, { keyword: '沪A' }]) {
      const first = await list({ ...more, page_num: 1 })
      const { data } = await list({ ...more, page_num: 1_000_000 })
      expect(data).toMatchObject({ total: first.data.total, rows: [] })
      expect(data.total).toBeGreaterThan(0)
    }
  })

  test('take what table components send when nothing is sorted', async () => {
    expect(
      (await list({ prop: null, order: null, keyword: null, status: '', site_id: null, plate: [] })).data.total,
    ).toBe(ORDERS)
  })

  test.each([
    [{ prop: 'colour' }, 'prop'],
    [{ prop: 'remark' }, 'prop'],
    [{ prop: 'ended_at' }, 'prop'],
    [{ prop: 'number' }, 'prop'],
    [{ prop: 'constructor' }, 'prop'],
    [{ prop: 'id; drop table orders' }, 'prop'],
    [{ prop: 'id', order: 'sideways' }, 'order'],
    [{ prop: 'id', order: 'toString' }, 'order'],
    [{ page_num: 0 }, 'page_num'],
    [{ page_size: 201 }, 'page_size'],
    [{ page_num: 1.5 }, 'page_num'],
    [{ colour: 'red' }, 'colour'],
    [{ __proto__: null, hasOwnProperty: 1 }, 'hasOwnProperty'],
    [{ status: 'lost' }, 'status'],
    [{ status: ['paid', 'lost'] }, 'status'],
    [{ total_cents: 'many' }, 'total_cents'],
    [{ total_cents: 1e300 }, 'total_cents'],
    [{ total_cents: { from: 1, till: 2 } }, 'total_cents'],
    [{ plate: { from: 'a' } }, 'plate'],
    [{ started_at: 'yesterday' }, 'started_at'],
    [{ started_at: { from: '2026-13-45' } }, 'started_at'],
    [{ started_at: { from: '0000-01-01T00:00:00Z' } }, 'started_at'],
    [{ id: Array(201).fill(1) }, 'id'],
    [{ id: true }, 'id'],
    [{ keyword: 'x'.repeat(101) }, 'keyword'],
  ])('refuse %j, naming the field', async (query, field) => {
    const answer = await list(query)
    expect(answer.code).toBe(422)
    expect(Object.keys(answer.data.errors)).toEqual([field])
  })
})

test.each<['en' | 'zh-CN', string[]]>([
  ['en', ['qz apple', 'qz Banana', 'qz 上海 2', 'qz 上海 10', 'qz 北京']],
  ['zh-CN', ['qz 北京', 'qz 上海 2', 'qz 上海 10', 'qz apple', 'qz Banana']],
])('names are in the order that people of the language %s know', async (language, expected) => {
  for (const name of [...expected].sort()) {
    const { rowCount } = await server.pool.query('select from site where name = $1', [name])
    if (!rowCount) await makeSite(server.db, { name })
  }
  const names = async (order: string) => {
    const query = { keyword: 'qz', prop: 'name', order }
    const { data } = await server.call('/system/park-lot/index', query, { language })
    return data.rows.map(({ name }: { name: string }) => name)
  }
  expect(await names('asc')).toEqual(expected)
  expect(await names('desc')).toEqual([...expected].reverse())
})

describe('filters', () => {
  const matching = (keep: (row: Kept) => boolean) => sorted(all.filter(keep), 'started_at', true)
  const found = async (query: object) => idsOf((await list({ page_size: 50, ...query })).data.rows)
  const first50 = (ids: number[]) => ids.slice(0, 50)

  test('take one value, several, and bounds; an instant ends before its bound', async () => {
    const site_id = Number(all[1]?.site_id)
    expect(await found({ site_id })).toEqual(first50(matching((row) => row.site_id === site_id)))
    expect(await found({ energy_wh: { from: 3, to: 5 } })).toEqual(
      first50(matching(({ energy_wh }) => energy_wh >= 3 && energy_wh <= 5)),
    )
    const [from, to] = ['2026-10-03T00:00:00+08:00', '2026-10-06T00:00:00.000Z']
    expect(await found({ started_at: { from, to } })).toEqual(
      first50(
        matching(
          ({ started_at }) => Date.parse(started_at) >= Date.parse(from) && Date.parse(started_at) < Date.parse(to),
        ),
      ),
    )
    expect(await found({ id: [3, 5] })).toEqual(matching(({ id }) => id === 3 || id === 5))
  })

  test('find the keyword in what is searched, whatever the case, and in titles of what is referenced', async () => {
    expect(await found({ keyword: '沪a1' })).toEqual(
      first50(matching(({ plate }) => plate?.startsWith('沪A1') ?? false)),
    )
    const pile = Number(all[0]?.pile_id)
    expect(await found({ keyword: 'cd-100%_a' })).toEqual(first50(matching(({ pile_id }) => pile_id === pile)))
    expect(await found({ keyword: '%' })).toEqual(first50(matching(({ pile_id }) => pile_id === pile)))
  })

  test('on rows of pictures there are none', async () => {
    const answer = await server.call('/system/park-lot/index', { detail_images: 'a' })
    expect(answer).toMatchObject({ code: 422, data: { errors: { detail_images: expect.any(String) } } })
  })

  test('find the records that contain a reference', async () => {
    const rule = await makeRule(server.db)
    const strategy = await makeStrategy(server.db, { rule_ids: [rule.id] })
    await makeStrategy(server.db)
    const { data } = await server.call('/system/strategy/index', { rule_ids: rule.id })
    expect(idsOf(data.rows)).toEqual([strategy.id])
  })
})
