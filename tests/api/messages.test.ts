import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../src/server/kit/person.ts'
import { withCodes } from '../../src/server/messages/codes.ts'
import { type Outgoing, send } from '../../src/server/messages/port.ts'
import { messageSenders, resendMessage, tryMessage } from '../../src/shared/endpoints/messages.ts'
import { makeSite } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const code: Outgoing = {
  channel: 'sms',
  to: '13800138000',
  template: 'sign_in_code',
  words: { code: '042117', minutes: 5 },
}
const notice: Outgoing = { channel: 'sms', to: '13800138000', template: 'test', words: { by: 'Li Wei' } }

const inList = async (id: number, as = server.administrator) =>
  (await server.call('/system/message/index', { id }, { as })).data.rows[0]

/** Once the server has seen to it. */
async function seenTo(outgoing: Outgoing): Promise<number> {
  const id = await send(server.db, outgoing)
  await expect.poll(async () => (await inList(id)).state).not.toBe('queued')
  return id
}

test('with no service set the server keeps a message, and an administrator reads the code in it', async () => {
  expect(await inList(await seenTo(code))).toMatchObject({
    state: 'kept',
    channel: 'sms',
    subject: 'Your code to sign in',
    body: expect.stringContaining('042117'),
    recipient: '13800138000',
    tries: 1,
    next_try_at: null,
  })
  expect((await server.call(messageSenders, {})).data).toEqual({ sms: null, mail: null, wechat: null })
})

test('a code is read no longer than it is good for', async () => {
  const id = await seenTo(code)
  await sql`update message set expires_at = now() where id = ${id}`.execute(server.db)
  expect((await inList(id)).body).not.toContain('042117')
})

test('a code that nothing will send is read at once; one that is about to be sent is not', async () => {
  const id = await server.db.transaction().execute(async (trx) => {
    const id = await send(trx, code)
    await trx.updateTable('message').set({ next_try_at: '2100-01-01T00:00:00Z' }).where('id', '=', id).execute()
    return id
  })
  const row = await inList(id)
  expect(row).toMatchObject({ state: 'queued', body: expect.stringContaining('042117') })
  const person = { grants: [{ permissions: ['*'], reach: null }] } as unknown as Person
  const dotted = { ...row, body: '••••••' }
  const sms = { service: 'a service', send: () => Promise.reject(new Error('nothing is sent here')) }
  const senders = { sms, mail: null, wechat: null }
  expect(await withCodes([dotted], { db: server.db, person }, senders)).toEqual([dotted])
})

test('a code is for anyone who may do everything everywhere: others get dots in the list, its export and when they send it again', async () => {
  const id = await seenTo(code)
  const clerk = await server.signIn({ permissions: ['message.list', 'message.export', 'message.resend'] })
  const ofSites = await server.signIn({ permissions: ['*'] })
  const site = await makeSite(server.db)
  const scope = { data_scope: 'sites', site_ids: [site.id] }
  expect((await server.call('/system/role/edit', { id: ofSites.role_id, ...scope })).code).toBe(200)
  await server.call('/admin/assign', { id: ofSites.id, role_ids: [ofSites.role_id, clerk.role_id] })
  const exported = async (as: SignedIn) => {
    const headers = { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ format: 'csv', columns: ['subject', 'body'], id })
    const answer = await fetch(`${server.url}/api/system/message/export`, { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
    return answer.text()
  }
  expect(await exported(server.administrator)).toContain('042117')
  for (const who of [clerk, ofSites]) {
    expect((await inList(id, who)).body).toMatch(/^••••••/)
    expect(await exported(who)).toMatch(/••••••/)
    expect(await exported(who)).not.toContain('042117')
    const again = await server.call(resendMessage, { id }, { as: who })
    expect(again.code).toBe(200)
    expect(JSON.stringify(again.data)).not.toContain('042117')
    await expect.poll(async () => (await inList(id)).state).toBe('kept')
  }
  expect((await inList(id)).body).toContain('042117')
})

describe('administrators', () => {
  test('send a message once more, but no code that is over', async () => {
    const id = await seenTo(notice)
    const { data } = await server.call(resendMessage, { id })
    expect(data.message).toMatchObject({ id, state: 'queued', failure: null, problem: null, tries: 0 })
    const expires_at = new Date(Date.now() - 1_000).toISOString()
    const { id: old } = await server.db
      .insertInto('message')
      .values({
        ...{
          channel: 'sms',
          recipient: '1',
          template: 'sign_in_code',
          language: 'en',
          subject: '',
          body: '',
          user_id: null,
        },
        ...{ words: '{"code":"042117"}', expires_at, state: 'kept', next_try_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await server.call(resendMessage, { id: old }, { language: 'en' })).message).toContain('is over')
    expect((await server.call(resendMessage, { id: 999_999 })).code).toBe(404)
  })

  test('see no more of a receiver than they may', async () => {
    const clerk = await server.signIn({ permissions: ['message.list'] })
    const [byPhone, byMail] = [
      await send(server.db, notice),
      await send(server.db, { ...notice, channel: 'mail', to: 'li@example.com' }),
    ]
    expect((await inList(byPhone, clerk)).recipient).toBe('138****8000')
    expect((await inList(byMail, clerk)).recipient).toBe('l****@example.com')
    expect((await server.call(resendMessage, { id: byPhone }, { as: clerk })).code).toBe(403)
    expect((await server.call(tryMessage, { channel: 'sms', to: '13800138000' }, { as: clerk })).code).toBe(403)
  })

  test.each([
    ['sms', '13800138000', 200],
    ['sms', 'li@example.com', 422],
    ['mail', 'li@example.com', 200],
    ['mail', '13800138000', 422],
    ['wechat', 'li.wei', 200],
    ['wechat', '@all', 422],
    ['wechat', 'a|b', 422],
  ] as const)('try %s to %s: %i', async (channel, to, expected) => {
    const { code, data } = await server.call(tryMessage, { channel, to })
    expect(code).toBe(expected)
    if (code === 200) expect(await inList(data.id)).toMatchObject({ channel, recipient: to, subject: 'A test message' })
    else expect(data).toMatchObject({ errors: { to: 'That is no address that this channel reaches.' } })
  })
})
