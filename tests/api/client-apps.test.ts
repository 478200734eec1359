import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrder, makeSite, next } from '../make.ts'
import type { AppDraft } from '../setup/client-app.ts'
import * as setup from '../setup/client-app.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const makeApp = (draft?: AppDraft) => setup.makeApp(server, draft)
const menuIds = (...names: string[]) => setup.menuIds(server, names)
const post = (form: string | Record<string, string>, headers?: Record<string, string>) =>
  setup.askToken(server, form, headers)
const grant = { grant_type: 'client_credentials' }
type Known = Pick<setup.MadeApp, 'client_id' | 'secret'>
const withSecret = (app: Known, more?: Record<string, string>) => setup.withSecret(server, app, more)
const tokenOf = (app: Known, more?: Record<string, string>) => setup.tokenOf(server, app, more)

describe('a token', () => {
  test('is given for the id and the secret, by the form and by HTTP Basic, and is never stored by what lies between', async () => {
    const app = await makeApp()
    const basic = Buffer.from(`${app.client_id}:${encodeURIComponent(app.secret)}`).toString('base64')
    for (const { status, headers, answer } of [
      await withSecret(app),
      await post(grant, { authorization: `Basic ${basic}` }),
    ]) {
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'site.list site.update' })
      const as = { token: answer.access_token }
      expect((await server.call('/system/park-lot/index', {}, { as })).code).toBe(200)
    }
  })

  test.each([
    ['no grant', {}, 400, 'invalid_request'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['nobody', grant, 401, 'invalid_client'],
    ['a wrong secret', { ...grant, client_id: 'app_x', client_secret: 'y' }, 401, 'invalid_client'],
    ['a parameter twice', 'grant_type=client_credentials&grant_type=client_credentials', 400, 'invalid_request'],
  ])('is refused to %s in the words of the standard', async (_, form, status, error) => {
    const refused = await post(form, { 'content-type': 'application/x-www-form-urlencoded' })
    expect([refused.status, refused.answer.error]).toEqual([status, error])
    expect(refused.headers.get('cache-control')).toBe('no-store')
    if (status === 401) expect(refused.headers.get('www-authenticate')).toMatch(/^Basic/)
  })

  test('is refused to a body that is no form, and to credentials given twice', async () => {
    const app = await makeApp()
    const json = await post(JSON.stringify({ ...grant, client_id: app.client_id, client_secret: app.secret }), {
      'content-type': 'application/json',
    })
    expect([json.status, json.answer.error]).toEqual([400, 'invalid_request'])
    const broken = await post('{', { 'content-type': 'application/json' })
    expect([broken.status, broken.answer.error]).toEqual([400, 'invalid_request'])
    const basic = Buffer.from(`${app.client_id}:${app.secret}`).toString('base64')
    const both = await post({ ...grant, client_secret: app.secret }, { authorization: `Basic ${basic}` })
    expect([both.status, both.answer.error]).toEqual([400, 'invalid_request'])
    expect((await post(grant, { authorization: 'Basic %%%' })).answer.error).toBe('invalid_client')
  })

  test('may be for less than the app may do, and not for more', async () => {
    const app = await makeApp()
    const as = await tokenOf(app, { scope: 'site.list' })
    const { id } = await makeSite(server.db)
    expect((await server.call('/system/park-lot/index', {}, { as })).code).toBe(200)
    expect((await server.call('/system/park-lot/update', { id, spaces: 3 }, { as })).code).toBe(403)
    const more = await withSecret(app, { scope: 'site.list user.list' })
    expect([more.status, more.answer.error]).toEqual([400, 'invalid_scope'])
  })

  test('ends at once when the app is disabled, deleted, expires or gets another secret', async () => {
    const list = async (as: { token: string }) => (await server.call('/system/park-lot/index', {}, { as })).code
    const [renewed, disabled, gone, old] = [await makeApp(), await makeApp(), await makeApp(), await makeApp()]
    const tokens = [await tokenOf(renewed), await tokenOf(disabled), await tokenOf(gone), await tokenOf(old)]
    for (const token of tokens) expect(await list(token)).toBe(200)
    await server.call('/system/app/secret', { id: renewed.id })
    await server.call('/system/app/update', { id: disabled.id, status: 'disabled' })
    await server.call('/system/app/delete', { id: gone.id })
    await server.call('/system/app/update', { id: old.id, expires_at: '2020-01-01T00:00:00.000Z' })
    for (const token of tokens) expect(await list(token)).toBe(401)
    for (const app of [renewed, disabled, gone, old])
      expect((await withSecret(app)).answer.error).toBe('invalid_client')
    const { rows } = (await server.call('GET /system/log/sign-in/list', { way: 'app' })).data
    expect(rows.map(({ reason }: { reason: string }) => reason).slice(0, 4)).toEqual([
      'expired',
      'wrong_credentials',
      'disabled',
      'wrong_credentials',
    ])
    expect(rows[0]).toMatchObject({ user_name: old.name, outcome: 'refused' })
  })
})

