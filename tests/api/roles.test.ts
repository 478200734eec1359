import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rolePermissions } from '../../src/shared/endpoints/people.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { makeSite, makeUser, next } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const menus = new Map<string, number>()
beforeAll(async () => {
  server = await startServer()
  for (const { id, name } of await server.db.selectFrom('menu').select(['id', 'name']).execute()) menus.set(name, id)
})
afterAll(() => server.stop())

const ids = (...names: string[]) => names.map((name) => menus.get(name) ?? 0).sort((a, b) => a - b)
const draft = (more: object = {}) => ({ name: `Role ${next()}`, menu_ids: [], ...more })
const add = async (more: object = {}) => (await server.call('/system/role/add', draft(more))).data
const get = async (id: number) => (await server.call('/system/role/get', { id })).data
const rightsOf = async (who: SignedIn) => (await server.call(userMenus, {}, { as: who })).data.permissions

describe('a role', () => {
  test('allows what the entries that it carries ask for, from the next call on', async () => {
    const role = await add({ menu_ids: ids('sites', 'site.create') })
    expect(role).toMatchObject({ label: role.name, permissions: ['site.create', 'site.list'], direct_permissions: [] })
    const user = await server.signIn()
    await server.call('/admin/assign', { id: user.id, role_ids: [role.id] })
    expect(await rightsOf(user)).toEqual(['site.create', 'site.list'])
    await server.call('/system/role/edit', { id: role.id, menu_ids: ids('sites') })
    expect(await rightsOf(user)).toEqual(['site.list'])
    expect((await server.call('/system/park-lot/create', { name: 'x' }, { as: user })).code).toBe(403)
    expect((await get(role.id)).users).toBe(1)
  })

  test('that is disabled gives nothing, at once', async () => {
    const role = await add({ menu_ids: ids('sites') })
    const user = await server.signIn()
    await server.call('/admin/assign', { id: user.id, role_ids: [role.id] })
    await server.call('/system/role/edit', { id: role.id, status: 'disabled' })
    expect((await server.call('/system/park-lot/index', {}, { as: user })).code).toBe(403)
    expect((await server.call(userMenus, {}, { as: user })).data).toMatchObject({ menu: [], permissions: [] })
  })

  test('has a name and an alias of its own', async () => {
    const role = await add({ alias: `a${next()}` })
    expect(await server.call('/system/role/add', draft({ name: role.name }))).toMatchObject({
      code: 409,
      data: { errors: { name: expect.any(String) } },
    })
    expect(await server.call('/system/role/add', draft({ alias: role.alias }))).toMatchObject({
      code: 409,
      data: { errors: { alias: expect.any(String) } },
    })
  })

  test('for chosen records has some: none at all is refused where it is chosen', async () => {
    const site = await makeSite(server.db)
    const refusedAt = (field: string) => ({
      code: 422,
      data: { errors: { [field]: expect.stringContaining('at least') } },
    })
    for (const [data_scope, field] of [
      ['sites', 'site_ids'],
      ['merchants', 'merchant_ids'],
    ] as const) {
      const scope = { data_scope, [field]: [] }
      expect(await server.call('/system/role/add', draft(scope))).toMatchObject(refusedAt(field))
      expect(await server.call('/system/role/edit', { id: (await add()).id, ...scope })).toMatchObject(refusedAt(field))
    }
    const role = await add({ data_scope: 'sites', site_ids: [site.id] })
    expect(await server.call('/system/role/edit', { id: role.id, site_ids: [] })).toMatchObject(refusedAt('site_ids'))
    // Its only site is gone: what else is said of it is no reason to refuse.
    await server.db.deleteFrom('site').where('id', '=', site.id).execute()
    expect((await server.call('/system/role/edit', { id: role.id, remark: 'later' })).code).toBe(200)
  })

  test('names its records to who reaches them; of the others it says how many, and they stay with it', async () => {
    const [here, there] = [await makeSite(server.db), await makeSite(server.db, { name: 'Far away' })]
    const role = await add({ data_scope: 'sites', site_ids: [here.id, there.id] })
    expect(await get(role.id)).toMatchObject({ site_ids: [here.id, there.id], more_sites: 0 })
    const reader = await server.signIn({
      permissions: ['role.list', 'role.update', 'role.export', 'audit_entry.list'],
      data_scope: 'sites',
      site_ids: [here.id],
    })
    const seen = { site_ids: [here.id], sites: [{ id: here.id, title: here.name }], more_sites: 1, more_merchants: 0 }
    const call = (path: string, body: object) => server.call(path, body, { as: reader })
    expect((await call('/system/role/get', { id: role.id })).data).toMatchObject(seen)
    const edit = (body: object) => call('/system/role/edit', { id: role.id, ...body })
    expect((await edit({ site_ids: [here.id], remark: 'seen' })).data).toMatchObject(seen)
    expect((await edit({ version: 1, remark: 'late' })).data.current.site_ids).toEqual([here.id])
    expect((await edit({ site_ids: [] })).data).toMatchObject({ ...seen, site_ids: [], sites: [] })
    expect((await get(role.id)).site_ids).toEqual([there.id])
    const changes = await call('GET /system/log/list', { entity: 'role', page_size: 50 })
    const own = changes.data.rows.filter((change: { entity_id: number }) => change.entity_id === role.id)
    expect(own).toHaveLength(3)
    const told = own.flatMap(({ before, after }: Record<'before' | 'after', string | null>) =>
      [before, after].flatMap((values) => JSON.parse(values ?? '{}').site_ids ?? []),
    )
    expect(new Set(told)).toEqual(new Set([here.id]))
  })

  test('is not deleted while people have it: it says who', async () => {
    const user = await makeUser(server.db)
    const answer = await server.call('/system/role/delete', { id: user.role_id })
    expect(answer).toMatchObject({ code: 409, data: { uses: [{ entity: 'user', titles: [user.user_name] }] } })
  })

  test('can give everything, or single codes, beside its entries; the audit says since when', async () => {
    const role = await add({ menu_ids: ids('sites') })
    const { data } = await server.call(rolePermissions, { id: role.id, permissions: ['pile.list', '*'] })
    expect(data).toMatchObject({ permissions: ['*', 'pile.list', 'site.list'], direct_permissions: ['*', 'pile.list'] })
    for (const permissions of [['public'], ['Order.List'], ['a b.c'], ['signed_in']])
      expect((await server.call('/system/role/permissions', { id: role.id, permissions })).code).toBe(422)
    const stale = await server.call('/system/role/permissions', { id: role.id, version: role.version, permissions: [] })
    expect(stale.code).toBe(409)
    const entry = await server.db
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('entity', '=', 'role')
      .where('entity_id', '=', role.id)
      .where('action', '=', 'permissions')
      .executeTakeFirst()
    expect(entry).toEqual({ before: { permissions: [] }, after: { permissions: ['*', 'pile.list'] } })
  })
})

