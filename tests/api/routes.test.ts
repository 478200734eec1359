import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assignedMenus, routeCreate, routeIndex, routeRemove } from '../../src/shared/endpoints/people.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const menus = new Map<string, number>()
beforeAll(async () => {
  server = await startServer()
  for (const { id, name } of await server.db.selectFrom('menu').select(['id', 'name']).execute()) menus.set(name, id)
})
afterAll(() => server.stop())

const ids = (...names: string[]) => names.map((name) => menus.get(name) ?? 0)
const names = (routes: readonly { name: string }[]) => routes.map(({ name }) => name)
const rightsOf = async (who: SignedIn) => (await server.call(userMenus, {}, { as: who })).data.permissions
const pagesOf = async (who: SignedIn) => {
  const { menu } = (await server.call(userMenus, {}, { as: who })).data
  return menu.flatMap(({ children }) => names(children))
}

/** Someone whose role carries these entries. */
async function carrying(...entries: string[]): Promise<SignedIn> {
  const user = await server.signIn()
  await server.call('/system/role/edit', { id: user.role_id, menu_ids: ids(...entries).sort((a, b) => a - b) })
  return user
}

describe('what one person has alone', () => {
  test('is added to what their roles give, and taken again', async () => {
    const user = await carrying('sites')
    const { data } = await server.call(routeCreate, { user_id: user.id, ids: ids('orders', 'sites') })
    expect(names(data.assigned).sort()).toEqual(['orders', 'sites'])
    expect(data.assigned.find(({ name }) => name === 'orders')).toMatchObject({ effect: 'add', roles: [] })
    expect(await rightsOf(user)).toEqual(['order.list', 'site.list'])
    expect((await pagesOf(user)).sort()).toEqual(['orders', 'sites'])
    await server.call(routeRemove, { user_id: user.id, ids: ids('orders') })
    expect(await rightsOf(user)).toEqual(['site.list'])
    expect(await server.db.selectFrom('user_route').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
  })

  test('is taken from what their roles give, at once, and given back', async () => {
    const user = await carrying('sites', 'orders')
    const { data } = await server.call(routeRemove, { user_id: user.id, ids: ids('orders') })
    expect(data.available.find(({ name }) => name === 'orders')).toMatchObject({
      effect: 'remove',
      roles: [{ id: user.role_id }],
    })
    expect((await server.call('/system/order/index', {}, { as: user })).code).toBe(403)
    expect(await pagesOf(user)).toEqual(['sites'])
    await server.call(routeCreate, { user_id: user.id, ids: ids('orders') })
    expect((await server.call('/system/order/index', {}, { as: user })).code).toBe(200)
  })

  test('takes no permission that another of their entries gives as well', async () => {
    const user = await carrying('piles', 'labels')
    await server.call(routeRemove, { user_id: user.id, ids: ids('labels') })
    expect(await rightsOf(user)).toEqual(['pile.list'])
    expect(await pagesOf(user)).toEqual(['piles'])
  })

  test('is listed beside what is left', async () => {
    const user = await carrying('sites')
    const { data } = await server.call(routeIndex, { user_id: user.id })
    expect(data).toMatchObject({ user: { id: user.id, title: user.user_name }, everything: false })
    expect(names(data.assigned)).toEqual(['sites'])
    expect(names(data.available)).toEqual(expect.arrayContaining(['orders', 'site.create', 'pile.start']))
    expect(names((await server.call(assignedMenus, { user_id: user.id })).data)).toEqual(['sites'])
    expect((await server.call('GET /route/index', { user_id: 987_654 })).code).toBe(404)
    expect((await server.call('/route/create', { user_id: user.id, ids: [987_654] })).code).toBe(422)
  })

  test('of someone who has everything is all, and less by what is taken', async () => {
    const user = await server.signIn({ permissions: ['*'] })
    const before = (await server.call(routeIndex, { user_id: user.id })).data
    expect(before).toMatchObject({ everything: true, available: [] })
    await server.call(routeRemove, { user_id: user.id, ids: ids('orders') })
    expect((await server.call('/system/order/index', {}, { as: user })).code).toBe(403)
    expect((await server.call('/system/park-lot/index', {}, { as: user })).code).toBe(200)
  })
})

test('nobody gives what they have not, nor takes from who has more', async () => {
  const giver = await server.signIn({ permissions: ['route.list', 'route.assign', 'site.list'] })
  const user = await carrying('sites')
  const strong = await carrying('orders')
  const call = (path: string, user_id: number, name: string) =>
    server.call(path, { user_id, ids: ids(name) }, { as: giver })
  expect(await call('/route/create', user.id, 'orders')).toMatchObject({
    code: 403,
    data: { permissions: ['order.list'] },
  })
  expect((await call('/route/create', giver.id, 'orders')).code).toBe(403)
  expect((await call('/route/remove', strong.id, 'orders')).code).toBe(403)
  expect(await rightsOf(strong)).toEqual(['order.list'])
  expect(await rightsOf(user)).toEqual(['site.list'])
  expect((await call('/route/remove', user.id, 'sites')).code).toBe(200)
})

test('what was given and taken stands in the audit', async () => {
  const user = await carrying('sites')
  await server.call(routeCreate, { user_id: user.id, ids: ids('orders') }, { key: 'k-routes' })
  await server.call(routeCreate, { user_id: user.id, ids: ids('orders') }, { key: 'k-routes' })
  const entries = await server.db
    .selectFrom('audit_entry')
    .select(['action', 'before', 'after'])
    .where('entity', '=', 'user')
    .where('entity_id', '=', user.id)
    .where('action', 'like', '%routes')
    .execute()
  expect(entries).toEqual([{ action: 'add_routes', before: null, after: { routes: ['orders'] } }])
})