describe('a client app', () => {
  test('does what it may for the records in its reach, under its own name', async () => {
    const [here, there] = [await makeSite(server.db), await makeSite(server.db)]
    const app = await makeApp({ data_scope: 'sites', site_ids: [here.id] })
    const as = await tokenOf(app)
    const { rows } = (await server.call('/system/park-lot/index', {}, { as })).data
    expect(rows.map(({ id }: { id: number }) => id)).toEqual([here.id])
    expect((await server.call('/system/park-lot/update', { id: there.id, spaces: 3 }, { as })).code).toBe(404)
    expect((await server.call('/system/park-lot/update', { id: here.id, spaces: 3 }, { as })).code).toBe(200)
    const entry = await server.db
      .selectFrom('audit_entry')
      .select(['user_id', 'user_name'])
      .where('entity', '=', 'site')
      .where('entity_id', '=', here.id)
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ user_id: -app.id, user_name: app.name })
    expect((await server.call('GET /system/user/get_user_menus', {}, { as })).code).toBe(403)
  })

  test('is told to wait when it calls more often than it may', async () => {
    const as = await tokenOf(await makeApp({ rate: 2 }))
    const list = () => server.call('/system/park-lot/index', {}, { as })
    expect([(await list()).code, (await list()).code]).toEqual([200, 200])
    const refused = await list()
    expect(refused.code).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(29)
  })

  test('says when it was used, and shows its secret to nobody', async () => {
    const app = await makeApp()
    await server.call('/system/park-lot/index', {}, { as: await tokenOf(app) })
    const { data } = await server.call('/system/app/view', { id: app.id })
    expect(Date.now() - Date.parse(data.last_used_at)).toBeLessThan(60_000)
    expect(data.permissions).toEqual(['site.list', 'site.update'])
    const kept = await server.pool.query(
      `select count(*) as n from (select a::text as t from client_app a union all select answer::text from idempotency
        union all select concat(before, after) from audit_entry) x where t like '%' || $1 || '%'`,
      [app.secret],
    )
    expect(Number(kept.rows[0].n)).toBe(0)
    expect(JSON.stringify(data)).not.toContain('hash')
  })

  test('gets no more than its maker has: neither permissions nor records', async () => {
    const site = await makeSite(server.db)
    const app = ['client_app.list', 'client_app.create', 'client_app.update', 'client_app.delete']
    const maker = await server.signIn({ permissions: [...app, 'site.list'], data_scope: 'sites', site_ids: [site.id] })
    const draft = async (menus: string[], more: object) => ({
      name: `App ${next()}`,
      menu_ids: await menuIds(...menus),
      ...more,
    })
    const create = async (menus: string[], more: object) =>
      server.call('/system/app/create', await draft(menus, more), { as: maker })
    const own = { data_scope: 'sites', site_ids: [site.id] }
    const beyond = await create(['sites', 'site.update'], own)
    expect([beyond.code, beyond.data.permissions]).toEqual([403, ['site.update']])
    expect((await create(['sites'], { data_scope: 'all' })).code).toBe(403)
    const made = await create(['sites'], own)
    expect(made.code).toBe(200)
    const more = { id: made.data.id, menu_ids: await menuIds('sites', 'users') }
    expect((await server.call('/system/app/update', more, { as: maker })).code).toBe(403)
    expect((await server.call('/system/app/secret', { id: made.data.id }, { as: maker })).code).toBe(200)
    const foreign = await makeApp()
    expect((await server.call('/system/app/secret', { id: foreign.id }, { as: maker })).code).toBe(404)
  })

  test.each([
    ['sites', 'site_ids'],
    ['merchants', 'merchant_ids'],
    ['department', 'dept_id'],
  ])('for %s has some: none at all is refused where it is chosen', async (data_scope, field) => {
    const app = { name: `App ${next()}`, menu_ids: await menuIds('sites'), data_scope }
    const refused = await server.call('/system/app/create', app)
    expect(refused).toMatchObject({ code: 422, data: { errors: { [field]: expect.stringContaining('Choose') } } })
  })

  test('carries no entry that only people may use', async () => {
    const create = async (...menus: string[]) =>
      server.call('/system/app/create', { name: `App ${next()}`, menu_ids: await menuIds(...menus) })
    const refused = await create('users', 'user.update', 'refund.review', 'sites')
    expect(refused).toMatchObject({ code: 422, data: { errors: { menu_ids: expect.any(String) } } })
    expect(refused.data.errors.menu_ids).toContain('refund.review, user.update')
    expect((await create('users', 'refunds', 'sites')).code).toBe(200)
    // One that was given before is no reason to keep all else as it is; it gives nothing.
    const app = await makeApp({ menus: ['users'] })
    const [menu_id = 0] = await menuIds('user.update')
    await server.db.insertInto('client_app_menu').values({ client_app_id: app.id, menu_id }).execute()
    const menu_ids = await menuIds('users', 'user.update', 'sites')
    const { code, data } = await server.call('/system/app/update', { id: app.id, menu_ids })
    expect([code, data.permissions]).toEqual([200, ['site.list', 'user.list']])
    expect((await withSecret(app)).answer.scope).toBe('site.list user.list')
  })

  test('stands on the API page as a way to call', async () => {
    const page = await (await fetch(`${server.url}/api/openapi.json`)).json()
    expect(page.components.securitySchemes.client_app.flows.clientCredentials.tokenUrl).toBe('/api/oauth/token')
    expect(Object.keys(page.paths)).toContain('/api/oauth/token')
    const waysTo = (path: string) => page.paths[`/api${path}`].post.security
    expect([waysTo('/system/park-lot/index'), waysTo('/system/user/edit')]).toEqual([undefined, [{ token: [] }]])
  })
})

