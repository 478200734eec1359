import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCard, makeCustomer, makeOrder, makePile, makeSite, next } from '../make.ts'
import { empty } from '../setup/empty.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

/** The search of the top bar: what it finds, for whom, and what it does with words of every kind. */

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => empty(server.db, 'orders, card, customer, pile, site, merchant'))

interface Line {
  entity: string
  id: number
  title: string
  detail: string
  said: string | null
}

async function answer(keyword: string, as?: SignedIn, only?: string): Promise<{ records: Line[]; more: boolean }> {
  const { code, data } = await server.call('GET /system/index/search', { keyword, ...(only && { only }) }, as && { as })
  expect(code, keyword).toBe(200)
  return data
}
const search = async (...asked: Parameters<typeof answer>) => (await answer(...asked)).records
const found = async (keyword: string, as?: SignedIn) =>
  (await search(keyword, as)).map(({ entity, id }) => `${entity} ${id}`)

async function merchantCalled(name: string): Promise<number> {
  const { data } = await server.call('/system/merchant/create', { name, status: 'enabled' })
  return data.id
}

test('finds a record of each kind by what it is called', async () => {
  const site = await makeSite(server.db, { name: 'Xidan Plaza' })
  const pile = await makePile(server.db, { site_id: site.id, station_number: 'XID-0001' })
  const customer = await makeCustomer(server.db, { account: 'xidan.wang', name: 'Wang' })
  const order = await makeOrder(server.db, { site_id: site.id, pile_id: pile.id, customer_id: customer.id })
  const card = await makeCard(server.db, { number: 'XIDCARD', customer_id: customer.id })
  const merchant = await merchantCalled('Xidan Power')
  const person = await server.signIn({ permissions: ['*'], user_name: `xidanperson${next()}` })
  expect((await found('xid')).sort()).toEqual(
    [
      ...[`pile ${pile.id}`, `order ${order.id}`, `customer ${customer.id}`, `site ${site.id}`],
      ...[`card ${card.id}`, `merchant ${merchant}`, `user ${person.id}`],
    ].sort(),
  )
  expect(await search('XID-0001', undefined, 'pile')).toEqual([
    { entity: 'pile', id: pile.id, title: 'XID-0001', detail: 'Xidan Plaza', said: null },
  ])
})

test('only says of which kind, and nothing else is a kind', async () => {
  const { code, data } = await server.call('GET /system/index/search', { keyword: 'x', only: 'secret' })
  expect([code, data.errors]).toEqual([422, expect.objectContaining({ only: expect.anything() })])
})

test('shows kinds to those alone who may list them', async () => {
  const site = await makeSite(server.db, { name: 'Onlyhere' })
  await makeCustomer(server.db, { account: 'onlyhere' })
  const person = await server.signIn({ permissions: ['site.list'] })
  expect(await found('onlyhere', person)).toEqual([`site ${site.id}`])
  expect(await found('onlyhere', await server.signIn({ permissions: [] }))).toEqual([])
})

test('finds a masked telephone number as a whole only', async () => {
  const { id } = await makeCustomer(server.db, { account: `acc${next()}`, phone: '13900001234' })
  const person = await server.signIn({ permissions: ['customer.list'] })
  expect(await found('1390000', person)).toEqual([])
  expect(await found('13900001234', person)).toEqual([`customer ${id}`])
  expect(await found('1390000')).toEqual([`customer ${id}`])
})

describe('characters that a database reads as something else', () => {
  test.each(['%', '_', '\\', '%%%', '___', "'", '"', '<b>', '\\%', '1_0'])('“%s” stands for itself', async (word) => {
    await makeSite(server.db, { name: 'Plain' })
    await makePile(server.db, { station_number: 'CD-100' })
    expect(await found(word)).toEqual([])
    const { id } = await makeSite(server.db, { name: `A ${word} B` })
    expect(await found(word)).toEqual([`site ${id}`])
  })
})

test('takes words of up to 100 characters', async () => {
  expect(await found('长'.repeat(100))).toEqual([])
  expect(await found(`${'a'.repeat(50)} ${'9'.repeat(49)}`)).toEqual([])
  for (const keyword of ['x'.repeat(101), '', '   '])
    expect((await server.call('GET /system/index/search', { keyword })).code).toBe(422)
})

test('finds by one letter, one figure and one character', async () => {
  const site = await makeSite(server.db, { name: '站 Q7' })
  for (const keyword of ['q', 'Q', '7', '站', 'z']) expect(await found(keyword), keyword).toContain(`site ${site.id}`)
})

test('shows first what is called exactly so, however many newer ones hold it', async () => {
  const { id } = await makePile(server.db, { station_number: 'CD-1' })
  await sql`insert into pile (station_number) select 'CD-1' || n from generate_series(1, 3500) n`.execute(server.db)
  const piles = (await found('cd-1')).filter((one) => one.startsWith('pile'))
  expect(piles).toHaveLength(5)
  expect(piles[0]).toBe(`pile ${id}`)
})

