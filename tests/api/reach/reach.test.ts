import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { covers, nothingFor } from '../../../src/server/kit/reach/reach.ts'
import type { LiveMessage } from '../../../src/shared/endpoints/live.ts'
import { makeAlarm, makeCustomer, makeOrder, makePile, makeSite, next } from '../../make.ts'
import { type SignedIn, startServer, type TestServer } from '../../setup/server.ts'
import { makeSide, type Side } from '../../setup/two-sides.ts'

let server: TestServer
let north: Side
let south: Side
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  north = await makeSide(server.db, 'north')
  south = await makeSide(server.db, 'south')
})

const site = ({ ids }: Side) => ids.site as number
const bySites = (sides: Side[], permissions = ['*']) =>
  server.signIn({ permissions, data_scope: 'sites', site_ids: sides.map(site) })
const sitesOf = async (as: SignedIn) => {
  const { data } = await server.call('/system/park-lot/index', { page_size: 50 }, { as })
  return (data?.rows ?? []).map(({ id }: { id: number }) => id)
}

describe('a reach', () => {
  test('is that of the roles which hold the permission, and together that of all of them', async () => {
    const person = await bySites([north], ['site.list', 'pile.list'])
    const other = await bySites([south], ['site.list', 'berth.list'])
    await server.db.insertInto('user_role').values({ user_id: person.id, role_id: other.role_id }).execute()
    await vi.waitFor(async () => expect(await sitesOf(person)).toEqual([site(north), site(south)].sort()), 2_000)
    const rowsOf = async (path: string) => (await server.call(path, {}, { as: person })).data.rows.length
    expect([await rowsOf('/system/device/index'), await rowsOf('GET /park-space/index')]).toEqual([1, 1])
    const piles = await server.call('/system/device/index', {}, { as: person })
    expect(piles.data.rows[0].site_id).toBe(site(north))
    const search = await server.call('GET /system/index/search', { keyword: south.station_number }, { as: person })
    expect(search.data).toEqual({ records: [], more: false })
  })

  test('of a sheet that is asked for by name is that of the right to export', async () => {
    const person = await bySites([north], ['pile.export'])
    const other = await bySites([south], ['site.list'])
    await server.db.insertInto('user_role').values({ user_id: person.id, role_id: other.role_id }).execute()
    const headers = { authorization: `Bearer ${person.token}` }
    const sheet = await (await fetch(`${server.url}/api/fileExport?name=pile&format=csv`, { headers })).text()
    expect([north, south].map(({ station_number }) => sheet.includes(station_number))).toEqual([true, false])
  })

  test('of what a person was given beyond their roles is that of these', async () => {
    const person = await bySites([north], ['pile.list'])
    await sql`insert into user_route (user_id, menu_id, effect)
      select ${person.id}, menu_id, 'add' from menu_code where code = 'site.list' limit 1`.execute(server.db)
    await vi.waitFor(async () => expect(await sitesOf(person)).toEqual([site(north)]), 2_000)
  })

  test("of each permission is its own on the dashboard, no matter who looked before with others' rights", async () => {
    const alarmsOf = async (side: Side) => {
      const person = await bySites([north], ['dashboard.view'])
      const other = await bySites([side], ['alarm.list'])
      await server.db.insertInto('user_role').values({ user_id: person.id, role_id: other.role_id }).execute()
      const { data } = await server.call('/system/index/index', {}, { as: person })
      return data.attention.map((matter: { id: number }) => matter.id)
    }
    expect(await alarmsOf(north)).toEqual([north.ids.alarm])
    expect(await alarmsOf(south)).toEqual([south.ids.alarm])
  })

  test('on the dashboard is that of who looks, no matter who looked just before', async () => {
    const ended_at = new Date(Date.now() - 2 * 86_400_000).toISOString()
    await makeOrder(server.db, { pile_id: south.ids.pile as number, site_id: site(south), ended_at })
    const lookedAt = async (side: Side) => {
      const { data } = await server.call('/system/index/index', {}, { as: await bySites([side], ['dashboard.view']) })
      return [data.services_total, data.sites.map(({ id }: { id: number }) => id)]
    }
    expect(await lookedAt(north)).toEqual([1, [site(north)]])
    expect(await lookedAt(south)).toEqual([2, [site(south)]])
  })

  test('has no customer for having charged there, whenever that turns out', async () => {
    const person = await bySites([north], ['customer.list'])
    const { id: pile_id } = await makePile(server.db, { site_id: site(north) })
    const order = await makeOrder(server.db, { pile_id, site_id: site(north), customer_id: null })
    const { id } = await makeCustomer(server.db)
    const customers = async () =>
      (await server.call('/system/client/index', {}, { as: person })).data.rows.map((row: { id: number }) => row.id)
    expect(await customers()).toEqual([])
    await server.db.updateTable('orders').set({ customer_id: id }).where('id', '=', order.id).execute()
    expect(await customers()).toEqual([])
  })

  test('of a department is that of all below it', async () => {
    const head = await server.signIn({
      permissions: ['site.list', 'user.list'],
      data_scope: 'department',
      dept_id: north.ids.dept as number,
    })
    await server.db
      .updateTable('dept')
      .set({ parent_id: north.ids.dept as number })
      .where('id', '=', south.ids.dept as number)
      .execute()
    await vi.waitFor(async () => expect(await sitesOf(head)).toEqual([site(north), site(south)].sort()), 2_000)
    const { data } = await server.call('GET /system/user/list', {}, { as: head })
    expect(data.rows.map(({ id }: { id: number }) => id)).toEqual(
      expect.arrayContaining([north.ids.user, south.ids.user, head.id]),
    )
  })

  test("of a merchant shows a pile's site, and nothing else that stands there", async () => {
    const person = await server.signIn({
      permissions: ['*'],
      data_scope: 'merchants',
      merchant_ids: [north.ids.merchant as number],
    })
    const { id: pile_id } = await makePile(server.db, { site_id: site(north), power_w: 7 })
    await makeAlarm(server.db, { pile_id, site_id: site(north), status: 'open' })
    const now = new Date().toISOString()
    await makeOrder(server.db, { pile_id, site_id: site(north), started_at: now, ended_at: now })
    const { data } = await server.call('/system/park-lot/index', {}, { as: person })
    expect(data.rows).toMatchObject([{ id: site(north), park_device_number: 1 }])
    const today = await server.call('/system/park-lot/today', { id: site(north) }, { as: person })
    expect(today.data).toMatchObject({ piles: 1, open_alarms: 1, orders: 0, services: 0, power_w: 0 })
    const all = await server.call('/system/park-lot/today', { id: site(north) })
    expect(all.data).toMatchObject({ piles: 2, open_alarms: 2, orders: 1, services: 1, power_w: 7 })
    const berths = await server.call(
      '/park-space/number',
      { site_id: site(north), prefix: 'X', from: 1, count: 1 },
      { as: person },
    )
    expect(berths).toMatchObject({ code: 422, data: { errors: { site_id: expect.any(String) } } })
  })

  test('acts within a second on who is signed in', async () => {
    const person = await bySites([north])
    expect(await sitesOf(person)).toEqual([site(north)])
    await server.db
      .updateTable('role_site')
      .set({ site_id: site(south) })
      .where('role_id', '=', person.role_id)
      .execute()
    await vi.waitFor(async () => expect(await sitesOf(person)).toEqual([site(south)]))
  })
})

