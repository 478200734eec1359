import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Attempts } from '../../src/server/auth/attempts.ts'
import { OneTimeCodes } from '../../src/server/auth/one-time-codes.ts'
import { login } from '../../src/shared/endpoints/auth.ts'
import { loginByCode, resetPassword, sendCode } from '../../src/shared/endpoints/sign-in-codes.ts'
import { makeUser, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

const codeKey = randomBytes(32)
let server: TestServer
beforeAll(async () => {
  server = await startServer({ secrets: { captchaKey: codeKey } })
})
afterAll(() => server.stop())
afterEach(async () => {
  await server.db.deleteFrom('sign_in_attempt').execute()
})

const open = { as: null }
const send = (purpose: 'sign_in' | 'reset' | 'register', to: string) =>
  server.call(sendCode.path, { purpose, to }, open)
const enter = (mobile: string, sent_code: string) => server.call(loginByCode.path, { mobile, sent_code }, open)

async function user(given: { phone?: string; email?: string; status?: 'normal' | 'disabled' | 'unverified' } = {}) {
  const { status = 'normal', ...contact } = given
  const made = await makeUser(server.db, { status })
  await server.db.updateTable('users').set(contact).where('id', '=', made.id).execute()
  return made
}
const number = () => `139${String(next()).padStart(8, '0')}`

/** What went out to a number or a mail address, the newest first. */
const sentTo = (recipient: string) =>
  server.db.selectFrom('message').selectAll().where('recipient', '=', recipient).orderBy('id', 'desc').execute()
async function codeSentTo(recipient: string): Promise<string> {
  const [message] = await sentTo(recipient)
  return String((message?.words as { code?: string } | null)?.code)
}
const pass = (minutes: number) =>
  server.db
    .updateTable('one_time_code')
    .set({
      sent_at: sql<string>`sent_at - ${minutes} * interval '1 minute'`,
      expires_at: sql<string>`expires_at - ${minutes} * interval '1 minute'`,
    })
    .execute()
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a number is one person’s', () => {
  test('however it is written: nobody else is given it', async () => {
    const phone = number()
    const { id } = await user({ phone })
    const draft = { name: 'Somebody', role_ids: [], password: 'correct horse 1' }
    for (const other of [phone, `+86 ${phone}`, `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`])
      expect(
        await server.call('/system/user/add', { ...draft, user_name: `other${next()}`, phone: other }),
      ).toMatchObject({
        code: 409,
        data: { errors: { phone: expect.any(String) } },
      })
    await send('sign_in', phone)
    expect((await enter(phone, await codeSentTo(phone))).data.userInfo.userId).toBe(id)
  })

  test('also when someone else’s account is called like it', async () => {
    const phone = number()
    const { id } = await user({ phone })
    const named = await makeUser(server.db, { user_name: phone })
    await server.db.updateTable('users').set({ phone: number() }).where('id', '=', named.id).execute()
    await send('reset', phone)
    expect(await sentTo(phone)).toMatchObject([{ user_id: id }])
  })
})

