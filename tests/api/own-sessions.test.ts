import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { login, refresh } from '../../src/shared/endpoints/auth.ts'
import {
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  ownSessions,
} from '../../src/shared/endpoints/own-sessions.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
afterEach(async () => {
  await server.db.deleteFrom('sign_in_attempt').execute()
})

type Who = Pick<SignedIn, 'token'>

const again = async ({ user_name: username, password }: SignedIn, remember = false) =>
  (await server.call(login, { username, password, remember }, { as: null })).data
const sessionsOf = async (as: Who) => (await server.call(ownSessions, {}, { as })).data.sessions
const codeOf = async (as: Who) => (await server.call(userMenus, {}, { as })).code
const renew = async (refresh_token: string) => (await server.call(refresh, { refresh_token }, { as: null })).code

describe('a person', () => {
  test('sees where they are signed in, and which of them asks', async () => {
    const first = await server.signIn()
    const second = await again(first, true)
    await server.signIn()
    const sessions = await sessionsOf(second)
    expect(sessions.map(({ own, remember, address, place }) => ({ own, remember, address, place }))).toEqual([
      { own: true, remember: true, address: '127.0.0.1', place: 'same' },
      { own: false, remember: false, address: '127.0.0.1', place: 'same' },
    ])
    const hours = sessions.map(({ since, expires_at }) =>
      Math.round((Date.parse(expires_at) - Date.parse(since)) / 3_600_000),
    )
    expect(hours).toEqual([24, 1])
  })

  test('sees a sign-in that was renewed once, since its beginning', async () => {
    const someone = await server.signIn()
    const [before] = await sessionsOf(someone)
    expect(await renew(someone.refresh_token)).toBe(200)
    const after = await sessionsOf(someone)
    expect(after).toHaveLength(1)
    expect(after[0]).toMatchObject({ id: before?.id, since: before?.since })
    expect(Date.parse(String(after[0]?.last_used))).toBeGreaterThan(Date.parse(String(before?.last_used)))
  })

  test('ends one of them, which is out at once with all its tokens', async () => {
    const first = await server.signIn()
    const second = await again(first)
    const other = (await sessionsOf(first)).find(({ own }) => !own)
    await codeOf(second)
    expect((await server.call(endOwnSession, { id: String(other?.id) }, { as: first })).message).toBe(
      'That sign-in has ended.',
    )
    expect([await codeOf(second), await renew(second.refresh_token), await codeOf(first)]).toEqual([401, 401, 200])
  })

  test('ends no one else’s', async () => {
    const [mine, theirs] = [await server.signIn(), await server.signIn()]
    const [session] = await sessionsOf(theirs)
    await server.call(endOwnSession, { id: String(session?.id) }, { as: mine })
    expect(await codeOf(theirs)).toBe(200)
  })

  test('ends all others', async () => {
    const first = await server.signIn()
    const others = [await again(first), await again(first)]
    expect((await server.call(endOtherSessions, {}, { as: first })).data).toEqual({ ended: 2 })
    expect(await Promise.all(others.map(codeOf))).toEqual([401, 401])
    expect(await codeOf(first)).toBe(200)
  })
})

describe('changing one’s own password', () => {
  const change = (as: Who, old_password: string, password: string, password_again = password) =>
    server.call(changeOwnPassword, { old_password, password, password_again }, { as })

  test('takes the old one, ends the other sign-ins, and the new one lets in', async () => {
    const someone = await server.signIn()
    const other = await again(someone)
    expect((await change(someone, someone.password, 'another pass 2')).message).toBe('The password was changed.')
    expect([await codeOf(other), await codeOf(someone)]).toEqual([401, 200])
    expect((await again({ ...someone, password: 'another pass 2' })).token).toBeTruthy()
  })

  test.each([
    ['wrong pass 9', 'another pass 2', 'another pass 2', 'old_password', 'This is not your current password.'],
    ['correct horse 1', 'correct horse 1', 'correct horse 1', 'password', 'This is the password you have.'],
    ['correct horse 1', 'short', 'short', 'password', 'At least 8 characters, letters and digits among them.'],
    ['correct horse 1', 'another pass 2', 'another pass 3', 'password_again', 'Entered passwords differ'],
  ])('is refused from %j to %j and %j', async (old, password, repeated, field, words) => {
    const someone = await server.signIn()
    expect((await change(someone, old, password, repeated)).data).toEqual({ errors: { [field]: words } })
    expect(await codeOf(await again(someone)), 'the old one still holds').toBe(200)
  })

  test('guessing the old one is slowed down', async () => {
    const someone = await server.signIn()
    const codes = []
    for (let guess = 0; guess < 6; guess++)
      codes.push((await change(someone, `wrong pass ${guess}`, 'another pass 2')).code)
    expect(codes).toEqual([422, 422, 422, 422, 422, 429])
  })
})

describe('renewing whose answer was lost', () => {
  const attempt = 'a name of this very try'
  const named = (refresh_token: string, name: string) =>
    server.call(refresh, { refresh_token, attempt: name }, { as: null })
  const wait = (seconds: number) =>
    server.db
      .updateTable('session')
      .set(({ ref }) => ({
        used_at: new Date(Date.now() - seconds * 1000).toISOString(),
        token_hash: ref('token_hash'),
      }))
      .where('used_at', 'is not', null)
      .execute()

  test('is answered again under the same name, however late', async () => {
    const { refresh_token } = await server.signIn()
    await named(refresh_token, attempt)
    await wait(600)
    const late = await named(refresh_token, attempt)
    expect([late.code, await codeOf({ token: late.data.access_token })]).toEqual([200, 200])
    expect(await renew(late.data.refresh_token)).toBe(200)
  })

  test('ends the sign-in under another name or none', async () => {
    for (const other of ['someone else’s try', undefined]) {
      const someone = await server.signIn()
      await named(someone.refresh_token, attempt)
      await wait(600)
      const again = other ? (await named(someone.refresh_token, other)).code : await renew(someone.refresh_token)
      expect([again, await codeOf(someone)]).toEqual([401, 401])
    }
  })
})