describe('what a person writes', () => {
  test('stays within their reach, and is refused at the field that would take it out', async () => {
    const person = await bySites([north])
    const draft = { station_number: `CD-${next()}`, enabled: true }
    const create = (more: object) => server.call('/system/device/create', { ...draft, ...more }, { as: person })
    expect(await create({})).toMatchObject({
      code: 422,
      data: { errors: { site_id: 'This is outside of the records that you may reach.' } },
    })
    expect((await create({ site_id: site(south) })).data.errors).toEqual({
      site_id: 'What was chosen here does not exist any more.',
    })
    expect((await create({ site_id: site(north) })).code).toBe(200)
    const out = await server.call('/system/device/edit', { id: north.ids.pile, site_id: null }, { as: person })
    expect([out.code, Object.keys(out.data.errors)]).toEqual([422, ['site_id']])
  })

  test('is theirs at once: a site that a department makes, a customer that nobody has charged with yet', async () => {
    const head = await server.signIn({
      permissions: ['*'],
      data_scope: 'department',
      dept_id: north.ids.dept as number,
    })
    const made = await server.call(
      '/system/park-lot/create',
      { name: `New ${next()}`, dept_id: north.ids.dept },
      { as: head },
    )
    expect(made.code, made.message).toBe(200)
    const pile = { station_number: `CD-${next()}`, site_id: made.data.id }
    expect((await server.call('/system/device/create', pile, { as: head })).code).toBe(200)
    const customer = await server.call('/system/client/create', { account: `walk-in ${next()}` }, { as: head })
    expect(customer.code, customer.message).toBe(200)
    await makeCustomer(server.db)
    const { data } = await server.call('/system/client/index', { page_size: 50 }, { as: head })
    expect(data.rows.map(({ id }: { id: number }) => id)).toEqual([customer.data.id])
  })

  test('stays within their reach when it comes as a sheet', async () => {
    const { token } = await bySites([north])
    const form = new FormData()
    form.append('file', new Blob([`Station number\nCD-${next()}`], { type: 'text/csv' }), 'piles.csv')
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${server.url}/api/system/device/import`, { method: 'POST', headers, body: form })
    const answer = await response.json()
    expect([answer.code, answer.data.errors]).toEqual([
      422,
      { site_id: 'This is outside of the records that you may reach.' },
    ])
  })

  test('names nothing of others that keeps a record from going', async () => {
    const person = await bySites([north])
    const { strategy_id } = await makeSite(server.db, { name: 'Not theirs' })
    const answer = await server.call('/system/strategy/delete', { id: strategy_id }, { as: person })
    expect(answer.code).toBe(409)
    expect(JSON.stringify(answer)).not.toContain('Not theirs')
    expect(answer.data.uses).toMatchObject([{ entity: 'site', ids: [], titles: [], count: 1 }])
  })

  test('counts the open orders of others that keep a customer from going, and names one’s own', async () => {
    const person = await bySites([north])
    const customer = await makeCustomer(server.db, { created_by: person.id })
    const open = ({ ids }: Side) =>
      makeOrder(server.db, {
        ...{ customer_id: customer.id, status: 'unpaid' },
        ...{ pile_id: ids.pile as number, site_id: ids.site as number },
      })
    const [own, others] = [await open(north), await open(south)]
    const remove = () => server.call('/system/client/delete', { id: customer.id }, { as: person })
    const both = await remove()
    expect(both.data.uses).toMatchObject([{ entity: 'order', ids: [own.id], titles: [own.number], count: 2 }])
    expect(JSON.stringify(both)).not.toContain(others.number)
    await server.db.updateTable('orders').set({ status: 'paid' }).where('id', '=', own.id).execute()
    const alone = await remove()
    expect(alone.data.uses).toMatchObject([{ entity: 'order', ids: [], titles: [], count: 1 }])
    expect(alone.message).toContain('orders (1)')
  })
})

describe('the live channel', () => {
  async function watching({ token }: Pick<SignedIn, 'token'>) {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/pub/connect/ws`)
    const told: LiveMessage[] = []
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString())
      // Lists of cards are compared by themselves, whenever that is due.
      if (message.entity !== 'card_list') told.push(message)
    })
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    await new Promise((resolve) => socket.on('open', resolve))
    socket.send(JSON.stringify({ type: 'sign_in', token }))
    await vi.waitFor(() => expect(told).toEqual([{ type: 'ready' }]))
    told.length = 0
    return { told, closed, socket }
  }

  test('names the records that are theirs alone', async () => {
    const [own, all] = [await watching(await bySites([north])), await watching(server.administrator)]
    for (const side of [south, north])
      await server.call('/system/device/edit', { id: side.ids.pile, self_code: `S${next()}` })
    await vi.waitFor(() => expect(JSON.stringify(all.told)).toContain(String(north.ids.pile)))
    await vi.waitFor(() => expect(own.told).toEqual([{ type: 'changed', entity: 'pile', ids: [north.ids.pile] }]))
    for (const { socket } of [own, all]) socket.close()
  })

  test('tells of an entry of the menu that a role is given, though it is no right', async () => {
    const person = await bySites([north])
    const name = `weather${next()}`
    const link = { name, type: 'link', titles: { en: 'Weather', 'zh-CN': '天气' }, url: 'https://weather.example.com' }
    const { data: entry } = await server.call('/system/menu/add', link)
    const { told, socket } = await watching(person)
    await server.call('/system/role/edit', { id: person.role_id, menu_ids: [entry.id] })
    await vi.waitFor(() => expect(told).toContainEqual({ type: 'rights' }))
    socket.close()
  })

  test('tells of what nobody has charged with those alone who share it with its maker', async () => {
    const [maker, other] = [await bySites([north]), await bySites([north])]
    const [makers, others] = [await watching(maker), await watching(other)]
    const made = await server.call('/system/client/create', { account: `walk-in ${next()}` }, { as: maker })
    await vi.waitFor(() => expect(makers.told).toEqual([{ type: 'changed', entity: 'customer', ids: [made.data.id] }]))
    await server.call('/system/device/edit', { id: north.ids.pile, self_code: `S${next()}` })
    await vi.waitFor(() => expect(others.told).toEqual([{ type: 'changed', entity: 'pile', ids: [north.ids.pile] }]))
    for (const { socket } of [makers, others]) socket.close()
  })

  test('tells of a changed role within a second, and ends with the user', async () => {
    const person = await bySites([north])
    const { told, closed } = await watching(person)
    await server.db
      .updateTable('role')
      .set({ permissions: ['site.list'] })
      .where('id', '=', person.role_id)
      .execute()
    await vi.waitFor(() => expect(told).toEqual([{ type: 'rights' }]))
    await server.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', person.id).execute()
    expect(await closed).toBe(4401)
  })
})

test('a reach covers what lies in it, and nobody gives away more', () => {
  const own = { ...nothingFor(1), sites: [1, 2], depts: [5] }
  expect(covers(own, { ...nothingFor(2), sites: [2] })).toBe(true)
  expect(covers(own, { ...nothingFor(2), sites: [2, 3] })).toBe(false)
  expect(covers(own, { ...nothingFor(2), merchants: [1] })).toBe(false)
  expect([covers(own, null), covers(null, own), covers(null, null)]).toEqual([false, true, true])
})
