import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tableDefault, tableSave } from '../../src/shared/endpoints/shell.ts'
import { entities } from '../../src/shared/entities/index.ts'
import type { Entity } from '../../src/shared/kit/entity.ts'
import { makeCard, makeCustomer, makeOrder, makePile, makeRule, makeSite, makeStrategy } from '../make.ts'
import { empty } from '../setup/empty.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

/** Lists as files: the same rows, columns and words as the list, in types that a spreadsheet keeps. */

const ORDERS = '/system/order/export'
const CARDS = '/system/device-car/export'
const ZONE = 'Asia/Shanghai'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => empty(server.db, 'orders, card, customer, pile, site, table_setting'))

interface Options {
  as?: Pick<SignedIn, 'token'>
  language?: string
}

const ask = (path: string, body: object, { as = server.administrator, language = 'en' }: Options = {}) =>
  fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify(body),
  })

async function bytesOf(path: string, body: object, options: Options = {}): Promise<Buffer> {
  const response = await ask(path, body, options)
  expect(response.status, response.headers.get('content-type') ?? '').toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const csvOf = async (path: string, body: object = {}, options: Options = {}): Promise<string[][]> =>
  parse(await bytesOf(path, { format: 'csv', zone: ZONE, ...body }, options), { bom: true })

const sheetOf = async (path: string, body: object = {}, options: Options = {}) => {
  const { sheets } = await readXlsx(await bytesOf(path, { zone: ZONE, ...body }, options))
  return sheets[0]?.rows ?? []
}

/** The figures of a column, without its heading. */
const column = (rows: readonly (readonly unknown[])[], heading: string): unknown[] => {
  const [headings = [], ...others] = rows
  expect(headings).toContain(heading)
  return others.map((row) => row[headings.indexOf(heading)])
}

describe('an export', () => {
  test('has the rows that the list finds, in its order', async () => {
    const [near, far] = [await makeSite(server.db, { name: 'Near' }), await makeSite(server.db, { name: 'Far' })]
    const pile = await makePile(server.db, { site_id: near.id })
    for (const [at, site] of [near, far, near, near].entries())
      await makeOrder(server.db, { pile_id: pile.id, site_id: site.id, number: `N${at}`, total_cents: at * 100 })
    const filter = { site_id: near.id, prop: 'total_cents', order: 'desc', keyword: 'N' }
    expect(column(await csvOf(ORDERS, filter), 'Order number')).toEqual(['N3', 'N2', 'N0'])
    expect(column(await csvOf(ORDERS, { ...filter, order: 'asc' }), 'Order number')).toEqual(['N0', 'N2', 'N3'])
    expect(column(await csvOf(ORDERS, { ...filter, keyword: 'N2' }), 'Order number')).toEqual(['N2'])
    expect(await csvOf(ORDERS, { site_id: 999_999 })).toHaveLength(1)
  })

  test('has the columns that the person arranged for the list, and those that a list names', async () => {
    await makeCard(server.db, { number: '0001', remark: 'spare' })
    const columns = [
      { prop: 'remark' },
      { prop: 'status', hidden: true },
      { prop: 'allocation', hidden: true },
      { prop: 'customer_id', hidden: true },
      { prop: 'number', fixed: 'left' as const },
    ]
    await server.call(tableSave, { name: 'card', columns })
    const headings = (await csvOf(CARDS))[0]
    expect(headings?.slice(0, 2)).toEqual(['Card number', 'Remark'])
    expect(headings).not.toContain('Status')
    const other = await server.signIn({ permissions: ['card.export'] })
    expect((await csvOf(CARDS, {}, { as: other }))[0]).toContain('Status')
    await server.call(tableDefault, { name: 'card', columns: [{ prop: 'status', hidden: true }] })
    expect((await csvOf(CARDS, {}, { as: other }))[0]).not.toContain('Status')
    await server.call(tableDefault, { name: 'card', columns: null })
    expect((await csvOf(CARDS, { columns: ['status', 'number', 'of_the_list_alone'] }))[0]).toEqual([
      'Status',
      'Card number',
    ])
    const unknown = await ask(CARDS, { columns: ['none'] })
    expect(unknown.status).toBe(422)
    expect(await unknown.json()).toMatchObject({ data: { errors: { columns: 'There is no such field.' } } })
  })

  test('says words in the caller’s language, money with two digits and times as the clocks there show them', async () => {
    const site = await makeSite(server.db, { name: '北京' })
    const pile = await makePile(server.db, { site_id: site.id })
    await makeOrder(server.db, {
      pile_id: pile.id,
      site_id: site.id,
      status: 'paid',
      total_cents: 100_000_005,
      energy_wh: 12_345,
      duration_seconds: 90_061,
      started_at: '2026-11-20T16:30:05.900Z',
    })
    const columns = ['status', 'site_id', 'total_cents', 'energy_wh', 'duration_seconds', 'started_at']
    const [chinese, row] = await csvOf(ORDERS, { columns }, { language: 'zh-CN' })
    expect(chinese).toEqual(['状态', '场站', '总金额 (元)', '电量 (kWh)', '时长', `开始时间 (${ZONE})`])
    expect(row).toEqual(['已支付', '北京', '1000000.05', '12.345', '25:01:01', '2026-11-21 00:30:05'])
    const [english, typed] = await sheetOf(ORDERS, { columns, zone: 'UTC' })
    expect(english?.[5]).toMatch(/\(UTC\)$/)
    expect(typed?.[2]).toBe(1_000_000.05)
    expect(typed?.[3]).toBe(12.345)
    expect(typed?.[5]).toEqual(new Date('2026-11-20T16:30:05Z'))
  })

  test.each(['=1+1', '+86 138', '-2', '@SUM(A1)', '\t=1', '＝1'])('leaves no formula in a csv: %j', async (name) => {
    await makeCustomer(server.db, { account: 'evil', name })
    const [text] = column(await csvOf('/system/client/export', { columns: ['name'] }), 'Name')
    expect(text).toBe(`'${name}`)
    expect(column(await sheetOf('/system/client/export', { columns: ['name'] }), 'Name')).toEqual([name])
  })

  test('keeps what a text holds: zeros in front, quotes, line ends, emoji, negative figures', async () => {
    for (const [number, remark] of [
      ['00042', 'said "no", and\nleft'],
      ['99999999999999999999', '充电⚡😀'],
    ] as const)
      await makeCard(server.db, { number, remark })
    const query = { columns: ['number', 'remark'], prop: 'number', order: 'asc' }
    const rows = [
      ['00042', 'said "no", and\nleft'],
      ['99999999999999999999', '充电⚡😀'],
    ]
    expect((await csvOf(CARDS, query)).slice(1)).toEqual(rows)
    expect((await sheetOf(CARDS, query)).slice(1)).toEqual(rows)
    const raw = await bytesOf(CARDS, { ...query, format: 'csv' })
    expect([...raw.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(raw.toString()).toContain('Card number,Remark\r\n')
    const customer = await makeCustomer(server.db, { balance_cents: 100 })
    await sql`insert into ledger_entry (customer_id, kind, amount_cents) values (${customer.id}, 'correction', -5)`.execute(
      server.db,
    )
    const amounts = column(
      await csvOf('/system/client-ledger/export', { columns: ['amount_cents'], customer_id: customer.id }),
      'Amount (¥)',
    )
    expect(amounts).toEqual(['-0.05', '1.00'])
  })

  test('names the records that a field of several refers to', async () => {
    const rules = [await makeRule(server.db, { name: 'Day' }), await makeRule(server.db, { name: 'Night' })]
    const { id } = await makeStrategy(server.db, { rule_ids: rules.map((rule) => rule.id) })
    const query = { columns: ['rule_ids'], id }
    expect((await csvOf('/system/strategy/export', query)).slice(1)).toEqual([['Day, Night']])
  })

  test('names a task as its list does', async () => {
    const { id: task_id } = await server.db
      .selectFrom('task')
      .select('id')
      .where('name', '=', 'backup')
      .executeTakeFirstOrThrow()
    await sql`insert into task_run (task_id, job_id, state, cause) values (${task_id}, gen_random_uuid(), 'done', 'person')`.execute(
      server.db,
    )
    const query = { columns: ['task_id', 'cause'], task_id }
    const rows = await csvOf('/system/task-run/export', query, { language: 'zh-CN' })
    expect(column(rows, '任务')).toEqual(['备份'])
  })

  test('masks what the person may not see, as the list does', async () => {
    await makeCustomer(server.db, { account: 'masked', phone: '13812345678' })
    const clerk = await server.signIn({ permissions: ['customer.export'] })
    const query = { columns: ['phone'] }
    expect(column(await csvOf('/system/client/export', query, { as: clerk }), 'Phone')).toEqual(['138****5678'])
    expect(column(await csvOf('/system/client/export', query), 'Phone')).toEqual(['13812345678'])
  })

  test('is written down: who, which filter, how many rows', async () => {
    await makeCard(server.db, { number: 'A1' })
    await csvOf(CARDS, { keyword: 'A' })
    const entry = await server.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', 'export')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      user_id: server.administrator.id,
      entity: 'card',
      after: { format: 'csv', rows: 1, keyword: 'A' },
    })
  })

  test('is a file with a name in any language, which no cache keeps', async () => {
    const { headers } = await ask(CARDS, { format: 'csv' }, { language: 'zh-CN' })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[ -~]+"; filename\*=UTF-8''%E5%85%85%E7%94%B5%E5%8D%A1%20/,
    )
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-total-rows')).toBe('0')
  })
})

