import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { FactorKeys } from '../../src/server/auth/factors/factor-keys.ts'
import { login, refresh } from '../../src/shared/endpoints/auth.ts'
import { makeRecoveryCodes, ownFactors, prove, removeTotp, startTotp } from '../../src/shared/endpoints/own-factors.ts'
import { ownSessions } from '../../src/shared/endpoints/own-sessions.ts'
import { resetPassword } from '../../src/shared/endpoints/people.ts'
import { stepByCode } from '../../src/shared/endpoints/second-step.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { makeUser } from '../make.ts'
import { App, enrolApp, holdClock, stepIn } from '../setup/second-step.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const factorKey = randomBytes(32)
beforeAll(async () => {
  server = await startServer({ secrets: { factorKey } })
  holdClock()
})
afterAll(async () => {
  vi.useRealTimers()
  await server.stop()
})
afterEach(async () => {
  await server.db.deleteFrom('sign_in_attempt').execute()
})

const first = ({ user_name: username, password }: Pick<SignedIn, 'user_name' | 'password'>, remember = false) =>
  server.call(login, { username, password, remember }, { as: null })
const ticketOf = async (person: SignedIn) => stepIn(await first(person)).ticket
const second = (ticket: string, code: string) => server.call(stepByCode, { ticket, code }, { as: null })
const codeOf = async (as: Pick<SignedIn, 'token'>) => (await server.call(userMenus, {}, { as })).code
const isTold = async (id: number) =>
  (await server.db.selectFrom('message').select('template').where('user_id', '=', id).orderBy('id').execute()).map(
    ({ template }) => template,
  )
const reachable = async (person: SignedIn) => {
  await server.db
    .updateTable('users')
    .set({ email: `${person.user_name}@example.com` })
    .where('id', '=', person.id)
    .execute()
  return person
}
const enrolled = async (draft = {}) => {
  const person = await reachable(await server.signIn(draft))
  return { person, ...(await enrolApp(server, person)) }
}
const unproved = (id: number) =>
  server.db
    .updateTable('session')
    .set({ proved_at: new Date(Date.now() - 11 * 60_000).toISOString() })
    .where('user_id', '=', id)
    .execute()

describe('an authenticator app', () => {
  test('is set up with a secret, counts once a code of it was entered, and brings ten recovery codes', async () => {
    const person = await reachable(await server.signIn())
    const { data } = await server.call(startTotp, {}, { as: person })
    expect(data.address).toMatch(
      new RegExp(
        `^otpauth://totp/Chargedeck:${person.user_name}\\?issuer=Chargedeck&secret=${data.secret}&algorithm=SHA1`,
      ),
    )
    expect((await first(person)).code, 'it does not count yet').toBe(200)
    const app = new App(data.secret)
    const wrong = await server.call('/system/user/totp/confirm', { code: app.wrong() }, { as: person })
    expect(wrong).toMatchObject({ code: 422, data: { errors: { code: expect.stringContaining('wrong') } } })
    const { data: made } = await server.call('/system/user/totp/confirm', { code: app.code(-1) }, { as: person })
    expect(made.recovery_codes).toHaveLength(10)
    expect(new Set(made.recovery_codes).size).toBe(10)
    for (const code of made.recovery_codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{6}(-[2-9A-HJ-NP-Z]{6}){3}$/)
    expect((await server.call(ownFactors, {}, { as: person })).data).toMatchObject({
      totp: { last_used_at: null },
      recovery_left: 10,
    })
    expect(await isTold(person.id)).toEqual(['totp_added'])
  })

  test('keeps its secret and the codes from anyone who reads the database, and from another row', async () => {
    const { person, address, codes } = await enrolled()
    const other = await enrolled()
    const secret = new URL(address).searchParams.get('secret') ?? ''
    const kept = await server.db.selectFrom('totp').selectAll().where('user_id', '=', person.id).executeTakeFirst()
    const hashes = await server.db.selectFrom('recovery_code').selectAll().where('user_id', '=', person.id).execute()
    expect(JSON.stringify([kept, hashes])).not.toContain(secret)
    for (const code of codes) expect(JSON.stringify(hashes)).not.toContain(code.replaceAll('-', ''))
    await server.db
      .updateTable('totp')
      .set({ secret_sealed: String(kept?.secret_sealed) })
      .where('user_id', '=', other.person.id)
      .execute()
    const app = new App(secret)
    expect((await second(await ticketOf(other.person), app.code())).code).toBe(422)
  })

  test('that is set up anew replaces the one before only when it is confirmed', async () => {
    const { person, app } = await enrolled()
    const { data } = await server.call(startTotp, {}, { as: person })
    expect((await second(await ticketOf(person), app.code())).code, 'the old one still counts').toBe(200)
    const renewed = new App(data.secret)
    expect((await server.call('/system/user/totp/confirm', { code: renewed.code(-1) }, { as: person })).data).toEqual({
      recovery_codes: null,
    })
    expect((await second(await ticketOf(person), app.code(1))).code).toBe(422)
    expect((await second(await ticketOf(person), renewed.code())).code).toBe(200)
  })

  test('is confirmed by the sign-in that began it alone, within ten tries', async () => {
    const person = await server.signIn()
    const { data: elsewhere } = await first(person)
    const { data } = await server.call(startTotp, {}, { as: person })
    const app = new App(data.secret)
    const confirm = (code: string, as: Pick<SignedIn, 'token'>) =>
      server.call('/system/user/totp/confirm', { code }, { as })
    expect((await confirm(app.code(), elsewhere)).code).toBe(422)
    for (let guess = 0; guess < 10; guess++) await confirm(app.wrong(), person)
    expect((await confirm(app.code(), person)).code, 'it was tried too often').toBe(422)
    expect((await first(person)).code).toBe(200)
  })
})