describe('a code by SMS', () => {
  test('lets in whose number it is, however the number is written, and once', async () => {
    const phone = number()
    const { id } = await user({ phone })
    expect(await send('sign_in', `+86 ${phone.slice(0, 3)}-${phone.slice(3)}`)).toMatchObject({
      code: 200,
      message: 'If that is known here, a code is on its way.',
      data: { wait_seconds: 60 },
    })
    const code = await codeSentTo(phone)
    expect(code).toMatch(/^\d{6}$/)
    expect((await enter(phone, code)).data.userInfo.userId).toBe(id)
    expect((await enter(phone, code)).code).toBe(422)
  })

  test('that two send at the same instant lets one in', async () => {
    const phone = number()
    await user({ phone })
    await send('sign_in', phone)
    const code = await codeSentTo(phone)
    const codes = (await Promise.all([1, 2, 3, 4].map(() => enter(phone, code)))).map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
  })

  test('is good for five minutes', async () => {
    const phone = number()
    await user({ phone })
    await send('sign_in', phone)
    await pass(5)
    expect((await enter(phone, await codeSentTo(phone))).data.errors).toEqual({
      sent_code: 'The code is wrong, was used, or is older than 5 minutes.',
    })
  })

  test('is good for five tries, also when they come at once', async () => {
    const phone = number()
    await user({ phone })
    await send('sign_in', phone)
    const code = await codeSentTo(phone)
    for (let guess = 0; guess < 5; guess++) {
      await server.db.deleteFrom('sign_in_attempt').execute()
      expect((await enter(phone, otherThan(code))).code).toBe(422)
    }
    await server.db.deleteFrom('sign_in_attempt').execute()
    expect((await enter(phone, code)).code).toBe(422)
    const { tries } = await server.db
      .selectFrom('one_time_code')
      .select('tries')
      .orderBy('sent_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(tries).toBe(5)
  })

  test('is kept as a hash that the database alone cannot undo', async () => {
    const phone = number()
    const { id } = await user({ phone })
    await send('sign_in', phone)
    const { code_hash } = await server.db
      .selectFrom('one_time_code')
      .select('code_hash')
      .where('subject', '=', `user:${id}`)
      .executeTakeFirstOrThrow()
    expect(code_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(code_hash).not.toContain(await codeSentTo(phone))
  })

  test('tells nobody who is known here', async () => {
    const [known, unknown] = [number(), number()]
    await user({ phone: known })
    const answerOf = async (phone: string) => {
      const { code, message, data } = await send('sign_in', phone)
      const refused = await enter(phone, '000000')
      return [code, message, data, refused.code, refused.message, refused.data]
    }
    expect(await answerOf(unknown)).toEqual(await answerOf(known))
    expect([(await sentTo(unknown)).length, (await sentTo(known)).length]).toEqual([0, 1])
  })

  test('is not sent to who is disabled; who is not approved learns so by the right code alone', async () => {
    const [disabled, waiting] = [number(), number()]
    await user({ phone: disabled, status: 'disabled' })
    await user({ phone: waiting, status: 'unverified' })
    for (const phone of [disabled, waiting]) await send('sign_in', phone)
    expect(await sentTo(disabled)).toEqual([])
    const code = await codeSentTo(waiting)
    expect((await enter(waiting, otherThan(code))).code).toBe(422)
    expect(await enter(waiting, code)).toMatchObject({ code: 403, message: expect.stringContaining('not verified') })
  })

  test.each(['', 'liwei', '12', 'a@b.c'])('cannot be asked for at %j', async (to) => {
    expect((await send('sign_in', to)).data.errors).toHaveProperty('to')
  })
})

describe('guessing', () => {
  test.each<[string, () => Promise<{ code: number }>]>([
    ['a number', () => enter('13912345678', '000000')],
    [
      'a forgotten password',
      () =>
        server.call(
          resetPassword,
          { account: 'whoever', sent_code: '000000', password: 'new pass 1', password_again: 'new pass 1' },
          open,
        ),
    ],
  ])('the code of %s is slowed down, no matter who it is', async (_, guess) => {
    for (let time = 0; time < 5; time++) expect((await guess()).code).toBe(422)
    expect((await guess()).code).toBe(429)
  })
})

describe('a stranger’s wrong codes', () => {
  const reset = (account: string, sent_code: string) =>
    server.call(resetPassword, { account, sent_code, password: 'new pass 1', password_again: 'new pass 1' }, open)

  test('for a forgotten password keep nobody from signing in by password or by SMS', async () => {
    const phone = number()
    const { user_name, password } = await user({ phone })
    for (let time = 0; time < 6; time++) await reset(user_name, '000000')
    expect((await reset(user_name, '000000')).code).toBe(429)
    expect((await server.call(login, { username: user_name, password }, open)).code).toBe(200)
    await send('sign_in', phone)
    expect((await enter(phone, await codeSentTo(phone))).code).toBe(200)
  })

  test('from elsewhere do not use up the code of who asked for it', async () => {
    const phone = number()
    const { id } = await user({ phone })
    await send('sign_in', phone)
    const code = await codeSentTo(phone)
    const codes = new OneTimeCodes(server.db, codeKey)
    const secret = { purpose: 'sign_in', subject: `user:${id}` } as const
    const tryAt = (address: string, given: string) => codes.check(secret, { code: given, field: 'sent_code', address })
    for (let time = 0; time < 9; time++)
      await expect(tryAt(`198.51.100.${time}`, otherThan(code))).rejects.toMatchObject({ code: 422 })
    await expect(tryAt('198.51.100.1', code), 'their tries are used up together').rejects.toMatchObject({ code: 422 })
    expect((await enter(phone, code)).data.userInfo.userId).toBe(id)
  })

  test('asked for from elsewhere do not end the code of who asked before', async () => {
    const phone = number()
    const { id } = await user({ phone })
    await send('sign_in', phone)
    const code = await codeSentTo(phone)
    await pass(1)
    const codes = new OneTimeCodes(server.db, codeKey)
    const secret = { purpose: 'sign_in', subject: `user:${id}` } as const
    expect(await codes.make(server.db, secret, '198.51.100.1')).not.toBeNull()
    expect(await codes.make(server.db, secret, '198.51.100.2'), 'a minute has not passed').toBeNull()
    expect((await enter(phone, code)).data.userInfo.userId).toBe(id)
    expect(
      await server.db.selectFrom('one_time_code').selectAll().where('subject', '=', `user:${id}`).execute(),
    ).toEqual([])
  })
})

describe('sending', () => {
  test('that strangers asked for makes nobody wait where they are known', async () => {
    const phone = number()
    const someone = await server.signIn()
    await server.db.updateTable('users').set({ phone }).where('id', '=', someone.id).execute()
    const attempts = new Attempts(server.db)
    await attempts.beginSending(phone, '198.51.100.1')
    await expect(attempts.beginSending(phone, '198.51.100.2')).rejects.toMatchObject({ code: 429 })
    expect((await send('reset', phone)).code).toBe(200)
  })

  test('to one number rests for a minute, then ever longer, and says how long', async () => {
    const phone = number()
    await user({ phone })
    expect((await send('sign_in', phone)).code).toBe(200)
    expect(await send('sign_in', phone)).toMatchObject({
      code: 429,
      message: expect.stringMatching(/Another one|Too many codes/),
      data: { wait_seconds: 60 },
    })
    const waits = []
    for (let time = 0; time < 6; time++) {
      await server.db.updateTable('sign_in_attempt').set({ blocked_until: '2020-01-01T00:00:00Z' }).execute()
      waits.push((await send('sign_in', phone)).data.wait_seconds)
    }
    expect(waits).toEqual([60, 60, 120, 240, 480, 960])
  })

  test('from one address to many numbers is held up', async () => {
    const codes = []
    for (let time = 0; time < 22; time++) codes.push((await send('sign_in', number())).code)
    expect(codes.slice(0, 20)).toEqual(Array(20).fill(200))
    expect(codes.slice(20)).toEqual([429, 429])
  })

  test('for those who use their codes goes on, however many share an address', async () => {
    for (let person = 0; person < 25; person++) {
      const phone = number()
      await user({ phone })
      expect((await send('sign_in', phone)).code, `person ${person}`).toBe(200)
      expect((await enter(phone, await codeSentTo(phone))).code).toBe(200)
    }
    const { failures } = await server.db
      .selectFrom('sign_in_attempt')
      .select('failures')
      .where('key', '=', 'sender:127.0.0.1')
      .executeTakeFirstOrThrow()
    expect(failures).toBe(0)
  })

  test('to someone under each of their names sends one message', async () => {
    const [phone, email] = [number(), `m${next()}@example.com`]
    const { user_name } = await user({ phone, email })
    for (const name of [user_name, phone, email]) expect((await send('reset', name)).code).toBe(200)
    expect([(await sentTo(phone)).length, (await sentTo(email)).length]).toEqual([1, 0])
  })
})

describe('a forgotten password', () => {
  const reset = (account: string, sent_code: string, password: string, password_again = password) =>
    server.call(resetPassword, { account, sent_code, password, password_again }, open)

  test('is set by a code that went to the telephone, or to the mailbox of who has none', async () => {
    const [phone, email] = [number(), `M${next()}@example.com`]
    const [first, second] = [await user({ phone, email: `x${next()}@example.com` }), await user({ email })]
    await send('reset', first.user_name.toUpperCase())
    await send('reset', email)
    expect((await reset(first.user_name, await codeSentTo(phone), 'new pass 1')).message).toBe(
      'The password was changed.',
    )
    const code = await codeSentTo(email.toLowerCase())
    expect((await reset(email, code, 'new pass 2')).code).toBe(200)
    expect((await reset(email, code, 'new pass 3')).code, 'a second time').toBe(422)
    const signIn = (username: string, password: string) => server.call(login, { username, password }, open)
    expect((await signIn(first.user_name, 'new pass 1')).code).toBe(200)
    expect((await signIn(second.user_name, 'new pass 2')).code).toBe(200)
    expect((await signIn(first.user_name, first.password)).code).toBe(422)
  })

  test('set anew ends every sign-in, is written down, and its person is told', async () => {
    const phone = number()
    const someone = await server.signIn()
    await server.db.updateTable('users').set({ phone }).where('id', '=', someone.id).execute()
    await send('reset', phone)
    await reset(phone, await codeSentTo(phone), 'new pass 1')
    expect((await server.call('GET /system/user/sessions', {}, { as: someone })).code).toBe(401)
    const actions = await server.db
      .selectFrom('audit_entry')
      .select('action')
      .where('entity', '=', 'user')
      .where('entity_id', '=', someone.id)
      .execute()
    expect(actions.map(({ action }) => action)).toContain('reset_password')
    expect((await sentTo(phone))[0]?.template).toBe('password_changed')
  })

  test('looks the same anyone who asks for it', async () => {
    const phone = number()
    const { user_name } = await user({ phone })
    const answerOf = async (account: string) => {
      const { message, data } = await send('reset', account)
      const refused = await reset(account, '123456', 'new pass 1')
      return [message, data, refused.code, refused.data]
    }
    expect(await answerOf('nobody at all')).toEqual(await answerOf(user_name))
  })

  test.each([
    ['short1', 'short1', 'password', 'At least 8 characters, letters and digits among them.'],
    ['letters only', 'letters only', 'password', 'Letters and digits, at least one of each.'],
    ['new pass 1', 'new pass 2', 'password_again', 'Entered passwords differ'],
  ])('is not set to %j and %j', async (password, again, field, words) => {
    const phone = number()
    await user({ phone })
    await send('reset', phone)
    const code = await codeSentTo(phone)
    expect((await reset(phone, code, password, again)).data).toEqual({ errors: { [field]: words } })
    expect((await reset(phone, code, 'new pass 1')).code, 'the code is still good').toBe(200)
  })

  test('takes no code that was sent to sign in', async () => {
    const phone = number()
    await user({ phone })
    await send('sign_in', phone)
    expect((await reset(phone, await codeSentTo(phone), 'new pass 1')).code).toBe(422)
  })
})