/** More than are looked through one by one. */
const MANY = 3_500

describe('among thousands of others that hold the word, newer than theirs', () => {
  let theirs: string[]
  let site: number
  let merchant: number
  beforeEach(async () => {
    merchant = await merchantCalled('Theirs')
    site = (await makeSite(server.db, { name: 'common 0', address: 'here' })).id
    const pile = await makePile(server.db, { station_number: 'common-0', site_id: site, merchant_id: merchant })
    const customer = await makeCustomer(server.db, { account: 'common0', merchant_id: merchant })
    const order = await makeOrder(server.db, { site_id: site, pile_id: pile.id, plate: 'common' })
    const card = await makeCard(server.db, { number: 'COMMON0', customer_id: customer.id })
    theirs = [`pile ${pile.id}`, `order ${order.id}`, `customer ${customer.id}`, `site ${site}`, `card ${card.id}`]
    const other = await makePile(server.db)
    await sql`insert into site (name, kind) select 'common ' || n, 'off_street' from generate_series(1, ${sql.lit(MANY)}) n`.execute(
      server.db,
    )
    await sql`insert into pile (station_number) select 'common-' || n from generate_series(1, ${sql.lit(MANY)}) n`.execute(
      server.db,
    )
    await sql`insert into customer (account, status) select 'common' || n, 'normal' from generate_series(1, ${sql.lit(MANY)}) n`.execute(
      server.db,
    )
    await sql`insert into card (number, status) select 'COMMON' || n, 'normal' from generate_series(1, ${sql.lit(MANY)}) n`.execute(
      server.db,
    )
    await sql`insert into orders (number, status, type, pile_id, connector_number, plate, energy_wh, started_at, received_at, meter_start_wh, rules, lines, events, start_key)
      select 'many' || n, 'paid', 'device', ${other.id}, 1, 'common', 1, now(), now(), 0, '[]', '[]', '[]', 'many' || n
      from generate_series(1, ${sql.lit(MANY)}) n`.execute(server.db)
  })

  test.each(['common', 'co', 'c', 'ommon', 'mo'])(
    'someone of a merchant finds theirs by “%s”, and no others',
    async (word) => {
      const person = await server.signIn({ permissions: ['*'], data_scope: 'merchants', merchant_ids: [merchant] })
      expect((await found(word, person)).sort()).toEqual([...theirs].sort())
    },
  )

  test('someone of a site finds what is there', async () => {
    const person = await server.signIn({ permissions: ['*'], data_scope: 'sites', site_ids: [site] })
    const there = theirs.filter((one) => !/^(customer|card)/.test(one)).sort()
    for (const word of ['common', 'co', 'mon']) expect((await found(word, person)).sort(), word).toEqual(there)
  })

  test('someone of a department finds what is the department’s', async () => {
    const dept = await server.db
      .insertInto('dept')
      .values({ name: `Dept ${next()}` } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await server.db.updateTable('site').set({ dept_id: dept.id }).where('id', '=', site).execute()
    const person = await server.signIn({ permissions: ['*'], data_scope: 'department', dept_id: dept.id })
    const there = theirs.filter((one) => !/^(customer|card)/.test(one)).sort()
    expect((await found('common', person)).sort()).toEqual(there)
  })

  test('someone who reaches nothing finds nothing', async () => {
    const person = await server.signIn({
      permissions: ['*'],
      data_scope: 'merchants',
      merchant_ids: [await merchantCalled('Empty')],
    })
    for (const word of ['common', 'c', 'common 77']) expect(await found(word, person), word).toEqual([])
  })
})

test('an order stays where it was made, when its pile has moved out of reach', async () => {
  const site = await makeSite(server.db)
  const pile = await makePile(server.db, { station_number: 'MOVED-9', site_id: (await makeSite(server.db)).id })
  const order = await makeOrder(server.db, { site_id: site.id, pile_id: pile.id })
  const person = await server.signIn({ permissions: ['*'], data_scope: 'sites', site_ids: [site.id] })
  expect(await found('MOVED-9', person)).toEqual([`order ${order.id}`])
})

test('words are spelled in pinyin, others are not', async () => {
  const { data } = await server.call('POST /system/index/spell', { words: ['重启', 'Reset', ''] })
  expect(data).toEqual({
    spelled: [expect.stringMatching(/(^| )chongqi( |$)/), '', ''],
    readings: { 重: expect.arrayContaining(['chong', 'zhong']), 启: ['qi'] },
  })
  expect((await server.call('POST /system/index/spell', { words: Array(501).fill('a') })).code).toBe(422)
})
