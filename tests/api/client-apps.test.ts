import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSite, next } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const menuIds = async (...names: string[]) => {
  const rows = await server.db.selectFrom('menu').select('id').where('name', 'in', names).execute()
  return rows.map(({ id }) => id)
}

interface Draft {
  menus?: string[]
  as?: SignedIn
  [field: string]: unknown
}

/** A client app with a secret; by default it sees and changes sites. */
async function makeApp({ menus = ['sites', 'site.update'], as = server.administrator, ...fields }: Draft = {}) {
  const draft = { name: `App ${next()}`, menu_ids: await menuIds(...menus), ...fields }
  const { data: app, code, message } = await server.call('/system/app/create', draft, { as })
  expect(code, message).toBe(200)
  const { data } = await server.call('/system/app/secret', { id: app.id }, { as })
  return { ...app, ...data } as { id: number; name: string; version: number; client_id: string; secret: string }
}

async function post(form: string | object, headers: Record<string, string> = {}) {
  const body = typeof form === 'string' ? form : new URLSearchParams(form as Record<string, string>)
  const response = await fetch(`${server.url}/api/oauth/token`, { method: 'POST', body, headers })
  return { status: response.status, headers: response.headers, answer: await response.json() }
}
const grant = { grant_type: 'client_credentials' }
const withSecret = ({ client_id, secret }: { client_id: string; secret: string }, more: object = {}) =>
  post({ ...grant, client_id, client_secret: secret, ...more })
const tokenOf = async (app: { client_id: string; secret: string }, more: object = {}) => ({
  token: (await withSecret(app, more)).answer.access_token as string,
})

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

  test('stands on the API page as a way to call', async () => {
    const page = await (await fetch(`${server.url}/api/openapi.json`)).json()
    expect(page.components.securitySchemes.client_app.flows.clientCredentials.tokenUrl).toBe('/api/oauth/token')
    expect(Object.keys(page.paths)).toContain('/api/oauth/token')
  })
})