describe('a role under another', () => {
  test('gives nothing that the other one does not', async () => {
    const parent = await add({ menu_ids: ids('sites', 'piles') })
    const wrong = await server.call('/system/role/add', draft({ parent_id: parent.id, menu_ids: ids('orders') }))
    expect(wrong).toMatchObject({ code: 422, data: { errors: { menu_ids: expect.any(String) } } })
    const child = await add({ parent_id: parent.id, menu_ids: ids('sites') })
    const more = await server.call('/system/role/permissions', { id: child.id, permissions: ['order.list'] })
    expect(more.code).toBe(422)
    expect((await get(parent.id)).children).toBe(1)
  })

  test('loses what the other one loses, and so do those below it', async () => {
    const top = await add({ menu_ids: ids('sites', 'piles', 'orders') })
    const middle = await add({ parent_id: top.id, menu_ids: ids('sites', 'piles') })
    const low = await add({ parent_id: middle.id, menu_ids: ids('piles') })
    await server.call('/system/role/edit', { id: top.id, menu_ids: ids('sites', 'orders') })
    expect((await get(middle.id)).permissions).toEqual(['site.list'])
    expect((await get(low.id)).permissions).toEqual([])
    await server.call('/system/role/edit', { id: top.id, menu_ids: ids('sites', 'piles', 'orders') })
    expect((await get(middle.id)).permissions, 'until someone gives it again').toEqual(['site.list'])
  })

  test('gets nothing that an entry comes to give and the other one does not', async () => {
    const top = await add({ menu_ids: ids('sites') })
    await server.call('/system/role/permissions', { id: top.id, permissions: ['merchant.list'] })
    const child = await add({ parent_id: top.id, menu_ids: ids('merchants') })
    const low = await add({ parent_id: child.id, menu_ids: ids('merchants') })
    const merchants = ids('merchants')[0]
    const api_list = (codes: string[]) => codes.map((code) => ({ code, url: '/x' }))
    const widened = { id: merchants, api_list: api_list(['merchant.update', 'site.list']) }
    expect((await server.call('/system/menu/update', widened)).code).toBe(200)
    for (const { id } of [child, low])
      expect((await get(id)).permissions, String(id)).toEqual(['merchant.list', 'site.list'])
    const user = await server.signIn()
    await server.call('/admin/assign', { id: user.id, role_ids: [low.id] })
    expect(await rightsOf(user)).toEqual(['merchant.list', 'site.list'])
    await server.call('/system/role/permissions', { id: top.id, permissions: ['merchant.list', 'merchant.update'] })
    expect(await rightsOf(user)).toEqual(['merchant.list', 'merchant.update', 'site.list'])
    await server.call('/system/menu/update', { id: merchants, api_list: [] })
  })

  test('is for no record that the other one is not for', async () => {
    const [here, there] = [await makeSite(server.db), await makeSite(server.db)]
    const top = await add({ menu_ids: ids('sites'), data_scope: 'sites', site_ids: [here.id] })
    const under = (more: object) => server.call('/system/role/add', draft({ parent_id: top.id, ...more }))
    for (const [more, field] of [
      [{}, 'data_scope'],
      [{ data_scope: 'department' }, 'data_scope'],
      [{ data_scope: 'sites', site_ids: [here.id, there.id] }, 'site_ids'],
    ] as const)
      expect(await under(more), field).toMatchObject({ code: 422, data: { errors: { [field]: expect.any(String) } } })
    const { data: child } = await under({ data_scope: 'sites', site_ids: [here.id] })
    expect((await server.call('/system/role/edit', { id: child.id, data_scope: 'all' })).code).toBe(422)
  })

  test('is for less once the other one is', async () => {
    const [here, there] = [await makeSite(server.db), await makeSite(server.db)]
    const top = await add()
    const [wide, some, own] = [
      await add({ parent_id: top.id }),
      await add({ parent_id: top.id, data_scope: 'sites', site_ids: [here.id, there.id] }),
      await add({ parent_id: top.id, data_scope: 'department' }),
    ]
    const low = await add({ parent_id: some.id, data_scope: 'sites', site_ids: [there.id] })
    await server.call('/system/role/edit', { id: top.id, data_scope: 'sites', site_ids: [here.id] })
    const scopeOf = async ({ id }: { id: number }) => {
      const { data_scope, site_ids } = await get(id)
      return [data_scope, ...site_ids]
    }
    expect(await Promise.all([wide, some, own, low].map(scopeOf))).toEqual([
      ['sites', here.id],
      ['sites', here.id],
      ['sites'],
      ['sites'],
    ])
  })

  test('goes with it, which is told before; not while someone has it', async () => {
    const parent = await add()
    const child = await add({ parent_id: parent.id })
    const grandchild = await add({ parent_id: child.id })
    const all = [parent.id, child.id, grandchild.id]
    const told = await server.call('/system/role/delete', { id: parent.id, dry_run: true })
    expect(told.data.erased.sort()).toEqual(all)
    const user = await server.signIn()
    await server.call('/admin/assign', { id: user.id, role_ids: [grandchild.id] })
    expect((await server.call('/system/role/delete', { id: parent.id })).code).toBe(409)
    await server.call('/admin/assign', { id: user.id, role_ids: [] })
    expect((await server.call('/system/role/delete', { id: parent.id })).code).toBe(200)
    expect((await server.call('/system/role/get', { id: grandchild.id })).code).toBe(404)
  })

  test('stands neither under itself nor too deep', async () => {
    const parent = await add()
    const child = await add({ parent_id: parent.id })
    expect((await server.call('/system/role/edit', { id: parent.id, parent_id: child.id })).code).toBe(422)
    expect((await server.call('/system/role/edit', { id: parent.id, parent_id: parent.id })).code).toBe(422)
    let under = child.id
    const answers = []
    for (let step = 0; step < 5; step++) {
      const { code, data } = await server.call('/system/role/add', draft({ parent_id: under }))
      answers.push(code)
      under = data.id ?? under
    }
    expect(answers).toEqual([200, 200, 200, 422, 422])
  })
})

