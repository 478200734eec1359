import { sql } from 'kysely'
import { pinyin } from 'pinyin-pro'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { spellingNames } from '../../src/server/kit/crud/spell-names.ts'
import { makeCard, makeCustomer, makeOrder, makePile, makeSite, makeUser, next } from '../make.ts'
import { empty } from '../setup/empty.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** A name that Chinese writes is found by its pinyin and by its initials, wherever names are looked for. */

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => empty(server.db, 'orders, card, customer, pile, site, merchant'))

const listed = async (path: string, keyword: string): Promise<number[]> =>
  (await server.call(`${path}/index`, { keyword })).data.rows.map(({ id }: { id: number }) => id)
const offered = async (path: string, keyword: string): Promise<number[]> =>
  (await server.call(path, { keyword })).data.map(({ id }: { id: number }) => id)
const searched = async (keyword: string): Promise<string[]> =>
  (await server.call('GET /system/index/search', { keyword })).data.records.map(
    ({ entity, id }: { entity: string; id: number }) => `${entity} ${id}`,
  )

describe('a customer', () => {
  test.each(['zs', 'ZS', 'zhangsan', 'zhang san', "zhang'san", 'zhangs', 'san', 'z'])(
    'is found by “%s”',
    async (keyword) => {
      const { id } = await makeCustomer(server.db, { account: `acc${next()}`, name: '张三' })
      await makeCustomer(server.db, { account: `acc${next()}`, name: '李四' })
      expect(await listed('/system/client', keyword)).toEqual([id])
      expect(await offered('/system/client/options', keyword)).toEqual([id])
      expect(await searched(keyword)).toEqual([`customer ${id}`])
    },
  )

  test.each(['hangsan', 'zss', 'zhangsi', '%s', 'z_', 'zs\\'])('is not found by “%s”', async (keyword) => {
    await makeCustomer(server.db, { account: `acc${next()}`, name: '张三' })
    expect(await listed('/system/client', keyword)).toEqual([])
    expect(await searched(keyword)).toEqual([])
  })

  test('is found by every reading of a character that has several', async () => {
    const { id } = await makeCustomer(server.db, { account: `acc${next()}`, name: '单雄信' })
    for (const keyword of ['shanxiongxin', 'danxiong', 'sxx', 'dxx'])
      expect(await listed('/system/client', keyword), keyword).toEqual([id])
    const lu = await makeCustomer(server.db, { account: `acc${next()}`, name: '吕布' })
    for (const keyword of ['lvbu', 'lubu', 'lübu'])
      expect(await listed('/system/client', keyword), keyword).toEqual([lu.id])
  })

  test('has its orders and cards found by it', async () => {
    const { id } = await makeCustomer(server.db, { account: `acc${next()}`, name: '诸葛亮' })
    const site = await makeSite(server.db)
    const pile = await makePile(server.db, { site_id: site.id })
    const order = await makeOrder(server.db, { customer_id: id, pile_id: pile.id, site_id: site.id })
    const card = await makeCard(server.db, { customer_id: id })
    expect(await listed('/system/order', 'zgl')).toEqual([order.id])
    expect(await listed('/system/device-car', 'zhuge')).toEqual([card.id])
    expect(await searched('zgl')).toContain(`order ${order.id}`)
  })

  test('is found by its new name once it is renamed, and not by the old one', async () => {
    const { id, version } = await makeCustomer(server.db, { account: `acc${next()}`, name: '张三' })
    await server.call('/system/client/update', { id, version, name: '王五' })
    expect(await listed('/system/client', 'ww')).toEqual([id])
    expect(await listed('/system/client', 'zs')).toEqual([])
  })
})

test('a site is found from the middle of its name, with the figures in it', async () => {
  const { id } = await makeSite(server.db, { name: '上海陆家嘴2号充电站' })
  for (const keyword of ['ljz', 'lujiazui', 'shlj', 'ljz2', 'lujiazui2hao', 'cdz']) {
    expect(await listed('/system/park-lot', keyword), keyword).toEqual([id])
    expect(await offered('/system/park-lot/get-park-lot', keyword), keyword).toEqual([id])
  }
  expect(await listed('/system/park-lot', 'jzh')).toEqual([])
})

test('merchants and people are found by it too', async () => {
  const { data: merchant } = await server.call('/system/merchant/create', { name: '重庆快充', status: 'enabled' })
  expect(await listed('/system/merchant', 'cqkc')).toEqual([merchant.id])
  expect(await listed('/system/merchant', 'chongqing')).toEqual([merchant.id])
  const { id } = await makeUser(server.db)
  await sql`update users set name = '欧阳修' where id = ${id}`.execute(server.db)
  const { data } = await server.call('GET /system/user/list', { keyword: 'oyx' })
  expect(data.rows.map((row: { id: number }) => row.id)).toEqual([id])
})

test('names that were there before are spelled by and by, and not again', async () => {
  for (let at = 0; at < 3; at++) await makeCustomer(server.db, { account: `acc${next()}`, name: '张三' })
  await makeCustomer(server.db, { account: `acc${next()}`, name: 'Ann' })
  await sql`update customer set name_spelled = null`.execute(server.db)
  await sql`insert into spelling_due (table_name) values ('customer'), ('merchant')`.execute(server.db)
  expect(await listed('/system/client', 'zs')).toEqual([])
  await spellingNames(server.db)()
  expect(await listed('/system/client', 'zs')).toHaveLength(3)
  expect((await sql`select from spelling_due`.execute(server.db)).rows).toEqual([])
})

test.each(['欧阳锋', '夏洛', '曾国藩', '长安街充电站', '银行大厦', '便利蜂朝阳店', '仇英', '乐山'])(
  '%s is among what it is said as, whichever way a dictionary says it',
  async (name) => {
    const { rows } = await sql<{ said: string }>`select spelled(${name}) as said`.execute(server.db)
    for (const surname of ['head', 'off'] as const)
      expect(rows[0]?.said.split(' ')).toContain(pinyin(name, { toneType: 'none', separator: '', v: true, surname }))
  },
)

test('a long name costs no more than a line of words', async () => {
  const { rows } = await sql<{ said: string }>`select spelled(repeat('重长乐行', 50)) as said`.execute(server.db)
  expect(rows[0]?.said.length).toBeLessThan(12_000)
})
