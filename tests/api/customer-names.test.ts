import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCard, makeCustomer, makeOrder, makePile, makeSite, next } from '../make.ts'
import { empty } from '../setup/empty.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

/** Wherever a record points at a customer it shows and finds them by name; by account where they have none. */

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => empty(server.db, 'orders, card, customer, pile, site'))

const LISTS = {
  order: '/system/order',
  card: '/system/device-car',
  ledger_entry: '/system/client-ledger',
}

async function made() {
  const site = await makeSite(server.db)
  const pile = await makePile(server.db, { site_id: site.id })
  const named = await makeCustomer(server.db, { account: `acc${next()}x`, name: 'Ouyang Xiu', balance_cents: 100 })
  const bare = await makeCustomer(server.db, { account: `bare${next()}x`, name: null, balance_cents: 100 })
  for (const { id } of [named, bare]) {
    await makeOrder(server.db, { customer_id: id, pile_id: pile.id, site_id: site.id })
    await makeCard(server.db, { customer_id: id })
  }
  return { named, bare, site }
}

const rowsOf = async (path: string, body: object, as?: SignedIn) =>
  (await server.call(`${path}/index`, body, as ? { as } : {})).data.rows as Record<string, unknown>[]

describe.each(Object.entries(LISTS))('a list of %s', (_, path) => {
  test('names customers, or says their account', async () => {
    const { named, bare } = await made()
    const rows = await rowsOf(path, {})
    const titled = (id: number) => rows.find(({ customer_id }) => customer_id === id)?.customer
    expect(titled(named.id)).toEqual({ id: named.id, title: 'Ouyang Xiu' })
    expect(titled(bare.id)).toEqual({ id: bare.id, title: bare.account })
  })

  test('is searched by name as by account', async () => {
    const { named, bare } = await made()
    const found = async (keyword: string) => (await rowsOf(path, { keyword })).map(({ customer_id }) => customer_id)
    expect(await found('ouyang x')).toEqual([named.id])
    expect(await found('Ou')).toEqual([named.id])
    expect(await found(named.account)).toEqual([named.id])
    expect(await found(bare.account)).toEqual([bare.id])
    expect(await found('Nobody At All')).toEqual([])
  })

  test('says the same in its sheet', async () => {
    const { bare } = await made()
    const response = await fetch(`${server.url}/api${path}/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.administrator.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'csv', columns: ['customer_id'] }),
    })
    const [, ...rows] = parse(await response.text(), { bom: true }) as string[][]
    expect(rows.flat().sort()).toEqual(['Ouyang Xiu', bare.account].sort())
  })
})

test('choosing one says the name, with account and phone to tell two of a name apart', async () => {
  const one = await makeCustomer(server.db, { account: 'b-first', name: 'Wang Wei', phone: '13800001111' })
  const two = await makeCustomer(server.db, { account: 'a-second', name: 'Wang Wei' })
  const bare = await makeCustomer(server.db, { account: 'wang-bare', phone: '13800002222' })
  const options = async (keyword?: string) => (await server.call('/system/client/options', { keyword })).data
  expect(await options('wang')).toEqual([
    { id: one.id, title: 'Wang Wei', note: 'b-first · 13800001111' },
    { id: two.id, title: 'Wang Wei', note: 'a-second' },
    { id: bare.id, title: 'wang-bare', note: '13800002222' },
  ])
  expect((await options('a-second')).map(({ id }: { id: number }) => id)).toEqual([two.id])
})

test('the top bar’s search finds an order by its customer’s name, and says whose it is', async () => {
  const { named } = await made()
  const { data } = await server.call('GET /system/index/search', { keyword: 'ouyang' })
  const found = data.records.filter(({ entity }: { entity: string }) => entity === 'order')
  expect(found).toHaveLength(1)
  expect(found[0].detail).toContain(named.name)
})

test('a customer out of reach is a mask of the account, and is not found by what it hides', async () => {
  const { named, site } = await made()
  const permissions = ['order.list', 'order.export']
  const guest = await server.signIn({ permissions, data_scope: 'sites', site_ids: [site.id] })
  const rows = await rowsOf(LISTS.order, {}, guest)
  const masks = rows.map(({ customer }) => customer as { title: string; masked: boolean })
  expect(masks.map(({ title, masked }) => [title, masked]).sort()).toEqual([
    ['a****', true],
    ['b****', true],
  ])
  for (const keyword of ['Ouyang Xiu', 'Ouyang', 'Ou', named.account, named.account.slice(0, 4)])
    expect(await rowsOf(LISTS.order, { keyword }, guest), keyword).toEqual([])
  expect(await rowsOf(LISTS.order, { keyword: 'Ouyang' })).toHaveLength(1)
})

test('a sheet of cards names customers by name or account; two of a name are told apart by account alone', async () => {
  const one = await makeCustomer(server.db, { account: 'zhao.one', name: 'Zhao Yun' })
  await makeCustomer(server.db, { account: 'li.one', name: 'Li Na' })
  const li = await makeCustomer(server.db, { account: 'li.two', name: 'Li Na' })
  const imported = async (customer: string) => {
    const form = new FormData()
    const number = `04${String(next()).padStart(6, '0')}`
    form.set('file', new Blob([`Card number,Customer\n${number},${customer}\n`]), 'cards.csv')
    const response = await fetch(`${server.url}/api/system/device-car/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.administrator.token}`, 'idempotency-key': `names-${number}` },
      body: form,
    })
    const { code, data } = (await response.json()) as { code: number; data: { problems: { reason: string }[] } }
    const card = await server.db
      .selectFrom('card')
      .select('customer_id')
      .where('number', '=', number)
      .executeTakeFirst()
    return { code, reasons: data.problems.map(({ reason }) => reason), customer_id: card?.customer_id }
  }
  expect(await imported('Zhao Yun')).toMatchObject({ code: 200, customer_id: one.id })
  expect(await imported('li.two')).toMatchObject({ code: 200, customer_id: li.id })
  expect(await imported('Li Na')).toMatchObject({ code: 422, reasons: [expect.stringContaining('Several')] })
})
