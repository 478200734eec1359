import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue, type Place } from '../../src/server/menus/catalogue.ts'
import { seedMenu } from '../../src/server/menus/seed-menu.ts'
import { type MenuEntry, menuMove, menuTree } from '../../src/shared/endpoints/menus.ts'
import { routeCreate, routeRemove } from '../../src/shared/endpoints/people.ts'
import { type MenuNode, userMenus } from '../../src/shared/endpoints/shell.ts'
import { makeSite, next } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const flat = <N extends { children: N[] }>(nodes: readonly N[]): N[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)])
const tree = async () => (await server.call(menuTree, {})).data
const entry = async (name: string): Promise<MenuEntry> => {
  const found = flat(await tree()).find((each) => each.name === name)
  if (!found) throw new Error(`There is no entry ${name}`)
  return found
}
const consoleOf = async (as: SignedIn, language: 'en' | 'zh-CN' = 'en') =>
  (await server.call(userMenus, {}, { as, language })).data
const shown = async (as: SignedIn, language?: 'zh-CN'): Promise<MenuNode[]> =>
  flat((await consoleOf(as, language)).menu)
const add = (draft: object, as?: SignedIn) =>
  server.call('/system/menu/add', { name: `own${next()}`, titles: { en: 'Own' }, ...draft }, as && { as })
const carry = async (user: SignedIn, ...names: string[]) => {
  const ids = await Promise.all(names.map(async (name) => (await entry(name)).id))
  await server.call('/system/role/edit', { id: user.role_id, menu_ids: ids.sort((a, b) => a - b) })
}

describe('the menu at the start', () => {
  const placesOf = (places: readonly Place[]): string[] =>
    places.flatMap(({ name, children }) => [name, ...placesOf(children)])

  test("is the catalogue's, in its order", async () => {
    const kept = flat(await tree()).map(({ name }) => name)
    expect(kept).toEqual(placesOf(catalogue))
    expect(new Set(kept).size).toBe(kept.length)
  })

  test('follows the catalogue where nobody changed it, and leaves the rest as it was made', async () => {
    const { db } = server
    const berths = await entry('berths')
    await server.call('/system/menu/update', { id: berths.id, icon: 'star', titles: { 'zh-CN': '停车位' } })
    // As an earlier version left them: another path and order, an entry that is gone, one that is not there yet.
    const before = { path: '/old/berths', sort: 77, icon: 'parking' }
    await db
      .updateTable('menu')
      .set({ ...before, icon: 'star', seed: JSON.stringify({ ...(await seedOf('berths')), ...before }) })
      .where('name', '=', 'berths')
      .execute()
    await db.insertInto('menu').values({ name: 'gone', type: 'menu', built_in: true, seed: '{}' }).execute()
    await db.deleteFrom('menu').where('name', '=', 'merchants').execute()
    await Promise.all([seedMenu(db), seedMenu(db)])
    const names = flat(await tree()).map(({ name }) => name)
    expect(names).not.toContain('gone')
    expect(names.filter((name) => name === 'merchants')).toHaveLength(1)
    const now = await entry('berths')
    expect(now).toMatchObject({ path: berths.path, sort: berths.sort, icon: 'star', titles: { 'zh-CN': '停车位' } })
    expect((await entry('merchants')).parentId).toBe((await entry('business')).id)
  })

  const seedOf = async (name: string) =>
    (await server.db.selectFrom('menu').select('seed').where('name', '=', name).executeTakeFirstOrThrow()).seed

  test('makes entries of what roles held before there were any', async () => {
    const user = await server.signIn({ permissions: ['berth.list', 'berth.create', 'nothing.of_ours'] })
    await server.db.deleteFrom('menu').where('name', 'in', ['berths', 'berth.create']).execute()
    await seedMenu(server.db)
    const { data } = await server.call('/system/role/get', { id: user.role_id })
    expect(data).toMatchObject({
      permissions: ['berth.create', 'berth.list', 'nothing.of_ours'],
      direct_permissions: ['nothing.of_ours'],
      menu_ids: [(await entry('berths')).id, (await entry('berth.create')).id].sort((a, b) => a - b),
    })
  })

  test('gives way to a new entry that has the name of an own one, which stays', async () => {
    await server.db
      .updateTable('menu')
      .set({ built_in: false, titles: { en: 'Mine' } })
      .where('name', '=', 'cards')
      .execute()
    await seedMenu(server.db)
    expect(await entry('cards')).toMatchObject({ built_in: true, titles: null })
    const own = flat(await tree()).filter(({ titles }) => titles?.en === 'Mine')
    expect(own.map(({ name }) => name)).toEqual([expect.stringMatching(/^cards-\d+$/)])
  })
})

