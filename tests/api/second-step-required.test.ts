import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { login, logout, refresh } from '../../src/shared/endpoints/auth.ts'
import { ownFactors, removeTotp, startTotp } from '../../src/shared/endpoints/own-factors.ts'
import { resetFactors, resetPassword, userRights } from '../../src/shared/endpoints/people.ts'
import { collectScreen, decideScreen, openScreen, scanScreen } from '../../src/shared/endpoints/screen-sign-in.ts'
import { stepByCode } from '../../src/shared/endpoints/second-step.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { loginByCode, resetPassword as resetByCode, sendCode } from '../../src/shared/endpoints/sign-in-codes.ts'
import { beginSso, loginBySso } from '../../src/shared/endpoints/single-sign-on.ts'
import type { Endpoint } from '../../src/shared/kit/endpoint.ts'
import { next } from '../make.ts'
import { everyEndpoint } from '../setup/contract.ts'
import { type IdentityProvider, startIdentityProvider } from '../setup/identity-provider.ts'
import { enrolApp, holdClock, nextCodes, stepIn } from '../setup/second-step.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
let idp: IdentityProvider
beforeAll(async () => {
  const redirect_uri = 'https://console.example.com/login/sso'
  idp = await startIdentityProvider(redirect_uri)
  const { issuer, client } = idp
  const sso = {
    ...{ issuer, client, redirect_uri, name: 'Volt', scopes: 'openid', creates: false, localForAll: true },
    roles: { claim: 'roles', names: new Map() },
    depts: { claim: 'department', names: new Map() },
  }
  server = await startServer({ settings: { sso } })
  holdClock()
})
afterAll(async () => {
  vi.useRealTimers()
  await server.stop()
  await idp.stop()
})
afterEach(async () => {
  await server.db.deleteFrom('sign_in_attempt').execute()
})

type Who = Pick<SignedIn, 'token'>

const first = ({ user_name: username, password }: Pick<SignedIn, 'user_name' | 'password'>) =>
  server.call(login, { username, password }, { as: null })
const second = (ticket: string, code: string) => server.call(stepByCode, { ticket, code }, { as: null })
const codeOf = async (as: Who) => (await server.call(userMenus, {}, { as })).code

