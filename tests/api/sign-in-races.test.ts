import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endSessionsOf } from '../../src/server/auth/sessions.ts'
import type { Database } from '../../src/server/kit/database/tables.ts'
import { logout, refresh } from '../../src/shared/endpoints/auth.ts'
import { endOtherSessions, endOwnSession } from '../../src/shared/endpoints/own-sessions.ts'
import { resetPassword } from '../../src/shared/endpoints/people.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { enrolApp } from '../setup/second-step.ts'
import { type Answer, type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const waiting = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
  return rows[0]?.count
}

/** Lets calls run into what `held` holds, one after the other, until all of them wait; then they go on in that order. */
async function inOrder<T>(
  held: (trx: Kysely<Database>) => Promise<unknown>,
  calls: (() => Promise<T>)[],
): Promise<T[]> {
  const begun: Promise<T>[] = []
  await server.db.transaction().execute(async (trx) => {
    await held(trx)
    for (const call of calls) {
      begun.push(call())
      await vi.waitFor(async () => expect(await waiting()).toBe(begun.length), { timeout: 5_000, interval: 10 })
    }
  })
  return Promise.all(begun)
}

const holdUser = (id: number) => (trx: Kysely<Database>) =>
  sql`select from users where id = ${id} for update`.execute(trx)
const renew = (refresh_token: string) => server.call(refresh, { refresh_token }, { as: null })
const isIn = async (token: string) => (await server.call(userMenus, {}, { as: { token } })).code === 200

const enter = (user_name: string, password: string): Promise<Answer<unknown>> =>
  server.call('/system/login', { username: user_name, password }, { as: null })

type Ends = (user: SignedIn, elsewhere: { token: string }, family: string) => Promise<Answer<unknown>>
const ways: [string, Ends][] = [
  ['signing out', (user) => server.call(logout, {}, { as: user })],
  ['ending it elsewhere', (_, elsewhere, id) => server.call(endOwnSession, { id }, { as: elsewhere })],
  ['a new password', ({ id }) => server.call(resetPassword, { id, password: 'another1word' })],
]
test.each(ways)('a sign-in that is renewed at the instant of %s does not live on', async (_, end) => {
  const user = await server.signIn()
  const elsewhere = (await enter(user.user_name, user.password)).data as { token: string }
  const { rows } = await sql<{ family: string }>`
    select family::text from session where user_id = ${user.id} order by id limit 1`.execute(server.db)
  const family = rows[0]?.family ?? ''
  const [renewed, ended] = await inOrder<Answer<unknown>>(holdUser(user.id), [
    () => renew(user.refresh_token),
    () => end(user, elsewhere, family),
  ])
  expect(ended?.code).toBe(200)
  const { access_token = 'none', refresh_token = 'none' } = (renewed?.data ?? {}) as Record<string, string>
  expect(await isIn(access_token)).toBe(false)
  expect((await renew(refresh_token)).code).toBe(401)
})

test('ending all others takes the one along that is renewed at that instant', async () => {
  const user = await server.signIn()
  const other = (await enter(user.user_name, user.password)).data as { token: string; refresh_token: string }
  const [renewed] = await inOrder<Answer<unknown>>(holdUser(user.id), [
    () => renew(other.refresh_token),
    () => server.call(endOtherSessions, {}, { as: user }) as Promise<Answer<unknown>>,
  ])
  const { access_token = '' } = (renewed?.data ?? {}) as Record<string, string>
  expect([await isIn(user.token), await isIn(access_token), await isIn(other.token)]).toEqual([true, false, false])
})

/** Signs in; once the password was found right and before anything is opened, the person's sign-ins are ended. */
async function overtaken({ id, user_name, password }: { id: number; user_name: string; password: string }) {
  const begun: Promise<Answer<unknown>>[] = []
  await server.db.transaction().execute(async (trx) => {
    await sql`lock table totp in access exclusive mode`.execute(trx)
    begun.push(enter(user_name, password))
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 5_000, interval: 10 })
    await endSessionsOf(server.db, id, null)
  })
  const [answer] = await Promise.all(begun)
  return answer
}

test('a sign-in whose password was changed while it was looked at opens nothing', async () => {
  const user = await server.signIn()
  const answer = await overtaken(user)
  expect(answer?.code).toBe(401)
  const { rows } = await sql`
    select from session where user_id = ${user.id} and ended_at is null`.execute(server.db)
  expect(rows).toEqual([])
  expect((await enter(user.user_name, user.password)).code).toBe(200)
})

test('nor does it give a ticket for a second step', async () => {
  const user = await server.signIn()
  await enrolApp(server, user)
  const answer = await overtaken(user)
  expect(answer?.data).toBeNull()
  expect(await server.db.selectFrom('second_step').select('user_id').where('user_id', '=', user.id).execute()).toEqual(
    [],
  )
})
