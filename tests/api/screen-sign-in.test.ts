import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectScreen, decideScreen, openScreen, scanScreen } from '../../src/shared/endpoints/screen-sign-in.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Who = Pick<SignedIn, 'token'>

const open = async () => (await server.call(openScreen, {}, { as: null })).data
const collect = (secret: string, remember = false) => server.call(collectScreen, { secret, remember }, { as: null })
const stateOf = async (secret: string) => (await collect(secret)).data.state
const scan = (code: string, as: Who) => server.call(scanScreen, { code }, { as })
const decide = (code: string, confirm: boolean, as: Who) => server.call(decideScreen, { code, confirm }, { as })
const age = (seconds: number) =>
  server.db
    .updateTable('screen_sign_in')
    .set({ expires_at: sql<string>`expires_at - ${seconds} * interval '1 second'` })
    .execute()

describe('a screen that shows a code', () => {
  test('is let in as the person whose telephone scanned and confirmed it', async () => {
    const person = await server.signIn({ permissions: ['site.list'] })
    const { code, secret, expires_in } = await open()
    expect(expires_in).toBe(120)
    expect(await stateOf(secret)).toBe('pending')
    expect((await scan(code, person)).data).toEqual({
      browser: null,
      system: null,
      address: '127.0.0.1',
      place: 'same',
      expires_in: expect.any(Number),
    })
    expect(await stateOf(secret)).toBe('scanned')
    expect((await decide(code, true, person)).code).toBe(200)
    const { state, signed_in } = (await collect(secret)).data
    expect([state, signed_in?.userInfo.userId, signed_in?.permissions]).toEqual(['confirmed', person.id, ['site.list']])
    expect((await server.call(userMenus, {}, { as: signed_in })).code).toBe(200)
  })

  test('says which browser it is', async () => {
    const agent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
    const headers = { 'content-type': 'application/json', 'user-agent': agent }
    const answer = await fetch(`${server.url}/api${openScreen.path}`, { method: 'POST', headers, body: '{}' })
    const { data } = (await answer.json()) as { data: { code: string } }
    expect((await scan(data.code, server.administrator)).data).toMatchObject({
      browser: 'Chrome 130',
      system: 'Windows',
    })
  })

  test('is let in once: who asks again, or at the same instant, gets nothing', async () => {
    const { code, secret } = await open()
    await scan(code, server.administrator)
    await decide(code, true, server.administrator)
    const answers = await Promise.all([1, 2, 3, 4].map(() => collect(secret)))
    expect(answers.filter(({ data }) => data.signed_in)).toHaveLength(1)
    expect((await collect(secret)).data).toEqual({ state: 'expired', signed_in: null })
  })

  test('is not let in by what its picture says: the secret is another', async () => {
    const { code, secret } = await open()
    await scan(code, server.administrator)
    await decide(code, true, server.administrator)
    expect((await collect(code)).data).toEqual({ state: 'expired', signed_in: null })
    expect((await scan(secret, server.administrator)).code).toBe(409)
    expect(JSON.stringify(await server.db.selectFrom('screen_sign_in').selectAll().execute())).not.toContain(secret)
  })

  test('learns that it was refused', async () => {
    const { code, secret } = await open()
    await scan(code, server.administrator)
    await decide(code, false, server.administrator)
    expect((await collect(secret)).data).toEqual({ state: 'refused', signed_in: null })
    expect((await decide(code, true, server.administrator)).code, 'a refusal stands').toBe(409)
  })

  test('belongs to the first who scans it, and is confirmed by nobody who did not', async () => {
    const [first, second] = [await server.signIn(), await server.signIn()]
    const { code, secret } = await open()
    expect((await decide(code, true, first)).code, 'not scanned yet').toBe(409)
    await scan(code, first)
    expect((await scan(code, second)).code).toBe(409)
    expect((await decide(code, true, second)).code).toBe(409)
    expect((await scan(code, first)).code, 'the first may look again').toBe(200)
    expect(await stateOf(secret)).toBe('scanned')
  })

  test('waits two minutes', async () => {
    const { code, secret } = await open()
    await age(120)
    expect(await stateOf(secret)).toBe('expired')
    expect(await scan(code, server.administrator)).toMatchObject({
      code: 409,
      message: expect.stringContaining('not valid any more'),
    })
  })

  test('that is confirmed at the last moment can still fetch its sign-in', async () => {
    const { code, secret } = await open()
    await scan(code, server.administrator)
    await age(118)
    await decide(code, true, server.administrator)
    await age(10)
    expect(await stateOf(secret)).toBe('confirmed')
  })

  test('is not let in as someone who was disabled meanwhile', async () => {
    const person = await server.signIn()
    const { code, secret } = await open()
    await scan(code, person)
    await decide(code, true, person)
    await server.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', person.id).execute()
    expect((await collect(secret)).code).toBe(403)
  })

  test('leaves a trace: who let it in', async () => {
    const person = await server.signIn()
    const { code } = await open()
    await scan(code, person)
    await decide(code, true, person)
    const entries = await server.db
      .selectFrom('audit_entry')
      .select('action')
      .where('user_id', '=', person.id)
      .execute()
    expect(entries.map(({ action }) => action)).toContain('let_screen_in')
  })
})