/** Someone whose role asks for a second step, signed in by password. */
async function bare(permissions: string[] = ['*']) {
  const person = await server.signIn({ permissions })
  await server.db.updateTable('role').set({ second_factor: true }).where('id', '=', person.role_id).execute()
  const { data } = await first(person)
  return { person, as: data }
}
/** Someone with a telephone number and an authenticator app. */
async function enrolled(permissions: string[] = ['*']) {
  const person = await server.signIn({ permissions })
  const phone = `138${String(next()).padStart(8, '0')}`
  await server.db.updateTable('users').set({ phone }).where('id', '=', person.id).execute()
  return { person, phone, ...(await enrolApp(server, person)) }
}
const sentTo = async (phone: string) => {
  const { words } = await server.db
    .selectFrom('message')
    .select('words')
    .where('recipient', '=', phone)
    .where('template', 'in', ['sign_in_code', 'reset_code'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return String((words as { code?: string }).code)
}
const sample = ({ method, path }: Endpoint, as: Who | null) => server.call(`${method} ${path}`, {}, { as })

describe('anyone who has a role that asks for a second step, and has none', () => {
  /** What they may call; any other route of the server is refused before it reads anything. */
  const theirs = everyEndpoint.filter(({ enrolling }) => enrolling).map(({ path }) => path)

  test('is let in to set one up, and told so', async () => {
    const { as, person } = await bare(['site.list'])
    expect(as).toMatchObject({ must_enrol: true, permissions: [] })
    expect((await server.call(ownFactors, {}, { as })).data.required_by).toHaveLength(1)
    const answer = await server.call(userMenus, {}, { as })
    expect(answer).toMatchObject({ code: 403, data: { must_enrol: true } })
    const { confirmed } = await enrolApp(server, as)
    expect(confirmed.code).toBe(200)
    expect(await codeOf(as), 'this sign-in goes on').toBe(200)
    expect(stepIn(await first(person)).ways).toEqual(['totp', 'recovery'])
  })

  test('reaches no other route of the server, whichever it is', async () => {
    const { as } = await bare()
    expect(theirs.sort()).toEqual(
      ['/system/login_out', '/system/user/factors', '/system/user/proof', '/system/user/proof/passkey']
        .concat(['start', 'confirm', 'remove'].map((last) => `/system/user/totp/${last}`))
        .concat(['start', 'add', 'rename', 'remove'].map((last) => `/system/user/passkey/${last}`))
        .concat('/system/user/recovery_codes')
        .sort(),
    )
    const open = server.app.everyRoute.filter(({ config }) => config?.permission === 'public').map(({ url }) => url)
    const routes = server.app.everyRoute.flatMap(({ method, url }) =>
      [method].flat().map((one) => ({ method: one, url })),
    )
    const closed = routes.filter(({ url }) => !open.includes(url) && !theirs.includes(url.replace(/^\/api/, '')))
    expect(closed.length).toBeGreaterThan(200)
    for (const { method, url } of closed) {
      const headers = { authorization: `Bearer ${as.token}` }
      const answer = await server.app.inject({ method: method as 'GET', url, headers })
      expect(`${method} ${url} ${answer.statusCode}`).toBe(`${method} ${url} 403`)
    }
  })

  test('hears nothing on the live channel', async () => {
    const { as } = await bare()
    const closedWith = (token: string) =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(`${server.url.replace('http', 'ws')}/pub/connect/ws`)
        socket.on('open', () => socket.send(JSON.stringify({ type: 'sign_in', token })))
        socket.on('message', () => resolve(0))
        socket.on('close', resolve)
        socket.on('error', () => resolve(-1))
      })
    expect(await closedWith(as.token)).not.toBe(0)
  })

  test('lets no screen in, and stays what they are when their token is renewed', async () => {
    const { as } = await bare()
    const { code } = (await server.call(openScreen, {}, { as: null })).data
    expect((await server.call(scanScreen, { code }, { as })).code).toBe(403)
    const { data } = await server.call(refresh, { refresh_token: as.refresh_token }, { as: null })
    expect(await codeOf({ token: data.access_token })).toBe(403)
    expect((await server.call(logout, {}, { as })).code).toBe(200)
  })

  test('is stopped in the middle of a sign-in when the role begins to ask', async () => {
    const person = await server.signIn()
    expect(await codeOf(person)).toBe(200)
    await server.db.updateTable('role').set({ second_factor: true }).where('id', '=', person.role_id).execute()
    await vi.waitFor(async () => expect(await codeOf(person)).toBe(403))
  })

  test('keeps the last one they have', async () => {
    const { as } = await bare()
    await enrolApp(server, as)
    expect(await server.call(removeTotp, {}, { as })).toMatchObject({
      code: 409,
      message: expect.stringContaining('Role'),
    })
    expect((await server.call(ownFactors, {}, { as })).data.totp).not.toBeNull()
  })

  test('is someone whose role is in force: one that is disabled asks nothing', async () => {
    const { person } = await bare()
    await server.db.updateTable('role').set({ status: 'disabled' }).where('id', '=', person.role_id).execute()
    expect((await first(person)).data.must_enrol).toBe(false)
  })
})

