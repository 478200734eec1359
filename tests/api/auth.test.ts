import { sql } from 'kysely'
import sharp from 'sharp'
import svgCaptcha from 'svg-captcha'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { solve } from '../../src/client/sign-in/proof-of-work.ts'
import { Attempts } from '../../src/server/auth/attempts.ts'
import { forgetOldAddresses } from '../../src/server/auth/known-addresses.ts'
import { captcha, login, type WorkToDo } from '../../src/shared/endpoints/auth.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { makeUser } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
afterEach(async () => {
  await server.db.deleteFrom('sign_in_attempt').execute()
})

const enter = (username: string, password: string, more: object = {}) =>
  server.call('/system/login', { username, password, ...more }, { as: null })
const codeOf = async (who: { token: string }) => (await server.call(userMenus, {}, { as: who })).code

describe('a picture code', () => {
  let guarded: TestServer
  const drawn = vi.spyOn(svgCaptcha, 'create')
  beforeAll(async () => {
    guarded = await startServer({ settings: { captcha: true } })
  })
  afterAll(() => guarded.stop())

  const draw = async () => {
    const { data } = await guarded.call(captcha, {}, { as: null })
    return { ...data, code: String(drawn.mock.results.at(-1)?.value.text), work: data.work as WorkToDo }
  }
  const done = async (work: WorkToDo) => (await solve(work)) ?? undefined
  const enterWith = async (picture: object) => {
    const { user_name, password } = await makeUser(guarded.db)
    return guarded.call('/system/login', { username: user_name, password, ...picture }, { as: null })
  }

  test('is pixels, and nothing else leaves the server', async () => {
    const { image, code, id, work } = await draw()
    const bytes = Buffer.from(image.replace('data:image/jpeg;base64,', ''), 'base64')
    const { format, width, height, exif, xmp, comments } = await sharp(bytes).metadata()
    expect({ format, width, height, exif, xmp, comments }).toEqual({ format: 'jpeg', width: 300, height: 100 })
    for (const trace of ['<svg', '<path', code]) expect(bytes.includes(trace)).toBe(false)
    expect(JSON.stringify(work)).not.toContain(code)
    const kept = await guarded.db.selectFrom('captcha').select('answer_hash').where('id', '=', id).executeTakeFirst()
    expect(kept?.answer_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is another picture of the same characters each time', async () => {
    drawn.mockReturnValueOnce(drawn.mock.results.at(-1)?.value).mockReturnValueOnce(drawn.mock.results.at(-1)?.value)
    expect((await draw()).image).not.toBe((await draw()).image)
  })

  test('lets in anyone who reads it, whatever the case, with the work done', async () => {
    const { id, code, work } = await draw()
    expect(await enterWith({ captcha_id: id, code: ` ${code.toLowerCase()} `, work: await done(work) })).toMatchObject({
      code: 200,
      message: 'Login successfully',
    })
  })

  test('is good for one attempt', async () => {
    const { id, code, work } = await draw()
    const wrong = await enterWith({ captcha_id: id, code: 'nope', work: await done(work) })
    expect(wrong).toMatchObject({
      code: 422,
      data: { errors: { code: 'Please enter the correct verification code！' } },
    })
    expect((await enterWith({ captcha_id: id, code, work: await done(work) })).code).toBe(422)
  })

  describe('is not enough', () => {
    const says = 'This browser had not finished its check. Please try again with the new picture.'
    test.each([
      ['without the work', async () => undefined],
      ['with the work of another picture', async () => done((await draw()).work)],
      ['with a hash that no counter gave', async () => ({ counter: 7, key: 'ab'.repeat(32) })],
    ])('%s', async (_, work) => {
      const { id, code } = await draw()
      const answer = await enterWith({ captcha_id: id, code, work: await work() })
      expect(answer).toMatchObject({ code: 422, data: { errors: { code: says } } })
    })
  })

  test('is good for two minutes', async () => {
    const { id, code, work } = await draw()
    const { expires_at } = await guarded.db
      .selectFrom('captcha')
      .select('expires_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((Date.parse(expires_at) - Date.now()) / 1000).toBeCloseTo(120, -1)
    await guarded.db.updateTable('captcha').set({ expires_at: new Date().toISOString() }).where('id', '=', id).execute()
    expect((await enterWith({ captcha_id: id, code, work: await done(work) })).code).toBe(422)
  })

  test.each([{}, { code: 'abcd' }, { captcha_id: 'no uuid', code: 'abcd' }])('is missed in %j', async (picture) => {
    expect((await enterWith(picture)).code).toBe(422)
  })

  test('is not asked for where the setting says so', async () => {
    expect((await server.call(captcha, {}, { as: null })).data).toEqual({ required: false, id: '', image: '' })
  })
})

describe('signing in', () => {
  test('tells who it is, what they may do and for how long the token is good', async () => {
    const user = await makeUser(server.db, { permissions: ['site.list'] })
    const { data } = await server.call(
      login,
      { username: user.user_name.toUpperCase(), password: user.password },
      { as: null },
    )
    expect(data).toMatchObject({
      expires_in: 900,
      permissions: ['site.list'],
      userInfo: { userId: user.id, dashboard: '/dashboard', role: [expect.stringMatching(/^Role/)] },
    })
    expect(await codeOf(data)).toBe(200)
  })

  test.each(['disabled', 'unverified'] as const)('is refused to a user who is %s, with the reason', async (status) => {
    const { user_name, password } = await makeUser(server.db, { status })
    expect(await enter(user_name, password)).toMatchObject({
      code: 403,
      message: expect.stringContaining(status === 'disabled' ? 'disabled' : 'not verified'),
    })
    expect((await enter(user_name, 'wrong')).code).toBe(422)
  })

  test('is written down', async () => {
    const { id } = await server.signIn()
    const entries = await server.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('entity', '=', 'user')
      .where('entity_id', '=', id)
      .execute()
    expect(entries).toMatchObject([{ action: 'sign_in', user_id: id, address: '127.0.0.1' }])
  })
})

describe('guessing', () => {
  test('an account has to wait after five failures, longer each time, and is told how long', async () => {
    const { user_name, password } = await makeUser(server.db)
    for (let guess = 0; guess < 5; guess++) expect((await enter(user_name, 'wrong')).code).toBe(422)
    const held = await enter(user_name, password)
    expect(held).toMatchObject({ code: 429, message: 'Too many failed attempts. Please try again in 5 s.' })
    const waits = []
    for (let guess = 0; guess < 9; guess++) {
      await server.db.updateTable('sign_in_attempt').set({ blocked_until: '2020-01-01T00:00:00Z' }).execute()
      await enter(user_name, 'wrong')
      waits.push((await enter(user_name, 'wrong')).data.wait_seconds)
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900])
  })

  test('an account is open again after the wait, and a success forgets the failures', async () => {
    const { user_name, password } = await makeUser(server.db)
    for (let guess = 0; guess < 5; guess++) await enter(user_name, 'wrong')
    await server.db.updateTable('sign_in_attempt').set({ blocked_until: '2020-01-01T00:00:00Z' }).execute()
    expect((await enter(user_name, password)).code).toBe(200)
    expect((await enter(user_name, 'wrong')).code).toBe(422)
    expect((await enter(user_name, password)).code).toBe(200)
  })

  test('by a stranger elsewhere keeps nobody out of their own account', async () => {
    const { user_name, password } = await makeUser(server.db)
    const attempts = new Attempts(server.db)
    for (let guess = 0; guess < 5; guess++) await attempts.begin(user_name, '198.51.100.7')
    await expect(attempts.begin(user_name, '198.51.100.7')).rejects.toMatchObject({ code: 429 })
    expect((await enter(user_name, password)).code).toBe(200)
    await expect(attempts.begin(user_name, '198.51.100.7'), 'a success elsewhere').rejects.toMatchObject({ code: 429 })
  })

  test('from everywhere is slowed down, but not where the account was signed in lately', async () => {
    const user = await server.signIn()
    const stranger = await makeUser(server.db)
    const attempts = new Attempts(server.db)
    for (const { user_name } of [user, stranger]) {
      for (let guess = 0; guess < 50; guess++) await attempts.begin(user_name, `198.51.100.${guess}`)
      for (let guess = 0; guess < 2; guess++) await attempts.begin(user_name, `203.0.113.${guess}`)
      await expect(attempts.begin(user_name, '203.0.113.9'), 'its neighbour').rejects.toMatchObject({ code: 429 })
    }
    expect((await enter(user.user_name, user.password)).code).toBe(200)
    expect((await enter(stranger.user_name, 'wrong')).code).toBe(422)
    expect((await enter(stranger.user_name, 'wrong')).code).toBe(422)
    expect((await enter(stranger.user_name, stranger.password)).data.wait_seconds, 'never seen here').toBe(60)
    for (let guess = 0; guess < 5; guess++) expect((await enter(user.user_name, 'wrong')).code).toBe(422)
    expect((await enter(user.user_name, user.password)).code, 'known, yet limited').toBe(429)
    const month = sql`update known_address set last_at = now() - interval '31 days' where user_id = ${user.id}`
    await month.execute(server.db)
    await forgetOldAddresses(server.db)
    await server.db.deleteFrom('sign_in_attempt').where('key', 'like', 'pair:%').execute()
    for (let guess = 0; guess < 2; guess++) await enter(user.user_name, 'wrong')
    expect((await enter(user.user_name, user.password)).code, 'known no more').toBe(429)
  })

  test('from hundreds of addresses without end keeps the owner out at no new address', async () => {
    const owner = await makeUser(server.db)
    const attempts = new Attempts(server.db)
    const guesses = Array.from({ length: 300 }, (_, guess) => attempts.begin(owner.user_name, `198.51.${guess}.1`))
    await Promise.all(guesses)
    expect((await enter(owner.user_name, owner.password)).code).toBe(200)
  })

  test('from one /64 is one address, however many it has', async () => {
    const { user_name } = await makeUser(server.db)
    const attempts = new Attempts(server.db)
    for (let guess = 0; guess < 5; guess++) await attempts.begin(user_name, `2001:db8:1:2::${guess}`)
    await expect(attempts.begin(user_name, '2001:db8:1:2:ffff::1')).rejects.toMatchObject({ code: 429 })
    await attempts.begin(user_name, '2001:db8:1:3::1')
  })

  test('at the same instant counts each guess', async () => {
    const { user_name } = await makeUser(server.db)
    const answers = await Promise.all(Array.from({ length: 15 }, () => enter(user_name, 'wrong')))
    expect(answers.filter(({ code }) => code === 422)).toHaveLength(5)
  })

  test('begun before another that was counted first is no reason to wait', async () => {
    const begin = (attempts: Attempts) => attempts.begin('somebody', '198.51.100.9')
    await server.db.transaction().execute(async (earlier) => {
      await sql`select now()`.execute(earlier)
      await begin(new Attempts(server.db))
      await begin(new Attempts(earlier))
    })
    const { failures } = await server.db
      .selectFrom('sign_in_attempt')
      .select('failures')
      .where('key', 'like', 'pair:%')
      .executeTakeFirstOrThrow()
    expect(failures).toBe(2)
  })

  test('over many accounts holds the address up', async () => {
    const codes = []
    for (let guess = 0; guess < 32; guess++) codes.push((await enter(`name${guess}`, 'wrong')).code)
    expect(codes.slice(0, 30)).toEqual(Array(30).fill(422))
    expect(codes.slice(30)).toEqual([429, 429])
  })
})
