import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { relyingParty } from '../../src/server/auth/factors/relying-party.ts'
import { login } from '../../src/shared/endpoints/auth.ts'
import {
  addPasskey,
  newPasskeyOptions,
  ownFactors,
  proofPasskeyOptions,
  prove,
  removePasskey,
  renamePasskey,
} from '../../src/shared/endpoints/own-factors.ts'
import { ownSessions } from '../../src/shared/endpoints/own-sessions.ts'
import {
  loginByPasskey,
  loginPasskeyOptions,
  stepByPasskey,
  stepPasskeyOptions,
} from '../../src/shared/endpoints/second-step.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { passkeysHere } from '../../src/shared/endpoints/ways-in.ts'
import { Authenticator, type Quirks } from '../setup/authenticator.ts'
import { stepIn } from '../setup/second-step.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

const ORIGIN = 'https://console.example.com'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ settings: { publicUrl: ORIGIN } })
})
afterAll(() => server.stop())
afterEach(async () => {
  await server.db.deleteFrom('sign_in_attempt').execute()
})

type Who = Pick<SignedIn, 'token'>

async function add(person: Who, authenticator: Authenticator, quirks: Quirks = {}) {
  const { data } = await server.call(newPasskeyOptions, {}, { as: person })
  const passkey = authenticator.make(data.options, quirks)
  return server.call(addPasskey, { name: 'Work laptop', passkey }, { as: person })
}
async function enrolled(draft = {}) {
  const person = await server.signIn(draft)
  await server.db
    .updateTable('users')
    .set({ email: `${person.user_name}@example.com` })
    .where('id', '=', person.id)
    .execute()
  const passkey = new Authenticator(ORIGIN)
  const added = await add(person, passkey)
  expect(added.code).toBe(200)
  return { person, passkey, codes: added.data.recovery_codes ?? [] }
}
const first = ({ user_name: username, password }: SignedIn) => server.call(login, { username, password }, { as: null })

/** Signs in by the passkey alone. */
async function passwordless(passkey: Authenticator, quirks: Quirks = {}, options?: object) {
  const asked = options ?? (await server.call(loginPasskeyOptions, {}, { as: null })).data.options
  return server.call(loginByPasskey, { passkey: passkey.sign(asked, quirks) }, { as: null })
}
/** Password, then the passkey. */
async function both(person: SignedIn, passkey: Authenticator, quirks: Quirks = {}) {
  const { ticket } = stepIn(await first(person))
  const { data } = await server.call(stepPasskeyOptions, { ticket }, { as: null })
  return server.call(stepByPasskey, { ticket, passkey: passkey.sign(data.options, quirks) }, { as: null })
}
const own = async (as: Who) => (await server.call(ownFactors, {}, { as })).data
const told = async (id: number) =>
  await server.db.selectFrom('message').select(['template', 'body']).where('user_id', '=', id).orderBy('id').execute()