describe("a person's menu", () => {
  test('has the entries that their roles carry, in their groups, not others of the same permission', async () => {
    const user = await server.signIn()
    await carry(user, 'labels', 'pile.start')
    expect((await shown(user)).map(({ name }) => name)).toEqual(['assets', 'labels'])
    await carry(user, 'piles', 'pile.start')
    expect((await shown(user)).map(({ name }) => name)).toEqual(['assets', 'piles', 'pile.start'])
  })

  test('has another version once the menu or their rights are others, the same otherwise', async () => {
    const user = await server.signIn()
    await carry(user, 'sites')
    const { version } = await consoleOf(user)
    expect((await consoleOf(user, 'zh-CN')).version).toBe(version)
    await server.call('/system/menu/update', { id: (await entry('orders')).id, icon: 'star' })
    expect((await consoleOf(user)).version).toBe(version)
    await server.call('/system/menu/update', { id: (await entry('sites')).id, icon: 'star' })
    const changed = (await consoleOf(user)).version
    expect(changed).not.toBe(version)
    await carry(user, 'sites', 'site.create')
    const wider = (await consoleOf(user)).version
    expect(wider).not.toBe(changed)
    await server.call('/system/role/permissions', { id: user.role_id, permissions: ['of.no_entry'] })
    expect((await consoleOf(user)).version, 'a right that no entry gives').not.toBe(wider)
  })

  test('says own titles in the language of who reads it', async () => {
    const user = await server.signIn()
    const sites = await entry('sites')
    await server.call('/system/menu/update', { id: sites.id, titles: { en: 'Depots', 'zh-CN': '车场' } })
    await carry(user, 'sites')
    const titleIn = async (language?: 'zh-CN') =>
      (await shown(user, language)).find(({ name }) => name === 'sites')?.meta
    expect(await titleIn()).toMatchObject({ title: 'Depots', titles: { en: 'Depots', 'zh-CN': '车场' } })
    expect((await titleIn('zh-CN'))?.title).toBe('车场')
    await server.call('/system/menu/update', { id: sites.id, titles: {} })
    expect(await titleIn()).toMatchObject({ title: 'pages.sites', titles: null })
  })
})