describe('more than one may do oneself', () => {
  const KEEPER = ['role.list', 'role.create', 'role.update', 'role.delete', 'site.list']

  test('is in no role that one makes or touches', async () => {
    const keeper = await server.signIn({ permissions: KEEPER })
    const own = (await server.call('/system/role/add', draft({ menu_ids: ids('sites') }), { as: keeper })).data
    const strong = await add({ menu_ids: ids('orders') })
    for (const [path, body] of [
      ['/system/role/add', draft({ menu_ids: ids('orders') })],
      ['/system/role/edit', { id: own.id, menu_ids: ids('sites', 'orders') }],
      ['/system/role/edit', { id: strong.id, name: `Mine ${next()}` }],
      ['/system/role/edit', { id: strong.id, menu_ids: [] }],
      ['/system/role/permissions', { id: own.id, permissions: ['*'] }],
      ['/system/role/permissions', { id: own.id, permissions: ['order.list'] }],
      ['/system/role/permissions', { id: keeper.role_id, permissions: ['*'] }],
      ['/system/role/delete', { id: strong.id }],
      ['/system/role/bulk', { ids: [strong.id], change: { status: 'disabled' } }],
    ] as const)
      expect([403, 409], path).toContain((await server.call(path, body, { as: keeper })).code)
    expect(await get(strong.id)).toMatchObject({ status: 'normal', permissions: ['order.list'] })
    expect((await get(own.id)).permissions).toEqual(['site.list'])
  })

  test('is not to be had by widening the records that a role is for', async () => {
    const site = await makeSite(server.db)
    const keeper = await server.signIn({ permissions: KEEPER })
    const keep = { data_scope: 'sites', site_ids: [site.id] }
    await server.call('/system/role/edit', { id: keeper.role_id, ...keep })
    const own = await server.call('/system/role/add', draft({ menu_ids: ids('sites'), ...keep }), { as: keeper })
    expect(own.code).toBe(200)
    for (const id of [own.data.id, keeper.role_id])
      expect((await server.call('/system/role/edit', { id, data_scope: 'all' }, { as: keeper })).code).toBe(403)
    const wide = await server.call('/system/role/add', draft({ menu_ids: ids('sites') }), { as: keeper })
    expect(wide.code).toBe(403)
  })
})

