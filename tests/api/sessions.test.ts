import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccessTokens } from '../../src/server/auth/access-token.ts'
import { ensureAdministrator } from '../../src/server/auth/administrator.ts'
import { login, logout, refresh } from '../../src/shared/endpoints/auth.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { makeUser } from '../make.ts'
import { freshDatabase } from '../setup/database.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const tokenKey = randomBytes(32)
beforeAll(async () => {
  server = await startServer({ secrets: { tokenKey } })
})
afterAll(() => server.stop())

const enter = (username: string, password: string, more: object = {}) =>
  server.call('/system/login', { username, password, ...more }, { as: null })
const codeOf = async (who: Pick<SignedIn, 'token'>) => (await server.call(userMenus, {}, { as: who })).code
const renew = (refresh_token: string) => server.call(refresh, { refresh_token }, { as: null })
const later = (seconds: number) => sql.raw(`interval '${seconds} seconds'`)

describe('a refresh token', () => {
  const age = (seconds: number) =>
    server.db
      .updateTable('session')
      .set({ used_at: sql`used_at - ${later(seconds)}` })
      .where('used_at', 'is not', null)
      .execute()
  const ends = async (user_id: number) =>
    (
      await server.db.selectFrom('session').select('expires_at').where('user_id', '=', user_id).orderBy('id').execute()
    ).map(({ expires_at }) => Math.round((Date.parse(expires_at) - Date.now()) / 60_000))

  test('is spent for a new pair', async () => {
    const user = await server.signIn()
    const { data } = await renew(user.refresh_token)
    expect(data.refresh_token).not.toBe(user.refresh_token)
    expect(await codeOf({ token: data.access_token })).toBe(200)
    expect((await renew(data.refresh_token)).code).toBe(200)
  })

  test('may be spent by two tabs at the same instant', async () => {
    const user = await server.signIn()
    const answers = await Promise.all([1, 2, 3].map(() => renew(user.refresh_token)))
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
    for (const { data } of answers) expect((await renew(data.refresh_token)).code).toBe(200)
  })

  test('that comes again later ends its whole sign-in', async () => {
    const user = await server.signIn()
    const { data } = await renew(user.refresh_token)
    await age(11)
    expect((await renew(user.refresh_token)).code).toBe(401)
    expect((await renew(data.refresh_token)).code).toBe(401)
    expect(await codeOf({ token: data.access_token })).toBe(401)
  })

  test('is good for an hour after it was last used', async () => {
    const user = await server.signIn()
    await server.db
      .updateTable('session')
      .set({ expires_at: sql`now() + ${later(600)}` })
      .where('user_id', '=', user.id)
      .execute()
    await renew(user.refresh_token)
    expect(await ends(user.id)).toEqual([10, 60])
  })

  test('is good for twelve hours after signing in, however much it is used', async () => {
    const user = await server.signIn()
    const { data } = await renew(user.refresh_token)
    const opened = (minutes_ago: number) =>
      server.db
        .updateTable('session')
        .set({ opened_at: sql`now() - ${later(minutes_ago * 60)}` })
        .where('user_id', '=', user.id)
        .execute()
    await opened(11 * 60 + 50)
    const last = await renew(data.refresh_token)
    expect(await ends(user.id)).toEqual([60, 60, 10])
    expect(last.data.expires_in, 'the access token ends with it').toBeLessThanOrEqual(600)
    await opened(12 * 60 + 1)
    await server.db
      .updateTable('session')
      .set({ expires_at: sql`now() - ${later(60)}` })
      .where('user_id', '=', user.id)
      .execute()
    expect((await renew(last.data.refresh_token)).code).toBe(401)
  })

  describe('of which the answer was lost', () => {
    const attempt = 'the browser names its try'
    const again = (refresh_token: string, name = attempt) =>
      server.call(refresh, { refresh_token, attempt: name }, { as: null })

    test('is answered anew under the name of its try, however late; the answer that was lost is good no more', async () => {
      const user = await server.signIn()
      const lost = await again(user.refresh_token)
      await age(3_000)
      const found = await again(user.refresh_token)
      expect(found.code).toBe(200)
      expect((await renew(found.data.refresh_token)).code).toBe(200)
      expect((await renew(lost.data.refresh_token)).code, 'two have it').toBe(401)
      expect(await codeOf({ token: found.data.access_token })).toBe(401)
    })

    test('is not answered anew once an answer was used: then another has the token', async () => {
      const user = await server.signIn()
      const first = await again(user.refresh_token)
      const second = await again(first.data.refresh_token)
      await age(11)
      expect((await again(user.refresh_token)).code).toBe(401)
      expect((await again(second.data.refresh_token)).code).toBe(401)
      expect(await codeOf({ token: second.data.access_token })).toBe(401)
    })

    test('is not answered anew under another name', async () => {
      const user = await server.signIn()
      await again(user.refresh_token)
      await age(11)
      expect((await again(user.refresh_token, 'someone else names theirs')).code).toBe(401)
    })

    test('is not answered without end', async () => {
      const user = await server.signIn()
      const codes: number[] = []
      for (let times = 0; times < 21; times++) {
        codes.push((await again(user.refresh_token)).code)
        if (times === 5) await age(11)
      }
      expect(codes).toEqual([...Array(20).fill(200), 401])
    })
  })

  test('is good for 24 hours after signing in when that is to be remembered', async () => {
    const { user_name, password, id } = await makeUser(server.db)
    const { data } = await enter(user_name, password, { remember: true })
    await server.db
      .updateTable('session')
      .set({ expires_at: sql`expires_at - ${later(3600)}` })
      .where('user_id', '=', id)
      .execute()
    await renew(data.refresh_token)
    expect(await ends(id)).toEqual([23 * 60, 23 * 60])
  })

  test.each(['', 'nonsense'])('%j is refused', async (token) => {
    expect((await server.call('/site/refresh', { refresh_token: token }, { as: null })).code).toBe(token ? 401 : 422)
  })

  test('that is too old is refused', async () => {
    const user = await server.signIn()
    await server.db.updateTable('session').set({ expires_at: sql`now()` }).where('user_id', '=', user.id).execute()
    expect((await renew(user.refresh_token)).code).toBe(401)
  })

  test('of a user who was disabled is refused', async () => {
    const user = await server.signIn()
    await server.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute()
    expect((await renew(user.refresh_token)).code).toBe(401)
  })

  test('is kept as a hash', async () => {
    const user = await server.signIn()
    const kept = await server.db.selectFrom('session').selectAll().where('user_id', '=', user.id).execute()
    expect(JSON.stringify(kept)).not.toContain(user.refresh_token)
  })
})