describe('a sign-in by password', () => {
  test('brings no token where there is a second step, and all of them with it', async () => {
    const { person, app } = await enrolled({ permissions: ['site.list'] })
    const answer = await first(person, true)
    expect(Object.keys(answer.data)).toEqual(['second_step'])
    const { ticket, ways, expires_in } = stepIn(answer)
    expect([ways, expires_in]).toEqual([['totp', 'recovery'], 300])
    expect((await server.call(userMenus, {}, { as: { token: ticket } })).code, 'a ticket is no token').toBe(401)
    expect((await server.call(refresh, { refresh_token: ticket }, { as: null })).code).toBe(401)
    const { data } = await second(ticket, app.code())
    expect(data).toMatchObject({ permissions: ['site.list'], must_enrol: false, userInfo: { userId: person.id } })
    expect(await codeOf(data)).toBe(200)
    const { sessions } = (await server.call(ownSessions, {}, { as: data })).data
    expect(sessions.find(({ own }) => own)).toMatchObject({ remember: true, amr: ['pwd', 'otp'] })
    expect((await server.call(refresh, { refresh_token: data.refresh_token }, { as: null })).code).toBe(200)
  })

  test('keeps nothing of a session until the second step was taken', async () => {
    const { person } = await enrolled()
    const before = await server.db.selectFrom('session').select('id').where('user_id', '=', person.id).execute()
    await first(person)
    expect(await server.db.selectFrom('session').select('id').where('user_id', '=', person.id).execute()).toEqual(
      before,
    )
  })

  test('takes a code of each thirty seconds once, though a hundred ask with it at the same instant', async () => {
    const { person, app } = await enrolled()
    // The one that is right forgives what failed before it, not after: five failures would make the next one wait.
    const tickets = await Promise.all([1, 2, 3, 4].map(() => ticketOf(person)))
    const code = app.code()
    const answers = await Promise.all(tickets.map((ticket) => second(ticket, code)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422, 422, 422])
    expect((await second(await ticketOf(person), app.code(-1))).code, 'an older one is over too').toBe(422)
    expect((await second(await ticketOf(person), app.code(1))).code).toBe(200)
  })

  test('takes codes one step off, and none further', async () => {
    const { person, app } = await enrolled()
    const ticket = await ticketOf(person)
    expect((await second(ticket, app.code(2))).code).toBe(422)
    expect((await second(ticket, app.code(-2))).code).toBe(422)
    expect((await second(ticket, ` ${app.code(1).slice(0, 3)} ${app.code(1).slice(3)}`)).code).toBe(200)
  })

  test('uses its ticket up: it lets in once, and two at the same instant once', async () => {
    const { person, app, codes } = await enrolled()
    const ticket = await ticketOf(person)
    const answers = await Promise.all([second(ticket, app.code()), second(ticket, String(codes[0]))])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 401])
    expect(await second(ticket, app.code(1))).toMatchObject({ code: 401, data: { step_over: true } })
  })

  test('waits five minutes for the second step', async () => {
    const { person, app } = await enrolled()
    const ticket = await ticketOf(person)
    await server.db
      .updateTable('second_step')
      .set({ expires_at: new Date(Date.now() - 60_000).toISOString() })
      .where('user_id', '=', person.id)
      .execute()
    expect((await second(ticket, app.code())).code).toBe(401)
  })

  test.each([
    ['the password changes', (person: SignedIn) => server.call(resetPassword, { id: person.id })],
    ['the account is disabled', (person: SignedIn) => server.call('/system/user/disable', { id: person.id })],
    [
      'the other sign-ins are ended',
      (person: SignedIn) => server.call('/system/user/sessions/end_others', {}, { as: person }),
    ],
  ])('loses its second step when %s', async (_, happens) => {
    const { person, app } = await enrolled()
    const ticket = await ticketOf(person)
    expect((await happens(person)).code).toBe(200)
    expect((await second(ticket, app.code())).code).toBe(401)
  })

  test('is written down in both its steps, with what was shown', async () => {
    const { person, app } = await enrolled()
    const ticket = await ticketOf(person)
    await second(ticket, app.wrong())
    await second(ticket, app.code())
    const tries = await server.db
      .selectFrom('sign_in_entry')
      .select(['outcome', 'reason', 'way'])
      .where('user_id', '=', person.id)
      .orderBy('id')
      .execute()
    expect(tries.map(({ outcome, reason, way }) => [way, outcome, reason])).toEqual([
      ['password', 'signed_in', null],
      ['password', 'second_step', null],
      ['password', 'refused', 'wrong_second_step'],
      ['password', 'signed_in', null],
    ])
    const audited = await server.db
      .selectFrom('audit_entry')
      .select(['action', 'after'])
      .where('user_id', '=', person.id)
      .orderBy('id')
      .execute()
    expect(audited.at(-1)).toMatchObject({ action: 'sign_in', after: { amr: ['pwd', 'otp'] } })
  })
})