describe('anyone who knows a secret', () => {
  const MAKES = ['client_app.list', 'client_app.create', 'client_app.update', 'site.list', 'pile.list']

  /** Someone who may make apps for one site, and an app of theirs. */
  async function madeByOne() {
    const site = await makeSite(server.db)
    const maker = await server.signIn({ permissions: MAKES, data_scope: 'sites', site_ids: [site.id] })
    const app = await makeApp({ menus: ['sites', 'piles'], as: maker, data_scope: 'sites', site_ids: [site.id] })
    return { site, maker, app }
  }
  const codes = async (app: Known) => {
    const as = await tokenOf(app)
    const calls = ['/system/park-lot/index', '/system/device/index']
    return Promise.all(calls.map(async (path) => (await server.call(path, {}, { as })).code))
  }
  const lapsedOf = async ({ id }: { id: number }) => {
    const { data } = await server.call('/system/app/view', { id })
    return { permissions: data.permissions, lapsed: data.lapsed }
  }

  test('reaches by it no more than by themselves, now or later', async () => {
    const { site, maker, app } = await madeByOne()
    expect(await lapsedOf(app)).toEqual({ permissions: ['pile.list', 'site.list'], lapsed: [] })
    const other = await makeSite(server.db)
    await server.call('/system/role/edit', { id: maker.role_id, site_ids: [other.id] })
    expect(await lapsedOf(app)).toEqual({ permissions: [], lapsed: ['pile.list', 'site.list'] })
    expect(await codes(app)).toEqual([403, 403])
    await server.call('/system/role/edit', { id: maker.role_id, site_ids: [site.id, other.id] })
    expect(await lapsedOf(app)).toEqual({ permissions: ['pile.list', 'site.list'], lapsed: [] })
  })

  test('loses by it what they lose themselves, and everything when they are shut out', async () => {
    const { maker, app } = await madeByOne()
    const permissions = MAKES.filter((code) => code !== 'pile.list')
    await server.call('/system/role/permissions', { id: maker.role_id, permissions })
    expect(await lapsedOf(app)).toEqual({ permissions: ['site.list'], lapsed: ['pile.list'] })
    expect((await withSecret(app)).answer.scope).toBe('site.list')
    expect((await withSecret(app, { scope: 'pile.list' })).answer.error).toBe('invalid_scope')
    expect(await codes(app)).toEqual([200, 403])
    await server.call('/system/user/disable', { id: maker.id })
    await expect.poll(() => codes(app)).toEqual([403, 403])
    expect((await withSecret(app)).answer.scope).toBe('')
    // Someone who may do all of it answers for it from now on.
    const { data } = await server.call('/system/app/secret', { id: app.id })
    expect(await codes({ ...app, secret: data.secret })).toEqual([200, 200])
    expect(await lapsedOf(app)).toMatchObject({ lapsed: [] })
  })

  test('and might do everything leaves it to the operator', async () => {
    const maker = await server.signIn({ permissions: ['*'] })
    const app = await makeApp({ menus: ['sites', 'piles'], as: maker })
    await server.call('/system/user/disable', { id: maker.id })
    expect(await codes(app)).toEqual([200, 200])
  })

  test('does not agree to a refund that it asked for', async () => {
    const maker = await server.signIn({ permissions: ['*'] })
    const app = await makeApp({ menus: ['orders', 'refunds', 'refund.request'], as: maker })
    const order = await makeOrder(server.db)
    const asked = { order_id: order.id, amount_cents: 100, way: 'wechat', reason: 'the pile broke off' }
    const { data, message } = await server.call('/system/refund/request', asked, { as: await tokenOf(app) })
    expect(data, message).toMatchObject({ status: 'unreviewed' })
    const agree = (as: SignedIn) => server.call('/system/refund/review', { id: data.id, agreed: true }, { as })
    expect((await agree(maker)).code).toBe(403)
    expect((await agree(server.administrator)).code).toBe(200)
  })
})