describe('the sample roles', () => {
  const permissionsOf = async (alias: string): Promise<string[]> => {
    const { data } = await server.call('GET /system/role/list', { page_size: 50, keyword: alias })
    return data.rows.find((row: { alias: string }) => row.alias === alias).permissions
  }

  test('are there from the first start, each with what its name says', async () => {
    const auditor = await permissionsOf('Auditor')
    expect(auditor).toEqual(
      expect.arrayContaining(['order.list', 'user.list', 'order.export', 'pile.list', 'task_run.list']),
    )
    expect(auditor.filter((code) => !/\.(list|view|export|balance)$/.test(code))).toEqual([])
    for (const alias of ['admin', 'Auditor']) expect(await permissionsOf(alias)).not.toContain('message.list')
    expect(await permissionsOf('technician')).toEqual(
      expect.arrayContaining([
        'pile.reset',
        'alarm.handle',
        'pile.start',
        'pile.create',
        'customer.list',
        'card.allocate',
      ]),
    )
    expect(await permissionsOf('technician')).not.toContain('order.list')
    expect(await permissionsOf('finance')).toEqual(expect.arrayContaining(['refund.review', 'customer.top_up']))
    expect(await permissionsOf('business administrator')).not.toContain('user.list')
    expect(await permissionsOf('admin')).toEqual(expect.arrayContaining(['role.update', 'pile.call', 'menu.update']))
    expect(await permissionsOf('admin')).not.toContain('*')
  })
})
