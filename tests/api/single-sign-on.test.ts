import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SsoSettings } from '../../src/server/auth/sso/settings.ts'
import { login } from '../../src/shared/endpoints/auth.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { beginSso, loginBySso, ssoProvider } from '../../src/shared/endpoints/single-sign-on.ts'
import { makeUser, next } from '../make.ts'
import { type Identity, type IdentityProvider, startIdentityProvider } from '../setup/identity-provider.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { httpService } from '../setup/services.ts'

const redirect_uri = 'https://console.example.com/login/sso'
let idp: IdentityProvider
let server: TestServer
const settings: { -readonly [K in keyof SsoSettings]: SsoSettings[K] } = {
  ...{ issuer: '', client: { id: '', secret: null }, redirect_uri, name: 'Volt', scopes: 'openid profile email' },
  roles: { claim: 'realm_access.roles', names: new Map() },
  depts: { claim: 'department', names: new Map([['n', 'North by claim']]) },
  ...{ creates: true, localForAll: true },
}

beforeAll(async () => {
  idp = await startIdentityProvider(redirect_uri)
  Object.assign(settings, { issuer: idp.issuer, client: idp.client })
  server = await startServer({ settings: { sso: settings } })
})
afterEach(() => {
  settings.creates = true
})
afterAll(async () => {
  await server.stop()
  await idp.stop()
})

const open = { as: null }
const begin = async (remember = false) => (await server.call(beginSso, { remember }, open)).data
const finish = (secret: string, back: URL) => server.call(loginBySso, { secret, search: back.search }, open)

/** Signs in as a browser would: to the provider and back. */
async function enter(name: string, claims: object = {}) {
  idp.people.set(name, { name: 'Ann Li', preferred_username: name, ...claims })
  const { url, secret } = await begin()
  return finish(secret, await idp.signIn(url, name))
}
const fresh = () => `ann${next()}`
const userNamed = (user_name: string) =>
  server.db.selectFrom('users').selectAll().where('user_name', '=', user_name).executeTakeFirst()
const rolesOf = async (user_id: number) =>
  (
    await server.db
      .selectFrom('user_role')
      .innerJoin('role', 'role.id', 'role_id')
      .select('name')
      .where('user_id', '=', user_id)
      .orderBy('name')
      .execute()
  ).map(({ name }) => name)
async function role(permissions: string[] = []) {
  const name = `Role by claim ${next()}`
  await server.db.insertInto('role').values({ name, permissions, remark: null }).execute()
  return name
}

describe('a sign-in by the provider', () => {
  test('makes an account at the first time and finds it at the second', async () => {
    const name = fresh()
    const first = await enter(name, { email: `${name}@example.com`, email_verified: true })
    expect(first).toMatchObject({ code: 200, data: { userInfo: { userName: name, name: 'Ann Li' }, remember: false } })
    expect((await server.call(userMenus, {}, { as: first.data })).code).toBe(200)
    const second = await enter(name, { preferred_username: 'renamed there' })
    expect(second.data.userInfo.userId).toBe(first.data.userInfo.userId)
    expect(await userNamed(name)).toMatchObject({ email: `${name}@example.com`, status: 'normal' })
  })

  test('asks by code, PKCE, state and nonce, and leaves no secret in the address', async () => {
    const { url, secret } = await begin()
    const asked = Object.fromEntries(new URL(url).searchParams)
    expect(asked).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', redirect_uri })
    for (const name of ['code_challenge', 'state', 'nonce']) expect(asked[name]?.length).toBeGreaterThan(30)
    for (const hidden of [secret, idp.client.secret]) expect(url).not.toContain(hidden)
  })

  test('is good once, for the browser that asked, and for its own state', async () => {
    const name = fresh()
    idp.people.set(name, {})
    const [mine, other] = [await begin(), await begin()]
    const back = await idp.signIn(mine.url, name)
    expect((await finish(other.secret, back)).code, 'a link that someone sent').toBe(403)
    expect((await finish(mine.secret, back)).code).toBe(200)
    expect((await finish(mine.secret, back)).code, 'again').toBe(403)
    const third = await begin()
    const swapped = await idp.signIn((await begin()).url, name)
    swapped.searchParams.set('state', String(new URL(third.url).searchParams.get('state')))
    expect((await finish(third.secret, swapped)).code, 'another’s code').toBe(403)
    expect(
      await server.db.selectFrom('sso_attempt').select('state_hash').where('secret_hash', '=', '').execute(),
    ).toEqual([])
  })

  test.each(['?error=access_denied&state=', '?code=made-up&state=', '?state='])(
    'comes to nothing with %s',
    async (search) => {
      const { url, secret } = await begin()
      const state = new URL(url).searchParams.get('state')
      const answer = await server.call(loginBySso, { secret, search: `${search}${state}` }, open)
      expect(answer).toMatchObject({ code: 403, message: 'The sign-in did not work. Please try again.' })
    },
  )

  test('makes one account of two windows that come back at once', async () => {
    const name = fresh()
    idp.people.set(name, {})
    const two = [await begin(), await begin()]
    const backs = await Promise.all(two.map(({ url }) => idp.signIn(url, name)))
    const answers = await Promise.all(two.map(({ secret }, at) => finish(secret, backs[at] as URL)))
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    expect(new Set(answers.map(({ data }) => data.userInfo.userId)).size).toBe(1)
  })

  test('stands in the log of sign-ins', async () => {
    const name = fresh()
    await enter(name)
    const { data } = await server.call('GET /system/log/sign-in/list', { way: 'sso' })
    expect(data.rows[0]).toMatchObject({ way: 'sso', outcome: 'signed_in', user_name: name })
  })
})