describe('guessing', () => {
  test('ends a ticket after five tries, also at the same instant, and its person is told once', async () => {
    const { person, app } = await enrolled()
    const ticket = await ticketOf(person)
    const wrong = Array.from({ length: 12 }, () => app.wrong())
    const answers = await Promise.all(wrong.map((code) => second(ticket, code)))
    expect(answers.filter(({ code }) => code === 422).length).toBeLessThanOrEqual(5)
    await server.db.deleteFrom('sign_in_attempt').where('key', 'like', 'step_pair%').execute()
    expect((await second(ticket, app.code())).code).toBe(401)
    const another = await ticketOf(person)
    for (let guess = 0; guess < 5; guess++) {
      await server.db.deleteFrom('sign_in_attempt').where('key', 'like', 'step_pair%').execute()
      await second(another, app.wrong())
    }
    expect((await isTold(person.id)).filter((template) => template === 'second_step_guessed')).toHaveLength(1)
  })

  test('slows an account down over all its tickets, and keeps nobody from the first step', async () => {
    const { person, app } = await enrolled()
    const codes = []
    for (let ticket = 0; ticket < 3; ticket++) {
      const opened = await ticketOf(person)
      for (let guess = 0; guess < 3; guess++) codes.push((await second(opened, app.wrong())).code)
    }
    expect(codes.slice(0, 5)).toEqual([422, 422, 422, 422, 422])
    expect(codes.slice(5)).toEqual([429, 429, 429, 429])
    const held = await second(await ticketOf(person), app.code())
    expect(held).toMatchObject({ code: 429, data: { wait_seconds: expect.any(Number) } })
  })

  test('wrong passwords of a stranger leave the second step alone, and the other way round', async () => {
    const { person, app } = await enrolled()
    const opened = await ticketOf(person)
    for (let guess = 0; guess < 6; guess++) await first({ ...person, password: 'wrong' })
    expect((await first(person)).code, 'the password waits').toBe(429)
    expect((await second(opened, app.code())).code).toBe(200)
  })
})