describe('an own entry', () => {
  test('is a frame at /i/ and its name, a link, a button with calls of its own, or a page that the console knows', async () => {
    const group = (await add({ name: `tools${next()}` })).data
    const frame = (
      await add({ name: 'map-of-us', type: 'iframe', url: 'https://maps.example.com/x', parent_id: group.id })
    ).data
    expect(frame).toMatchObject({ path: '/i/map-of-us', url: 'https://maps.example.com/x', built_in: false })
    const link = (await add({ type: 'link', url: 'https://docs.example.com/', path: '/ignored', parent_id: group.id }))
      .data
    expect(link).toMatchObject({ path: null, component: null })
    const page = (
      await add({ path: '/own/sites', component: 'entity:site', permission: 'site.list', parent_id: group.id })
    ).data
    const api_list = [{ code: 'pile.list', url: '/system/device/index' }]
    const button = (await add({ type: 'button', parent_id: page.id, api_list })).data
    expect(button).toMatchObject({ apiList: api_list })
    const user = await server.signIn()
    await carry(user, frame.name, link.name, page.name, button.name)
    const mine = await shown(user)
    expect(mine.map(({ name }) => name)).toEqual([group.name, frame.name, link.name, page.name, button.name])
    expect(mine[1]).toMatchObject({ type: 'iframe', path: '/i/map-of-us', url: 'https://maps.example.com/x' })
    expect((await consoleOf(user)).permissions).toEqual(['pile.list', 'site.list'])
  })

  test.each([
    ['name', { name: '../etc' }],
    ['titles', { titles: {} }],
    ['url', { type: 'iframe' }],
    ['url', { type: 'iframe', url: 'javascript:alert(1)' }],
    ['url', { type: 'link', url: 'data:text/html,x' }],
    ['url', { type: 'link', url: '//elsewhere' }],
    ['path', { component: 'entity:site' }],
    ['path', { component: 'entity:site', path: '/login' }],
    ['path', { component: 'entity:site', path: 'https://x.example' }],
    ['component', { path: '/own/nothing' }],
    ['component', { path: '/own/nothing', component: 'no-screen-of-ours' }],
    ['permission', { permission: '*' }],
    ['permission', { permission: 'public' }],
    ['permission', { type: 'button' }],
    ['parent_id', { type: 'button', permission: 'own.thing' }],
    ['parent_id', { parent_id: 987_654_321 }],
  ])('is refused at %s: %o', async (field, draft) => {
    const answer = await add(draft)
    expect(answer).toMatchObject({ code: 422, data: { errors: { [field]: expect.any(String) } } })
  })

  test('has a name and a path that no other has, and stands under a page or a group', async () => {
    expect(await add({ name: 'sites' })).toMatchObject({ code: 409, data: { errors: { name: expect.any(String) } } })
    const path = (await entry('sites')).path
    const taken = await add({ path, component: 'entity:site' })
    expect(taken).toMatchObject({ code: 409, data: { errors: { path: expect.any(String) } } })
    const link = (await add({ type: 'link', url: 'https://docs.example.com/' })).data
    expect((await add({ parent_id: link.id })).code).toBe(422)
  })

  test('is not deleted while roles carry it or entries stand under it', async () => {
    const group = (await add({})).data
    const child = (await add({ parent_id: group.id, type: 'link', url: 'https://docs.example.com/' })).data
    const user = await server.signIn()
    await carry(user, child.name)
    expect(await server.call('/system/menu/delete', { id: group.id })).toMatchObject({
      code: 409,
      data: { uses: [{ entity: 'menu', ids: [child.id] }] },
    })
    expect(await server.call('/system/menu/delete', { id: child.id })).toMatchObject({
      code: 409,
      data: { uses: [{ entity: 'role', ids: [user.role_id] }] },
    })
    expect((await entry(child.name)).roles).toBe(1)
    await carry(user)
    expect((await server.call('/system/menu/delete', { ids: [group.id, child.id] })).code).toBe(200)
  })
})

describe('a built-in entry', () => {
  test('can be renamed and hidden, but neither lead elsewhere nor be deleted', async () => {
    const { id, name } = await entry('files')
    expect((await server.call('/system/menu/update', { id, titles: { en: 'Papers' }, hidden: true })).code).toBe(200)
    for (const change of [{ path: '/x' }, { component: 'entity:site' }, { permission: 'site.list' }, { type: 'link' }])
      expect((await server.call('/system/menu/update', { id, ...change })).code, JSON.stringify(change)).toBe(422)
    expect((await server.call('/system/menu/update', { id, name: 'other' })).code).toBe(422)
    expect((await server.call('/system/menu/delete', { id })).code).toBe(409)
    expect(await entry(name)).toMatchObject({ hidden: true, titles: { en: 'Papers' } })
  })
})

