import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refresh } from '../../src/shared/endpoints/auth.ts'
import { prove } from '../../src/shared/endpoints/own-factors.ts'
import { endOtherSessions, endOwnSession, ownSessions } from '../../src/shared/endpoints/own-sessions.ts'
import { endAllSignIns, endSignIns } from '../../src/shared/endpoints/people.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { askContactCode, confirmContact } from '../../src/shared/endpoints/user-centre.ts'
import { makeApp, tokenOf } from '../setup/client-app.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Who = Pick<SignedIn, 'token'>
const codeOf = async (as: Who) => (await server.call(userMenus, {}, { as })).code
const renewed = async ({ refresh_token }: SignedIn) =>
  (await server.call(refresh, { refresh_token }, { as: null })).code
const again = async ({ user_name: username, password }: SignedIn): Promise<SignedIn> =>
  (await server.call('/system/login', { username, password }, { as: null })).data
/** What showed who sits there is too long ago. */
const stale = ({ id }: SignedIn) =>
  server.db
    .updateTable('session')
    .set({ proved_at: new Date(Date.now() - 11 * 60_000).toISOString() })
    .where('user_id', '=', id)
    .execute()
const needsProof = { code: 403, data: { proof: { code: false, passkey: false } } }

describe('a fresh proof is asked for', () => {
  test('before other sign-ins end, and not for one’s own', async () => {
    const user = await server.signIn()
    const other = await again(user)
    await stale(user)
    const { sessions } = (await server.call(ownSessions, {}, { as: user })).data
    const [own, elsewhere] = [sessions.find((one) => one.own)?.id ?? '', sessions.find((one) => !one.own)?.id ?? '']
    expect(await server.call(endOtherSessions, {}, { as: user })).toMatchObject(needsProof)
    expect(await server.call(endOwnSession, { id: elsewhere }, { as: user })).toMatchObject(needsProof)
    expect(await codeOf(other)).toBe(200)
    expect((await server.call(prove, { password: user.password }, { as: user })).code).toBe(200)
    expect((await server.call(endOwnSession, { id: elsewhere }, { as: user })).code).toBe(200)
    expect(await codeOf(other)).toBe(401)
    await stale(user)
    expect((await server.call(endOwnSession, { id: own }, { as: user })).code).toBe(200)
  })

  test.each([
    ['sms', '13855501234'],
    ['mail', 'li.na@example.com'],
  ] as const)(
    'before a contact by %s is changed, when the code is asked for and when it is given',
    async (channel, to) => {
      const user = await server.signIn()
      await stale(user)
      expect(await server.call(askContactCode, { channel, to }, { as: user })).toMatchObject(needsProof)
      expect(await server.db.selectFrom('message').select('id').where('recipient', '=', to).execute()).toEqual([])
      await server.call(prove, { password: user.password }, { as: user })
      expect((await server.call(askContactCode, { channel, to }, { as: user })).code).toBe(200)
      await stale(user)
      const given = { channel, to, sent_code: '123456' }
      expect(await server.call(confirmContact, given, { as: user })).toMatchObject(needsProof)
    },
  )

  test('and not for where notices go, by which nobody gets in', async () => {
    const user = await server.signIn()
    await stale(user)
    expect((await server.call(askContactCode, { channel: 'wechat', to: 'li.na' }, { as: user })).code).toBe(200)
  })
})

describe('an administrator ends sign-ins', () => {
  test('of one person, all of them, who may come in again', async () => {
    const user = await server.signIn()
    const other = await again(user)
    expect((await server.call(endSignIns, { id: user.id })).data).toEqual({ id: user.id, ended: 2 })
    expect([await codeOf(user), await codeOf(other), await renewed(user)]).toEqual([401, 401, 401])
    expect(await codeOf(await again(user))).toBe(200)
    const written = await server.db
      .selectFrom('audit_entry')
      .select(['user_id', 'after'])
      .where('action', '=', 'end_sign_ins')
      .where('entity_id', '=', user.id)
      .execute()
    expect(written).toEqual([{ user_id: server.administrator.id, after: { id: user.id } }])
  })

  test('of nobody who may do more, nor their own, nor without the permission', async () => {
    const helper = await server.signIn({ permissions: ['user.list', 'user.update'] })
    const clerk = await server.signIn({ permissions: ['user.list'] })
    expect((await server.call(endSignIns, { id: server.administrator.id }, { as: helper })).code).toBe(403)
    expect((await server.call(endSignIns, { id: helper.id }, { as: helper })).code).toBe(409)
    expect((await server.call(endSignIns, { id: helper.id }, { as: clerk })).code).toBe(403)
    expect([await codeOf(server.administrator), await codeOf(helper)]).toEqual([200, 200])
  })

  test('of everybody but themselves, with a fresh proof; client apps go on', async () => {
    const [boss, user] = [await server.signIn({ permissions: ['*'] }), await server.signIn()]
    const elsewhere = await again(boss)
    const helper = await server.signIn({ permissions: ['user.list', 'user.update'] })
    const app = await makeApp(server, { menus: ['sites'] })
    const program = await tokenOf(server, app)
    expect((await server.call(endAllSignIns, {}, { as: helper })).code).toBe(403)
    await stale(boss)
    expect(await server.call(endAllSignIns, {}, { as: boss })).toMatchObject(needsProof)
    expect(await codeOf(user)).toBe(200)
    await server.call(prove, { password: boss.password }, { as: boss })
    const answer = await server.call(endAllSignIns, {}, { as: boss })
    expect(answer.code).toBe(200)
    expect(answer.data.ended).toBeGreaterThanOrEqual(3)
    expect(await Promise.all([boss, elsewhere, user, helper].map(codeOf))).toEqual([200, 401, 401, 401])
    expect(await renewed(user)).toBe(401)
    expect((await server.call('/system/park-lot/index', {}, { as: program })).code).toBe(200)
    expect(await codeOf(await again(user))).toBe(200)
  })
})
