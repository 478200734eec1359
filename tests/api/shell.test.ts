import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { search, tableDefault, tableInfo, tableList, tableSave, userMenus } from '../../src/shared/endpoints/shell.ts'
import { makeCustomer, makeOrder, makePile, makeSite, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

describe('the menu', () => {
  const pathsOf = (menu: { path: string | null; children: unknown[] }[]): string[] =>
    menu.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children as typeof menu)])

  test('of an administrator has every page, grouped, with the buttons under them', async () => {
    const { data } = await server.call(userMenus, {})
    expect(data.permissions).toEqual(['*'])
    expect(data.menu.map(({ name }) => name)).toEqual([
      'dashboard',
      'operate',
      'assets',
      'engineering',
      'business',
      'system',
    ])
    expect(pathsOf(data.menu)).toEqual(
      expect.arrayContaining([
        '/dashboard',
        '/monitor/alarm',
        '/device/chargingPoint',
        '/stationManagement/parkingLot',
      ]),
    )
    const piles = data.menu.flatMap(({ children }) => children).find(({ name }) => name === 'piles')
    expect(piles?.children.map(({ permission }) => permission)).toContain('pile.start')
  })

  test('of others has what they may list, and no empty group', async () => {
    const viewer = await server.signIn({ permissions: ['alarm.list', 'alarm.handle', 'site.update'] })
    const { data } = await server.call(userMenus, {}, { as: viewer })
    expect(pathsOf(data.menu)).toEqual(['/monitor/alarm'])
    expect(data.menu).toHaveLength(1)
    expect(data.user).toMatchObject({ userId: viewer.id, userName: viewer.user_name, dashboard: '/dashboard' })
  })

  test('of someone without any permission is empty', async () => {
    const nobody = await server.signIn()
    expect((await server.call(userMenus, {}, { as: nobody })).data.menu).toEqual([])
  })
})

describe("a person's columns", () => {
  test('are kept for each person and list, until they are reset', async () => {
    const permissions = ['pile.list', 'order.list']
    const [ann, bob] = [await server.signIn({ permissions }), await server.signIn({ permissions })]
    const columns = [
      { prop: 'name', width: 120, fixed: true },
      { prop: 'state', hidden: true },
    ]
    await server.call(tableSave, { name: 'pile', columns: [] }, { as: ann })
    await server.call(tableSave, { name: 'pile', columns }, { as: ann })
    await server.call(tableSave, { name: 'order', columns: [{ prop: 'number' }] }, { as: ann })
    expect((await server.call(tableInfo, { name: 'pile' }, { as: ann })).data).toMatchObject({ name: 'pile', columns })
    expect((await server.call(tableInfo, { name: 'pile' }, { as: bob })).data.columns).toBeNull()
    await server.call(tableSave, { name: 'pile', columns: null }, { as: ann })
    const lists = (await server.call(tableList, {}, { as: ann })).data
    expect(lists.map(({ name, arranged }) => [name, arranged])).toEqual([
      ['pile', false],
      ['order', true],
    ])
    expect(lists[1]?.columns).toEqual([{ prop: 'number' }])
  })

  test('are beside those that the list has by itself, its title first and its details hidden', async () => {
    const { defaults } = (await server.call(tableInfo, { name: 'pile' })).data
    expect(defaults[0]).toEqual({ prop: 'station_number', hidden: false })
    expect(defaults.find(({ prop }) => prop === 'firmware_version')).toEqual({ prop: 'firmware_version', hidden: true })
    expect((await server.call(tableInfo, { name: 'no such list' })).data.defaults).toEqual([])
  })

  test('are those that an administrator set, for who arranged none of their own', async () => {
    const permissions = ['site.list']
    const [ann, bob] = [await server.signIn({ permissions }), await server.signIn({ permissions })]
    const [mine, forAll] = [[{ prop: 'name' }], [{ prop: 'address', width: 200 }]]
    await server.call(tableSave, { name: 'site', columns: mine }, { as: ann })
    expect((await server.call(tableDefault, { name: 'site', columns: forAll }, { as: ann })).code).toBe(403)
    expect((await server.call(tableDefault, { name: 'no such list', columns: forAll })).code).toBe(422)
    expect((await server.call(tableDefault, { name: 'site', columns: forAll })).code).toBe(200)
    const [hers, his] = await Promise.all([ann, bob].map((as) => server.call(tableList, {}, { as })))
    expect(hers?.data).toEqual([{ name: 'site', columns: mine, arranged: true, for_all: forAll }])
    expect(his?.data).toEqual([{ name: 'site', columns: forAll, arranged: false, for_all: forAll }])
    const info = (await server.call(tableInfo, { name: 'site' }, { as: bob })).data
    expect(info).toMatchObject({ columns: null, for_all: forAll })

    await server.call(tableDefault, { name: 'site', columns: null })
    expect((await server.call(tableInfo, { name: 'site' }, { as: bob })).data.for_all).toBeNull()
    const noted = await server.db
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('entity', '=', 'table')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(noted).toEqual({ before: { name: 'site', columns: forAll }, after: { name: 'site', columns: null } })
  })

  test('are refused when they are none', async () => {
    const answer = await server.call('/system/table/save', { name: 'pile', columns: [{ prop: 'name', width: 4 }] })
    expect(answer).toMatchObject({ code: 422, data: { errors: { 'columns.0.width': expect.any(String) } } })
  })
})

describe('searching', () => {
  test('finds piles, orders, customers and sites by any part of what people type', async () => {
    const mark = `mk${next()}q`
    const site = await makeSite(server.db, { name: `Depot ${mark}`, address: 'West 5' })
    const pile = await makePile(server.db, { station_number: `CD-${mark}`, site_id: site.id })
    const order = await makeOrder(server.db, { plate: `沪A${mark}`, pile_id: pile.id })
    const customer = await makeCustomer(server.db, { account: `${mark}.li`, name: 'Li Na', phone: '13800000000' })
    const { data } = await server.call(search, { keyword: mark.toUpperCase() })
    expect(data.records).toEqual([
      { entity: 'pile', id: pile.id, title: pile.station_number, detail: site.name, said: null },
      { entity: 'order', id: order.id, title: order.number, detail: `${pile.station_number} · 沪A${mark}`, said: null },
      { entity: 'customer', id: customer.id, title: customer.account, detail: 'Li Na · 13800000000', said: null },
      { entity: 'site', id: site.id, title: site.name, detail: 'West 5', said: null },
    ])
  })

  test('finds only what the person may list, and takes % and _ as they are', async () => {
    const mark = `x_${next()}%`
    await makeSite(server.db, { name: mark })
    await makeCustomer(server.db, { account: mark })
    await makeSite(server.db, { name: mark.replace('_', '-') })
    const clerk = await server.signIn({ permissions: ['site.list'] })
    const { data } = await server.call(search, { keyword: mark }, { as: clerk })
    expect(data.records.map(({ title }) => title)).toEqual([mark])
  })
})

test("gives a language's words to anybody", async () => {
  const { data } = await server.call('GET /language/language', { language: 'zh-CN' }, { as: null })
  expect(data).toMatchObject({ language: 'zh-CN', words: { errors: { done: '操作成功' }, menu: expect.any(Object) } })
})