describe('who may not, or asks wrongly', () => {
  test('is refused before a byte is sent', async () => {
    const lister = await server.signIn({ permissions: ['order.list'] })
    expect((await ask(ORDERS, {}, { as: lister })).status).toBe(403)
    for (const [body, field] of [
      [{ format: 'pdf' }, 'format'],
      [{ zone: 'Mars/Olympus' }, 'zone'],
      [{ no_field: 1 }, 'no_field'],
      [{ prop: 'remark' }, 'prop'],
    ] as const) {
      const response = await ask(ORDERS, body)
      expect(response.status, field).toBe(422)
      expect((await response.json()).data.errors).toHaveProperty(field)
    }
  })
})

describe('GET /fileExport', () => {
  const get = (query: Record<string, string>, as: Pick<SignedIn, 'token'> = server.administrator) =>
    fetch(`${server.url}/api/fileExport?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${as.token}` },
    })

  test('gives any list under its name, filtered flat or as JSON', async () => {
    for (const number of ['A1', 'A2', 'B1']) await makeCard(server.db, { number })
    const answer = await get({ name: 'card', format: 'csv', keyword: 'A', columns: 'number', status: '["normal"]' })
    expect(parse(Buffer.from(await answer.arrayBuffer()), { bom: true })).toEqual([['Card number'], ['A2'], ['A1']])
    expect((await get({ name: 'nothing' })).status).toBe(422)
    expect((await get({})).status).toBe(422)
    const clerk = await server.signIn({ permissions: ['order.export'] })
    expect((await get({ name: 'card' }, clerk)).status).toBe(403)
    expect((await get({ name: 'order' }, clerk)).status).toBe(200)
  })
})

describe('every list', () => {
  const all = Object.values(entities as Record<string, Entity>)
  const offering = all.filter(({ calls }) => calls.export)

  // A tree is read by how it stands, which a sheet does not show; of tasks there are those that the console comes with.
  test('offers one, but trees, what is set for the system and files themselves', () => {
    const trees = ['dept', 'menu']
    const ofTheHouse = ['task']
    const without = all.filter(({ calls }) => calls.list && !calls.export)
    expect(without.map(({ name }) => name).sort()).toEqual([...trees, ...ofTheHouse, 'file'].sort())
  })

  test.each(offering.map((entity) => [entity.name, entity] as const))(
    '%s comes as both kinds of file',
    async (_, entity) => {
      const path = `${entity.path}/${entity.calls.export}`
      const [headings = []] = await csvOf(path)
      expect(headings.length).toBeGreaterThan(1)
      expect(headings.filter((heading) => !heading || /[._]/.test(heading))).toEqual([])
      expect((await sheetOf(path))[0]).toEqual(headings)
    },
  )
})