describe('a passkey', () => {
  test('is made for our site, to be found without a name and to check who holds it', async () => {
    const person = await server.signIn()
    const { options } = (await server.call(newPasskeyOptions, {}, { as: person })).data
    expect(options).toMatchObject({
      rp: { id: 'console.example.com', name: 'Chargedeck' },
      user: { name: person.user_name, id: expect.stringMatching(/^[\w-]{43}$/) },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    })
    const asked = (await server.call(loginPasskeyOptions, {}, { as: null })).data.options
    expect(asked).toMatchObject({ rpId: 'console.example.com', userVerification: 'required', allowCredentials: [] })
  })

  test('takes the second step, and signs in by itself', async () => {
    const { person, passkey, codes } = await enrolled({ permissions: ['site.list'] })
    expect(codes).toHaveLength(10)
    expect(stepIn(await first(person)).ways).toEqual(['passkey', 'recovery'])
    const answer = await both(person, passkey)
    expect(answer.data).toMatchObject({ permissions: ['site.list'], userInfo: { userId: person.id } })
    const alone = await passwordless(passkey)
    expect(alone).toMatchObject({ code: 200, data: { userInfo: { userId: person.id } } })
    const { sessions } = (await server.call(ownSessions, {}, { as: alone.data })).data
    expect(sessions.map(({ amr }) => amr)).toEqual([['passkey'], ['pwd', 'passkey'], ['passkey', 'pwd']])
    expect((await own(alone.data)).passkeys).toMatchObject([
      { name: 'Work laptop', last_used_at: expect.any(String), copied_at: null, synced: false },
    ])
    const tries = await server.db
      .selectFrom('sign_in_entry')
      .select(['way', 'outcome'])
      .where('user_id', '=', person.id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(tries).toEqual({ way: 'passkey', outcome: 'signed_in' })
  })

  test.each([
    ['another site', { origin: 'https://console.example.com.evil.test' }],
    ['plain HTTP', { origin: 'http://console.example.com' }],
    ['another port', { origin: 'https://console.example.com:8443' }],
    ['another RP ID', { rpId: 'example.com' }],
    ['a frame on another site', { crossOrigin: true }],
    ['a challenge of nobody', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['nobody whom it checked', { verified: false }],
    ['another key', { forged: true }],
    ['another user handle', { userHandle: Buffer.alloc(32, 9).toString('base64url') }],
  ] satisfies [string, Quirks][])('of %s is refused, alone and as a second step', async (_, quirks) => {
    const { person, passkey } = await enrolled()
    expect(await passwordless(passkey, quirks)).toMatchObject({ code: 422, data: {} })
    expect((await both(person, passkey, quirks)).code).toBe(422)
    expect((await own(person)).passkeys[0], 'nobody shuts it by forging').toMatchObject({ copied_at: null })
    expect((await both(person, passkey)).code, 'the right one still counts').toBe(200)
  })

  test('that nobody is named for has to say whose it is', async () => {
    const { person, passkey } = await enrolled()
    expect((await passwordless(passkey, { userHandle: null })).code).toBe(422)
    expect((await both(person, passkey, { userHandle: null })).code).toBe(200)
  })

  test('that does not check who holds it, or is of another site, cannot be added', async () => {
    const person = await server.signIn()
    const wrong: Quirks[] = [
      { verified: false },
      { origin: 'https://evil.test' },
      { crossOrigin: true },
      { rpId: 'evil.test' },
    ]
    for (const quirks of wrong) expect((await add(person, new Authenticator(ORIGIN), quirks)).code).toBe(422)
    expect((await own(person)).passkeys).toEqual([])
    expect((await first(person)).code).toBe(200)
  })

  test('is added once, in the sign-in that asked', async () => {
    const { person, passkey } = await enrolled()
    expect((await add(person, passkey)).code, 'the same twice').toBe(422)
    const { data } = await server.call(newPasskeyOptions, {}, { as: person })
    expect(data.options.excludeCredentials).toHaveLength(1)
    const other = await server.signIn()
    const answer = new Authenticator(ORIGIN).make(data.options)
    expect((await server.call(addPasskey, { name: 'Theirs', passkey: answer }, { as: other })).code).toBe(422)
    expect((await own(other)).passkeys).toEqual([])
  })

  test('signs each challenge once, for what it was made for', async () => {
    const { person, passkey } = await enrolled()
    const { options } = (await server.call(loginPasskeyOptions, {}, { as: null })).data
    const answers = await Promise.all([1, 2].map(() => passwordless(passkey, {}, options)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422])
    const { ticket } = stepIn(await first(person))
    const forStep = (await server.call(stepPasskeyOptions, { ticket }, { as: null })).data.options
    expect((await passwordless(passkey, {}, forStep)).code, 'a second step is no sign-in').toBe(422)
    const forSignIn = (await server.call(loginPasskeyOptions, {}, { as: null })).data.options
    const swapped = { ticket, passkey: passkey.sign(forSignIn) }
    expect((await server.call(stepByPasskey, swapped, { as: null })).code).toBe(422)
    const forProof = (await server.call(proofPasskeyOptions, {}, { as: person })).data.options
    expect((await passwordless(passkey, {}, forProof)).code).toBe(422)
  })

  test('of someone else takes nobody’s second step', async () => {
    const [one, other] = [await enrolled(), await enrolled()]
    const { ticket } = stepIn(await first(one.person))
    const { data } = await server.call(stepPasskeyOptions, { ticket }, { as: null })
    const passkey = other.passkey.sign(data.options)
    expect((await server.call(stepByPasskey, { ticket, passkey }, { as: null })).code).toBe(422)
  })

  test('whose counter goes backwards was copied: refused, shut from then on, and its person told', async () => {
    const { person, passkey, codes } = await enrolled()
    expect((await passwordless(passkey, { counter: 40 })).code).toBe(200)
    const copied = await passwordless(passkey, { counter: 40 })
    expect(copied).toMatchObject({ code: 403, message: expect.stringContaining('copy') })
    expect((await passwordless(passkey, { counter: 90 })).code, 'whichever of the two it is').toBe(403)
    expect((await told(person.id)).map(({ template }) => template)).toEqual(['passkey_added', 'passkey_copied'])
    expect((await told(person.id)).at(-1)?.body).toContain('“Work laptop”')
    const step = stepIn(await first(person))
    expect(step.ways, 'the account is not open for that').toEqual(['recovery'])
    const body = { ticket: step.ticket, code: String(codes[0]) }
    const { data } = await server.call('/system/second_step/code', body, { as: null })
    expect((await own(data)).passkeys).toMatchObject([{ copied_at: expect.any(String) }])
    const audited = await server.db
      .selectFrom('audit_entry')
      .select('action')
      .where('user_id', '=', person.id)
      .where('action', '=', 'passkey_copied')
      .execute()
    expect(audited).toHaveLength(1)
  })

  test('that counts nothing stays good', async () => {
    const { passkey } = await enrolled()
    for (let at = 0; at < 3; at++) expect((await passwordless(passkey, { counter: 0 })).code).toBe(200)
  })

  test('is named anew by its person alone', async () => {
    const [one, other] = [await enrolled(), await enrolled()]
    const [{ id = 0 } = {}] = (await own(one.person)).passkeys
    const rename = (as: Who) => server.call(renamePasskey, { id, name: 'Telephone' }, { as })
    expect((await rename(other.person)).code).toBe(404)
    expect((await rename(one.person)).code).toBe(200)
    expect((await own(one.person)).passkeys).toMatchObject([{ name: 'Telephone' }])
  })

  test('that is removed lets nobody in, and is removed by its person alone', async () => {
    const [one, other] = [await enrolled(), await enrolled()]
    const [{ id = 0 } = {}] = (await own(one.person)).passkeys
    expect((await server.call(removePasskey, { id }, { as: other.person })).code).toBe(404)
    expect((await server.call(removePasskey, { id }, { as: one.person })).code).toBe(200)
    expect((await passwordless(one.passkey)).code).toBe(422)
    expect((await first(one.person)).code).toBe(200)
    expect((await told(one.person.id)).at(-1)?.template).toBe('passkey_removed')
  })

  test('is a fresh proof by itself, in the sign-in that asked for it', async () => {
    const { person, passkey } = await enrolled()
    const elsewhere = (await both(person, passkey)).data
    await server.db.updateTable('session').set({ proved_at: null }).where('user_id', '=', person.id).execute()
    const [{ id = 0 } = {}] = (await own(person)).passkeys
    expect(await server.call(removePasskey, { id }, { as: person })).toMatchObject({
      code: 403,
      data: { proof: { code: true, passkey: true } },
    })
    const { options } = (await server.call(proofPasskeyOptions, {}, { as: person })).data
    expect((await server.call(prove, { passkey: passkey.sign(options) }, { as: elsewhere })).code).toBe(422)
    const again = (await server.call(proofPasskeyOptions, {}, { as: person })).data.options
    expect((await server.call(prove, { passkey: passkey.sign(again) }, { as: person })).code).toBe(200)
    expect((await server.call(removePasskey, { id }, { as: elsewhere })).code).toBe(403)
    expect((await server.call(removePasskey, { id }, { as: person })).code).toBe(200)
  })

  test('of someone who is disabled signs nobody in', async () => {
    const { person, passkey } = await enrolled()
    await server.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', person.id).execute()
    expect((await passwordless(passkey)).code).toBe(403)
    expect((await server.call(userMenus, {}, { as: person })).code).toBe(401)
  })
})

describe('where passkeys work', () => {
  test.each([
    [
      'https://console.example.com',
      'http://10.0.0.1',
      { id: 'console.example.com', origin: 'https://console.example.com' },
    ],
    [
      'https://console.example.com:8443/base',
      '',
      { id: 'console.example.com', origin: 'https://console.example.com:8443' },
    ],
    ['http://console.example.com', '', 'no_tls'],
    ['https://192.168.1.20:8080', '', 'address'],
    ['https://[2001:db8::1]', '', 'address'],
    ['http://localhost:8080', '', { id: 'localhost', origin: 'http://localhost:8080' }],
    [null, 'http://localhost:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
    [null, 'http://192.168.1.20:8080', 'no_public_url'],
    [null, 'https://console.example.com', 'no_public_url'],
    [null, 'http://localhost.evil.test', 'no_public_url'],
    [null, 'http://[', 'no_public_url'],
  ])('with PUBLIC_URL %s, asked at %s', (publicUrl, requested, expected) => {
    expect(relyingParty(publicUrl, requested)).toEqual(expected)
  })

  test('is said with the reason, and nothing is asked of authenticators elsewhere', async () => {
    const plain = await startServer()
    try {
      expect((await plain.call(passkeysHere, {}, { as: null })).data).toEqual({ rp_id: null, why_not: 'no_public_url' })
      expect((await plain.call(loginPasskeyOptions, {}, { as: null })).code).toBe(409)
      expect((await plain.call(newPasskeyOptions, {})).code).toBe(409)
    } finally {
      await plain.stop()
    }
    expect((await server.call(passkeysHere, {}, { as: null })).data).toEqual({
      rp_id: 'console.example.com',
      why_not: null,
    })
  })
})