describe('an access token', () => {
  test('ends after fifteen minutes', async () => {
    const user = await server.signIn()
    const { family } = await server.db
      .selectFrom('session')
      .select('family')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    const made = (ago: number, ends_at = Number.POSITIVE_INFINITY) =>
      new AccessTokens(tokenKey).sign({ user_id: user.id, family, ends_at }, Date.now() - ago * 1000)
    expect(await codeOf(await made(890))).toBe(200)
    expect(await codeOf(await made(901))).toBe(401)
    expect(await codeOf(await made(60, Date.now() - 1_000)), 'its sign-in is over').toBe(401)
    expect((await made(0, Date.now() + 61_000)).expires_in).toBeLessThan(62)
  })

  test('of another maker is refused, also one that says it needs no signature', async () => {
    const user = await server.signIn()
    const [, payload] = user.token.split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const other = await new AccessTokens(randomBytes(32)).sign({
      user_id: user.id,
      family: '0b5d0e3e-4f43-4d0e-9a3c-2f0a5a3b1c11',
      ends_at: Number.POSITIVE_INFINITY,
    })
    const elsewhere = await new SignJWT({ sid: JSON.parse(Buffer.from(String(payload), 'base64url').toString()).sid })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(user.id))
      .setAudience('something else that is signed here')
      .setExpirationTime('5 minutes')
      .sign(tokenKey)
    for (const token of [`${none}.${payload}.`, other.token, elsewhere, 'x', user.token.slice(0, -3)])
      expect(await codeOf({ token })).toBe(401)
  })

  test('ends when its person signs out, with the refresh token', async () => {
    const user = await server.signIn()
    const another = await enter(user.user_name, user.password)
    expect((await server.call(logout, {}, { as: user })).code).toBe(200)
    expect(await codeOf(user)).toBe(401)
    expect((await renew(user.refresh_token)).code).toBe(401)
    expect(await codeOf(another.data), 'signing out here leaves the other device signed in').toBe(200)
  })

  test('sees within a second that its user was disabled or got other rights', async () => {
    const user = await server.signIn({ permissions: ['site.list'] })
    const list = async () => (await server.call('/system/park-lot/index', {}, { as: user })).code
    expect(await list()).toBe(200)
    await server.db
      .updateTable('role')
      .set({ permissions: ['alarm.list'] })
      .where('id', '=', user.role_id)
      .execute()
    await expect.poll(list).toBe(403)
    await server.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute()
    await expect.poll(list).toBe(401)
  })

  test('grants nothing by a role that is disabled', async () => {
    const user = await makeUser(server.db, { permissions: ['site.list'] })
    await server.db.updateTable('role').set({ status: 'disabled' }).where('id', '=', user.role_id).execute()
    expect((await enter(user.user_name, user.password)).data.permissions).toEqual([])
  })
})

describe('the first administrator', () => {
  test('is created once, however many servers start together', async () => {
    const empty = await freshDatabase()
    try {
      const made = await Promise.all([1, 2, 3].map(() => ensureAdministrator(empty.db)))
      expect(made.filter(Boolean)).toEqual([
        { user_name: 'admin', password: expect.stringMatching(/^([A-Za-z2-9]{6}-){3}[A-Za-z2-9]{6}$/) },
      ])
      expect(await ensureAdministrator(empty.db, 'another one')).toBeNull()
    } finally {
      await empty.drop()
    }
  })

  test('has the password that was given and may do everything', async () => {
    const own = await startServer()
    try {
      await own.db.deleteFrom('users').execute()
      await ensureAdministrator(own.db, 'chosen by hand')
      const { data } = await own.call(login, { username: 'admin', password: 'chosen by hand' }, { as: null })
      expect(data.permissions).toEqual(['*'])
    } finally {
      await own.stop()
    }
  })
})