describe('moving', () => {
  const inGroup = async (name: string) => (await entry(name)).children.map((child) => child.name)

  test('puts an entry at a place among others, or into another group, and keeps it there', async () => {
    const [first, second, ...others] = await inGroup('assets')
    const moved = await entry(String(second))
    const group = await entry('assets')
    await server.call(menuMove, { id: moved.id, parent_id: group.id, place: 0, version: moved.version })
    expect(await inGroup('assets')).toEqual([second, first, ...others])
    await server.call(menuMove, { id: moved.id, parent_id: (await entry('operate')).id, place: 1 })
    expect((await inGroup('operate'))[1]).toBe(second)
    await seedMenu(server.db)
    expect((await inGroup('operate'))[1]).toBe(second)
    expect(await inGroup('assets')).toEqual([first, ...others])
  })

  test('is refused into itself, into a button, over what someone else did', async () => {
    const [assets, piles] = [await entry('assets'), await entry('piles')]
    const button = await entry('pile.start')
    for (const [id, parent_id] of [
      [assets.id, assets.id],
      [assets.id, piles.id],
      [piles.id, button.id],
      [button.id, null],
    ])
      expect((await server.call('/system/menu/move', { id, parent_id, place: 0 })).code).toBe(422)
    const late = await server.call('/system/menu/move', { id: piles.id, parent_id: null, place: 0, version: 0 })
    expect(late).toMatchObject({ code: 409, data: { current: { id: piles.id } } })
  })
})

describe('who arranges the menu', () => {
  test('adds no right to it that they have not, for fewer records neither', async () => {
    const keeper = await server.signIn({ permissions: ['menu.list', 'menu.create', 'menu.update', 'site.list'] })
    const sites = await entry('sites')
    const more = (code: string) => ({ id: sites.id, api_list: [{ code, url: '/x' }] })
    expect(await server.call('/system/menu/update', more('order.list'), { as: keeper })).toMatchObject({ code: 403 })
    expect((await server.call('/system/menu/update', more('site.list'), { as: keeper })).code).toBe(200)
    expect((await add({ permission: 'order.list' }, keeper)).code).toBe(403)
    const { id: site } = await makeSite(server.db)
    await server.call('/system/role/edit', { id: keeper.role_id, data_scope: 'sites', site_ids: [site] })
    const piles = { id: (await entry('piles')).id, api_list: [{ code: 'site.list', url: '/x' }] }
    expect((await server.call('/system/menu/update', piles, { as: keeper })).code).toBe(403)
  })

  test('gives nobody back what was taken from them alone', async () => {
    const own = (await add({ permission: 'order.list', path: `/own/${next()}`, component: 'entity:order' })).data
    const user = await server.signIn({ permissions: ['order.list', 'site.list'] })
    const rights = async () => (await consoleOf(user)).permissions
    await server.call(routeRemove, { user_id: user.id, ids: [own.id] })
    expect(await rights()).toEqual(['site.list'])
    for (const [path, body] of [
      ['/system/menu/delete', { id: own.id }],
      ['/system/menu/delete', { id: own.id, dry_run: true }],
      ['/system/menu/update', { id: own.id, permission: null }],
      ['/system/menu/update', { id: own.id, permission: 'site.list' }],
    ] as const) {
      const refused = await server.call(path, body)
      expect([refused.code, refused.message], path).toEqual([409, expect.stringContaining(user.user_name)])
    }
    expect((await server.call('/system/menu/update', { id: own.id, icon: 'star' })).code).toBe(200)
    expect(await rights()).toEqual(['site.list'])
    await server.call(routeCreate, { user_id: user.id, ids: [own.id] })
    expect((await server.call('/system/menu/delete', { id: own.id })).code).toBe(200)
    expect(await rights()).toEqual(['order.list', 'site.list'])
  })

  test('finds what they did in the audit, before and after', async () => {
    const { id } = await entry('payments')
    await server.call('/system/menu/update', { id, icon: 'star' }, { key: 'key-of-menu' })
    await server.call('/system/menu/update', { id, icon: 'star' }, { key: 'key-of-menu' })
    const rows = await server.db
      .selectFrom('audit_entry')
      .select(['action', 'before', 'after'])
      .where('entity', '=', 'menu')
      .where('entity_id', '=', id)
      .execute()
    expect(rows).toEqual([{ action: 'update', before: { icon: 'card' }, after: { icon: 'star' } }])
  })
})