describe('no way in goes around the second step', () => {
  /** Every public route, by what it could bring: one that this test knows nothing of fails it. */
  const GRANTS: Record<string, (all: Awaited<ReturnType<typeof enrolled>>) => Promise<unknown>> = {
    '/system/login': async ({ person }) => stepIn(await first(person)),
    '/system/login_by_code': async ({ phone }) => {
      await server.call(sendCode, { purpose: 'sign_in', to: phone }, { as: null })
      const asked = { mobile: phone, sent_code: await sentTo(phone) }
      return stepIn(await server.call(loginByCode, asked, { as: null }))
    },
    '/pub/screen/collect': async ({ person }) => {
      // A sign-in that showed one thing alone cannot decide, so it is made to look as if it had.
      const { code, secret } = (await server.call(openScreen, {}, { as: null })).data
      await server.call(scanScreen, { code }, { as: person })
      await server.call(decideScreen, { code, confirm: true }, { as: person })
      await server.db.updateTable('screen_sign_in').set({ amr: [] }).where('user_id', '=', person.id).execute()
      return stepIn(await server.call(collectScreen, { secret }, { as: null }))
    },
    '/system/second_step/code': async ({ person, app }) => {
      const { ticket } = stepIn(await first(person))
      expect((await second(ticket, app.wrong())).code).toBe(422)
      expect(
        (
          await second(
            ticket.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A')),
            app.code(),
          )
        ).code,
      ).toBe(401)
    },
    '/system/second_step/passkey': async () => {
      const answer = await server.call('/system/second_step/passkey', { ticket: 'A'.repeat(43) }, { as: null })
      expect(answer.code).toBe(422)
    },
    '/system/login_by_passkey': async () =>
      expect((await server.call('/system/login_by_passkey', {}, { as: null })).code).toBe(422),
    '/site/refresh': async ({ person }) => {
      const weak = ['pwd', 'sms', 'screen']
      await server.db.updateTable('session').set({ amr: weak }).where('user_id', '=', person.id).execute()
      expect((await server.call(refresh, { refresh_token: person.refresh_token }, { as: null })).code).toBe(401)
    },
    '/system/login_by_sso': async ({ person }) => {
      const subject = person.user_name
      idp.people.set(subject, {})
      await server.db.insertInto('user_identity').values({ issuer: idp.issuer, subject, user_id: person.id }).execute()
      const { url, secret } = (await server.call(beginSso, {}, { as: null })).data
      const { search } = await idp.signIn(url, subject)
      return stepIn(await server.call(loginBySso, { secret, search }, { as: null }))
    },
    '/pub/reset_password': async ({ person, phone, app }) => {
      await server.call(sendCode, { purpose: 'reset', to: phone }, { as: null })
      const words = { password: 'another horse 2', password_again: 'another horse 2' }
      const done = await server.call(
        resetByCode,
        { account: phone, sent_code: await sentTo(phone), ...words },
        { as: null },
      )
      expect(done).toMatchObject({ code: 200, data: null })
      const step = stepIn(await first({ ...person, password: 'another horse 2' }))
      expect(step.ways, 'it takes no second step away').toEqual(['totp', 'recovery'])
      expect((await second(step.ticket, app.code())).code).toBe(200)
    },
  }
  const NEVER = [
    ...['/pub/captcha', '/pub/send_code', '/pub/registration', '/pub/register', '/pub/screen/open'],
    ...['/pub/second_step/passkey', '/pub/passkey', '/pub/passkey/options', '/pub/sso', '/pub/sso/begin'],
  ]

  test.each(Object.entries(GRANTS))('%s', async (_, tried) => {
    await tried(await enrolled())
  })

  test('by any route that brings a token', async () => {
    const bringing = everyEndpoint.filter(({ data }) => JSON.stringify(shapeOf(data)).includes('token'))
    expect(
      bringing
        .filter(({ permission }) => permission === 'public')
        .map(({ path }) => path)
        .sort(),
    ).toEqual(
      Object.keys(GRANTS)
        .filter((path) => path !== '/pub/reset_password')
        .sort(),
    )
    for (const path of NEVER) {
      const endpoint = everyEndpoint.find((one) => one.path === path)
      expect(endpoint, path).toBeDefined()
      expect(JSON.stringify((await sample(endpoint as Endpoint, null)).data ?? {}), path).not.toContain('"token"')
    }
  })

  test('a screen is let in by a telephone that showed two things, and by none whose password changed meanwhile', async () => {
    const { person } = await enrolled()
    const confirmed = async () => {
      const { code, secret } = (await server.call(openScreen, {}, { as: null })).data
      await server.call(scanScreen, { code }, { as: person })
      await server.call(decideScreen, { code, confirm: true }, { as: person })
      return () => server.call(collectScreen, { secret }, { as: null })
    }
    const collect = await confirmed()
    const { signed_in } = (await collect()).data
    expect(signed_in?.userInfo.userId).toBe(person.id)
    expect((await server.call(startTotp, {}, { as: signed_in })).code, 'nobody showed anything at the screen').toBe(403)
    const late = await confirmed()
    await server.call(resetPassword, { id: person.id })
    expect((await late()).data).toEqual({ state: 'expired', signed_in: null })
  })
})