describe('recovery codes', () => {
  test('of before, with ten signs, stay good', async () => {
    const { person } = await enrolled()
    const code_hash = new FactorKeys(factorKey).hashOf(person.id, 'ABCDE23456')
    await server.db.insertInto('recovery_code').values({ user_id: person.id, code_hash }).execute()
    expect((await second(await ticketOf(person), 'abcde-23456')).code).toBe(200)
  })

  test('let in once each, however they are typed, and their person is told how many are left', async () => {
    const { person, codes } = await enrolled()
    const [code = ''] = codes
    const { data } = await second(await ticketOf(person), code.toLowerCase().replace('-', ' '))
    expect(await codeOf(data)).toBe(200)
    expect((await second(await ticketOf(person), code)).code).toBe(422)
    expect((await server.call(ownFactors, {}, { as: data })).data.recovery_left).toBe(9)
    expect(await isTold(person.id)).toEqual(['totp_added', 'recovery_code_used'])
  })

  test('let in once though two ask at the same instant', async () => {
    const { person, codes } = await enrolled()
    const tickets = await Promise.all([ticketOf(person), ticketOf(person)])
    const answers = await Promise.all(tickets.map((ticket) => second(ticket, String(codes[3]))))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422])
  })

  test('are of one person alone', async () => {
    const [one, other] = [await enrolled(), await enrolled()]
    expect((await second(await ticketOf(other.person), String(one.codes[0]))).code).toBe(422)
    expect((await server.call(ownFactors, {}, { as: one.person })).data.recovery_left).toBe(10)
  })

  test('can be made anew, which ends those before; without a second step there are none', async () => {
    const { person, codes } = await enrolled()
    const { data } = await server.call(makeRecoveryCodes, {}, { as: person })
    expect(data.recovery_codes).toHaveLength(10)
    expect((await second(await ticketOf(person), String(codes[0]))).code).toBe(422)
    expect((await second(await ticketOf(person), String(data.recovery_codes[0]))).code).toBe(200)
    expect((await server.call(makeRecoveryCodes, {}, { as: await server.signIn() })).code).toBe(404)
  })
})

describe('a change of the second steps', () => {
  test('asks for a fresh proof: the password and a code together, and neither alone', async () => {
    const { person, app } = await enrolled()
    await unproved(person.id)
    const remove = () => server.call(removeTotp, {}, { as: person })
    expect(await remove()).toMatchObject({ code: 403, data: { proof: { code: true, passkey: false } } })
    const { password } = person
    const give = (given: object) => server.call(prove, given, { as: person })
    expect((await give({ password })).code).toBe(422)
    expect((await give({ code: app.code() })).code).toBe(422)
    expect((await give({ password: 'wrong', code: app.code() })).code).toBe(422)
    expect((await give({ password, code: app.wrong() })).code).toBe(422)
    expect((await remove()).code).toBe(403)
    expect((await give({ password, code: app.code() })).code, 'a wrong password used no code up').toBe(200)
    expect((await remove()).code).toBe(200)
    expect(await isTold(person.id)).toEqual(['totp_added', 'totp_removed'])
  })

  test('is proved by the password where there is no second step, in that sign-in alone', async () => {
    const person = await server.signIn()
    const { data: other } = await first(person)
    await unproved(person.id)
    expect(await server.call(startTotp, {}, { as: person })).toMatchObject({
      code: 403,
      data: { proof: { code: false } },
    })
    expect((await server.call(prove, { password: 'wrong' }, { as: person })).code).toBe(422)
    expect((await server.call(prove, { password: person.password }, { as: person })).code).toBe(200)
    expect((await server.call(startTotp, {}, { as: person })).code).toBe(200)
    expect((await server.call(startTotp, {}, { as: other })).code).toBe(403)
  })

  test('guesses of the proof are slowed down', async () => {
    const person = await server.signIn()
    await unproved(person.id)
    const guess = async () => (await server.call(prove, { password: 'wrong' }, { as: person })).code
    const codes = []
    for (let at = 0; at < 7; at++) codes.push(await guess())
    expect(codes).toEqual([422, 422, 422, 422, 422, 429, 429])
  })

  test('ends the other sign-ins, those by a password alone above all', async () => {
    const person = await server.signIn()
    const { data: other } = await first(person)
    expect(await codeOf(other)).toBe(200)
    await enrolApp(server, person)
    expect([await codeOf(person), await codeOf(other)]).toEqual([200, 401])
    expect((await server.call(refresh, { refresh_token: other.refresh_token }, { as: null })).code).toBe(401)
  })

  test('leaves no sign-in by one thing alone in force, whatever way it came about', async () => {
    const { person } = await enrolled()
    await server.db
      .updateTable('session')
      .set({ amr: ['pwd', 'sms', 'screen'] })
      .where('user_id', '=', person.id)
      .execute()
    server.app.kit.changed('site', 1)
    expect(await codeOf(person)).toBe(401)
    expect((await server.call(refresh, { refresh_token: person.refresh_token }, { as: null })).code).toBe(401)
  })

  test('takes the recovery codes along with the last second step', async () => {
    const { person } = await enrolled()
    await server.call(removeTotp, {}, { as: person })
    const left = await server.db
      .selectFrom('recovery_code')
      .select('user_id')
      .where('user_id', '=', person.id)
      .execute()
    expect(left).toEqual([])
    expect((await first(person)).code).toBe(200)
  })

  test('of nobody else: what is not there cannot be removed', async () => {
    const user = await makeUser(server.db)
    const { data } = await first(user as unknown as SignedIn)
    expect((await server.call(removeTotp, {}, { as: data })).code).toBe(404)
  })
})