test('a token that another key signed lets nobody in', async () => {
  const { publicKey } = await generateKeyPair('RS256')
  const { privateKey: forger } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'k' }
  let nonce = ''
  const forged = await httpService(async ({ url, headers }) => {
    const issuer = `http://${headers.host}`
    if (url.pathname.startsWith('/.well-known'))
      return {
        body: { issuer, authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t`, jwks_uri: `${issuer}/k` },
      }
    if (url.pathname === '/k') return { body: { keys: [jwk] } }
    const id_token = await new SignJWT({ nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer(issuer)
      .setAudience('chargedeck')
      .setSubject('anybody')
      .setIssuedAt()
      .setExpirationTime('1 minute')
      .sign(forger)
    return { body: { access_token: 'x', token_type: 'Bearer', id_token } }
  })
  const client = { id: 'chargedeck', secret: 's' }
  const own = await startServer({ settings: { sso: { ...settings, issuer: forged.url, client } } })
  try {
    const { url, secret } = (await own.call(beginSso, {}, open)).data
    const asked = new URL(url).searchParams
    nonce = String(asked.get('nonce'))
    const search = `?code=x&state=${asked.get('state')}`
    expect((await own.call(loginBySso, { secret, search }, open)).code).toBe(403)
    expect(await own.db.selectFrom('user_identity').selectAll().execute()).toEqual([])
  } finally {
    await own.stop()
    await forged.stop()
  }
})

describe('whose account it is', () => {
  test('an account of before is found by a mail address that the provider has checked', async () => {
    const email = `li${next()}@example.com`
    const before = await makeUser(server.db)
    await server.db.updateTable('users').set({ email }).where('id', '=', before.id).execute()
    expect((await enter(fresh(), { email, email_verified: true })).data.userInfo.userId).toBe(before.id)
  })

  test.each([
    ['not checked', { email_verified: false }],
    ['that it says nothing of', {}],
    ['checked, as a text', { email_verified: 'true' }],
  ])('but not by one that is %s', async (_, checked) => {
    const email = `li${next()}@example.com`
    const before = await makeUser(server.db)
    await server.db.updateTable('users').set({ email }).where('id', '=', before.id).execute()
    const { data } = await enter(fresh(), { email, ...checked })
    expect(data.userInfo.userId).not.toBe(before.id)
  })

  test('that of an administrator is not taken over by mail', async () => {
    const email = `chief${next()}@example.com`
    const before = await makeUser(server.db, { permissions: ['*'] })
    await server.db.updateTable('users').set({ email }).where('id', '=', before.id).execute()
    expect((await enter(fresh(), { email, email_verified: true })).code).toBe(403)
  })

  test('an account is not taken over by its name: the new one is numbered', async () => {
    const before = await makeUser(server.db)
    const { data } = await enter(fresh(), { preferred_username: before.user_name.toUpperCase() })
    expect(data.userInfo).toMatchObject({ userName: `${before.user_name.toUpperCase()}-2` })
  })

  test('nobody’s, where no accounts are made', async () => {
    settings.creates = false
    const name = fresh()
    expect(await enter(name)).toMatchObject({ code: 403, message: expect.stringContaining('Volt') })
    expect(await userNamed(name)).toBeUndefined()
  })

  test.each(['disabled', 'archived'] as const)('one that is %s stays out', async (state) => {
    const name = fresh()
    const { id } = (await enter(name)).data.userInfo ? ((await userNamed(name)) as { id: number }) : { id: 0 }
    const change = state === 'disabled' ? { status: state } : { archived_at: new Date().toISOString() }
    await server.db.updateTable('users').set(change).where('id', '=', id).execute()
    expect((await enter(name)).code).toBe(403)
  })
})

describe('rights', () => {
  test('follow the claims each time, and what was given here by hand stays', async () => {
    const [one, two, own] = [await role(['site.list']), await role(), await role()]
    settings.roles = {
      ...settings.roles,
      names: new Map([
        ['ops', one],
        ['lead', two],
      ]),
    }
    const name = fresh()
    const first = await enter(name, { realm_access: { roles: ['ops', 'unknown'] } })
    expect(first.data.permissions).toEqual(['site.list'])
    const { id } = (await userNamed(name)) as { id: number }
    const { id: own_id } = await server.db
      .selectFrom('role')
      .select('id')
      .where('name', '=', own)
      .executeTakeFirstOrThrow()
    await server.db.insertInto('user_role').values({ user_id: id, role_id: own_id }).execute()
    await enter(name, { realm_access: { roles: ['lead'] } })
    expect(await rolesOf(id)).toEqual([two, own].sort())
    await enter(name, {})
    expect(await rolesOf(id)).toEqual([own])
  })

  test('the department follows its claim', async () => {
    const { id: dept_id } = await server.db
      .insertInto('dept')
      .values({ name: 'North by claim', sort: 0, status: 'normal' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const name = fresh()
    await enter(name, { department: 'n' })
    expect(await userNamed(name)).toMatchObject({ dept_id })
  })

  test('the last administrator is not taken away by a claim', async () => {
    const alone = await startServer({ settings: { sso: settings } })
    try {
      await alone.db.deleteFrom('user_role').execute()
      await alone.db
        .insertInto('role')
        .values({ name: 'Ruler by claim', permissions: ['*'], remark: null })
        .execute()
      settings.roles = { ...settings.roles, names: new Map([['ruler', 'Ruler by claim']]) }
      const name = fresh()
      const come = async (claims: Identity) => {
        idp.people.set(name, claims)
        const { url, secret } = (await alone.call(beginSso, {}, open)).data
        const { search } = await idp.signIn(url, name)
        return alone.call(loginBySso, { secret, search }, open)
      }
      expect((await come({ realm_access: { roles: ['ruler'] } })).data.permissions).toEqual(['*'])
      expect((await come({})).code).toBe(409)
    } finally {
      await alone.stop()
    }
  })
})

describe('without the provider', () => {
  test('only who may do everything gets in where the setting says so', async () => {
    const strict = await startServer({ settings: { sso: { ...settings, localForAll: false } } })
    try {
      const [clerk, chief] = [await makeUser(strict.db), await makeUser(strict.db, { permissions: ['*'] })]
      const come = ({ user_name: username, password }: typeof clerk) => strict.call(login, { username, password }, open)
      expect(await come(clerk)).toMatchObject({ code: 403, message: expect.stringContaining('single sign-on') })
      expect((await come(chief)).code).toBe(200)
      expect((await strict.call(ssoProvider, {}, open)).data).toEqual({ name: 'Volt', local: false })
    } finally {
      await strict.stop()
    }
  })

  test('one that is down is said to be, and comes back', async () => {
    const lost = { ...settings, issuer: 'http://127.0.0.1:9' }
    const own = await startServer({ settings: { sso: lost } })
    try {
      const answer = await own.call(beginSso, {}, open)
      expect(answer).toMatchObject({ code: 503, message: expect.stringContaining('Volt cannot be reached') })
      lost.issuer = idp.issuer
      expect((await own.call(beginSso, {}, open)).code).toBe(200)
    } finally {
      await own.stop()
    }
  })

  test('there is nothing to begin where none is set', async () => {
    const plain = await startServer()
    try {
      expect((await plain.call(ssoProvider, {}, open)).data).toEqual({ name: null, local: true })
      expect((await plain.call(beginSso, {}, open)).code).toBe(404)
    } finally {
      await plain.stop()
    }
  })
})