/** The names in a schema, four deep: trees have no end. */
function shapeOf(schema: unknown, deep = 4): unknown {
  const { def } = (schema as { _zod: { def: Record<string, unknown> } })._zod
  if (deep === 0) return null
  if (def.shape)
    return Object.fromEntries(Object.entries(def.shape).map(([name, inner]) => [name, shapeOf(inner, deep - 1)]))
  const inner = def.innerType ?? def.element
  return inner ? shapeOf(inner, deep) : null
}

describe('an administrator resets someone’s second steps', () => {
  const reset = (id: number, as?: Who) => server.call(resetFactors, { id }, as ? { as } : {})

  test('by a permission of its own; it is told, written down, and ends all their sign-ins', async () => {
    const { person } = await enrolled(['site.list'])
    const clerk = await server.signIn({ permissions: ['user.list', 'user.update', 'user.reset_password', 'site.list'] })
    expect((await reset(person.id, clerk)).code).toBe(403)
    expect(await reset(person.id)).toMatchObject({ code: 200, data: { id: person.id, removed: 1 } })
    expect(await codeOf(person)).toBe(401)
    expect((await first(person)).code).toBe(200)
    const told = await server.db
      .selectFrom('message')
      .select('template')
      .where('user_id', '=', person.id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(told?.template).toBe('second_steps_reset')
    const written = await server.db
      .selectFrom('audit_entry')
      .select(['user_id', 'entity_id'])
      .where('action', '=', 'reset_factors')
      .where('entity_id', '=', person.id)
      .execute()
    expect(written).toEqual([{ user_id: server.administrator.id, entity_id: person.id }])
  })

  test('never their own, nor those of who may do more, nor without a fresh proof', async () => {
    const helper = await server.signIn({ permissions: ['user.list', 'user.reset_factors', 'site.list'] })
    const { person: boss } = await enrolled(['*'])
    const { person: peer, app } = await enrolled(['site.list'])
    expect((await reset(helper.id, helper)).code).toBe(409)
    expect((await reset(server.administrator.id)).code).toBe(409)
    expect((await reset(boss.id, helper)).code).toBe(403)
    await server.db.updateTable('session').set({ proved_at: null }).where('user_id', '=', helper.id).execute()
    expect(await reset(peer.id, helper)).toMatchObject({ code: 403, data: { proof: { code: false } } })
    nextCodes()
    expect((await second(stepIn(await first(peer)).ticket, app.code())).code, 'it is still there').toBe(200)
    expect(stepIn(await first(boss)).ways).toContain('totp')
  })

  test('and sees who has one, and whose role asks for it', async () => {
    const { person } = await enrolled()
    expect((await server.call(userRights, { id: person.id })).data.second_step).toEqual({
      enrolled: true,
      required_by: [],
    })
    const { person: other } = await bare()
    const { second_step } = (await server.call(userRights, { id: other.id })).data
    expect(second_step).toEqual({ enrolled: false, required_by: [expect.stringContaining('Role')] })
  })
})
