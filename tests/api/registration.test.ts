import svgCaptcha from 'svg-captcha'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { solve } from '../../src/client/sign-in/proof-of-work.ts'
import { contactOf } from '../../src/shared/domain/contact.ts'
import { captcha, login, type WorkToDo } from '../../src/shared/endpoints/auth.ts'
import { approveUser } from '../../src/shared/endpoints/people.ts'
import { register } from '../../src/shared/endpoints/registration.ts'
import { sendCode } from '../../src/shared/endpoints/sign-in-codes.ts'
import { registration } from '../../src/shared/endpoints/ways-in.ts'
import { makeUser, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
afterEach(async () => {
  vi.restoreAllMocks()
  await server.db.deleteFrom('sign_in_attempt').execute()
})

const open = { as: null }
const send = (to: string) => server.call(sendCode, { purpose: 'register', to }, open)
async function codeSentTo(contact: string): Promise<string> {
  const recipient = contactOf(contact)?.to ?? contact
  const message = await server.db
    .selectFrom('message')
    .select('words')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return String((message.words as { code?: string }).code)
}

const draft = (given: object = {}) => ({
  agreed: true as const,
  name: 'Li Wei',
  user_name: `liwei${next()}`,
  contact: `li${next()}@example.com`,
  sent_code: '000000',
  password: 'charge deck 1',
  password_again: 'charge deck 1',
  ...given,
})
/** With the code that was sent. */
async function registered(given: object = {}) {
  const asked = draft(given)
  await send(asked.contact)
  const answer = await server.call(register, { ...asked, sent_code: await codeSentTo(asked.contact) }, open)
  return { asked, answer }
}
const enter = (username: string, password: string) => server.call(login, { username, password }, open)

describe('registering', () => {
  test('makes an account that says only to the right password that it waits to be approved', async () => {
    const { asked, answer } = await registered()
    expect(answer).toMatchObject({ code: 200, message: 'Registered. An administrator will approve the account.' })
    const { status, email, language, name } = await server.db
      .selectFrom('users')
      .selectAll()
      .where('user_name', '=', asked.user_name)
      .executeTakeFirstOrThrow()
    expect({ status, email, language, name }).toEqual({
      status: 'unverified',
      email: asked.contact,
      language: 'en',
      name: 'Li Wei',
    })
    expect((await enter(asked.user_name, asked.password)).message).toContain('not verified')
    expect((await enter(asked.user_name, 'wrong pass 1')).code).toBe(422)
  })

  test('gives no role, and takes nothing that would', async () => {
    const more = await registered({ role_ids: [1], status: 'normal', permissions: ['*'] })
    const errors = { role_ids: expect.any(String), status: expect.any(String), permissions: expect.any(String) }
    expect(more.answer).toMatchObject({ code: 422, data: { errors } })
    const { asked } = await registered()
    const user = await server.db
      .selectFrom('users')
      .select(['id', 'status'])
      .where('user_name', '=', asked.user_name)
      .executeTakeFirstOrThrow()
    expect(user.status).toBe('unverified')
    expect(await server.db.selectFrom('user_role').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
  })

  test('lets in who was approved', async () => {
    const { asked } = await registered({ contact: '+8613800001234' })
    await server.db.updateTable('users').set({ status: 'normal' }).where('user_name', '=', asked.user_name).execute()
    expect((await enter(asked.user_name, asked.password)).code).toBe(200)
    const { phone } = await server.db
      .selectFrom('users')
      .select('phone')
      .where('user_name', '=', asked.user_name)
      .executeTakeFirstOrThrow()
    expect(phone).toBe('13800001234')
  })

  test.each([
    [{ agreed: false }, 'agreed', 'Please agree to the platform agreement.'],
    [{ name: ' ' }, 'name', 'Please fill this in.'],
    [{ user_name: 'ab' }, 'user_name', 'At least 3 characters.'],
    [{ user_name: 'a b c' }, 'user_name', expect.stringContaining('Letters, digits')],
    [{ contact: 'nowhere' }, 'contact', 'Please enter a phone number or an email address.'],
    [
      { password: 'lettersonly', password_again: 'lettersonly' },
      'password',
      expect.stringContaining('Letters and digits'),
    ],
    [{ password_again: 'other pass 1' }, 'password_again', 'Entered passwords differ'],
    [{ sent_code: '12345' }, 'sent_code', expect.stringContaining('The code is wrong')],
    [{ sent_code: '123456' }, 'sent_code', expect.stringContaining('The code is wrong')],
  ])('is refused with %j', async (wrong, field, words) => {
    const answer = await server.call('/pub/register', draft(wrong), open)
    expect([answer.code, answer.data.errors[field]]).toEqual([422, words])
  })

  test('is what is approved, not the end of someone who was disabled', async () => {
    const { id } = await makeUser(server.db, { status: 'disabled' })
    expect((await server.call(approveUser, { id })).code).toBe(409)
  })

  test('tells that an account is taken to who proved a contact, and the code stays good', async () => {
    const { user_name } = await makeUser(server.db)
    const { asked, answer } = await registered({ user_name: user_name.toUpperCase() })
    expect(answer).toMatchObject({ code: 409, data: { errors: { user_name: expect.any(String) } } })
    const again = {
      ...asked,
      user_name: `free${next()}`,
      sent_code: (await codeSentTo(asked.contact)).replace(/^.../, '$& '),
    }
    expect((await server.call(register, again, open)).code).toBe(200)
  })

  test('tells whose contact it is that they have an account, and sends a code to it like to any other', async () => {
    const first = await registered()
    await server.db.deleteFrom('sign_in_attempt').execute()
    const { answer } = await registered({ contact: first.asked.contact.toUpperCase() })
    expect([answer.code, answer.data]).toEqual([422, { errors: { contact: 'This is taken already.' } }])
  })

  test('at the same instant with one code makes one account', async () => {
    const asked = draft()
    await send(asked.contact)
    const sent_code = await codeSentTo(asked.contact)
    const tries = [1, 2, 3].map((at) =>
      server.call(register, { ...asked, user_name: `twin${next()}x${at}`, sent_code }, open),
    )
    expect((await Promise.all(tries)).filter(({ code }) => code === 200)).toHaveLength(1)
  })

  test('is slowed down where its code is guessed', async () => {
    const contact = `li${next()}@example.com`
    const guess = async () => (await server.call(register, draft({ contact }), open)).code
    for (let time = 0; time < 5; time++) expect(await guess()).toBe(422)
    expect(await guess()).toBe(429)
  })

  const set = (settings: object) => server.db.updateTable('system_setting').set(settings).execute()

  test('is closed within a second where an administrator says so', async () => {
    await set({ registration_open: false })
    const isOpen = async () => (await server.call(registration, {}, open)).data.open
    await expect.poll(isOpen).toBe(false)
    expect(await server.call(register, draft(), open)).toMatchObject({
      code: 403,
      message: expect.stringContaining('closed'),
    })
    expect((await send(`m${next()}@example.com`)).code, 'no code goes out for it').toBe(403)
    await set({ registration_open: true })
    await expect.poll(isOpen).toBe(true)
  })

  test("shows the operator's agreement in the caller's language, or the operator's own", async () => {
    const agreement = async (language: 'en' | 'zh-CN') =>
      (await server.call(registration, {}, { ...open, language })).data.agreement
    expect(await agreement('en')).toContain('An account here is personal')
    expect(await agreement('zh-CN')).toContain('仅供运营商员工')
    await set({ agreement: { en: '<p>Ours</p>' } })
    await expect.poll(() => agreement('en')).toBe('<p>Ours</p>')
    expect(await agreement('zh-CN')).toContain('仅供运营商员工')
  })
})

test('a code to register is sent for a picture that was read, and for no other', async () => {
  const guarded = await startServer({ settings: { captcha: true } })
  try {
    const drawn = vi.spyOn(svgCaptcha, 'create')
    const to = `m${next()}@example.com`
    const ask = (more: object = {}) => guarded.call(sendCode, { purpose: 'register', to, ...more }, open)
    expect((await ask()).data).toEqual({ errors: { code: 'Please enter the correct verification code！' } })
    const { id, work: toDo } = (await guarded.call(captcha, {}, open)).data
    const read = {
      captcha_id: id,
      code: String(drawn.mock.results.at(-1)?.value.text),
      work: await solve(toDo as WorkToDo),
    }
    expect((await ask(read)).code).toBe(200)
    expect((await ask(read)).code, 'one picture, one code').toBe(422)
  } finally {
    await guarded.stop()
  }
})
