import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Channel } from '../../src/shared/domain/channels.ts'
import { uploadAvatar } from '../../src/shared/endpoints/files.ts'
import { ownAccount } from '../../src/shared/endpoints/own-account.ts'
import { ownPreferences, savePreferences } from '../../src/shared/endpoints/preferences.ts'
import {
  askContactCode,
  confirmContact,
  notificationSettings,
  saveAvatar,
  saveLanguage,
  saveNotifications,
} from '../../src/shared/endpoints/user-centre.ts'
import { fileAddress } from '../../src/shared/kit/uploads.ts'
import { makeAlarm, next } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const aNumber = () => `139${String(next()).padStart(8, '0')}`

/** The code that went to a contact, as an administrator reads it where nothing is set that could send it. */
async function codeSentTo(to: string): Promise<string> {
  const found = await server.db.selectFrom('message').select('words').where('recipient', '=', to).executeTakeFirst()
  return String((found?.words as { code?: string } | null)?.code ?? '')
}

async function confirmed(as: SignedIn, channel: Channel, to: string) {
  expect((await server.call(askContactCode, { channel, to }, { as })).code).toBe(200)
  return server.call(confirmContact, { channel, to, sent_code: await codeSentTo(to) }, { as })
}

/** How many calls wait for another one's transaction. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
  return rows[0]?.count ?? 0
}

const contactsOf = async (as: SignedIn) => (await server.call(ownAccount, {}, { as })).data.contacts

test('an account tells who one is', async () => {
  const user = await server.signIn()
  expect((await server.call(ownAccount, {}, { as: user })).data).toMatchObject({
    ...{ id: user.id, user_name: user.user_name, avatar: null, dept: null, language: null },
    roles: [expect.any(String)],
    contacts: { sms: null, mail: null, wechat: null },
  })
  expect((await server.call(ownAccount, {}, { as: null })).code).toBe(401)
})

describe('a contact', () => {
  test.each([
    ['sms', aNumber()],
    ['mail', 'li.wei@example.com'],
    ['wechat', 'li.wei'],
  ] as const)('by %s is kept by the code that was sent there', async (channel, to) => {
    const user = await server.signIn()
    expect((await confirmed(user, channel, to)).code).toBe(200)
    expect(await contactsOf(user)).toMatchObject({ [channel]: to })
  })

  test('is not kept by another code, by another person’s, or for another contact', async () => {
    const [user, other] = [await server.signIn(), await server.signIn()]
    const [to, elsewhere] = [aNumber(), aNumber()]
    await server.call(askContactCode, { channel: 'sms', to }, { as: user })
    const code = await codeSentTo(to)
    const wrong = code === '000000' ? '111111' : '000000'
    const attempts = [
      server.call(confirmContact, { channel: 'sms', to, sent_code: wrong }, { as: user }),
      server.call(confirmContact, { channel: 'sms', to, sent_code: code }, { as: other }),
      server.call(confirmContact, { channel: 'sms', to: elsewhere, sent_code: code }, { as: user }),
    ]
    for (const attempt of await Promise.all(attempts)) expect(attempt.code).toBe(422)
    expect((await server.call(confirmContact, { channel: 'sms', to, sent_code: code }, { as: user })).code).toBe(200)
    expect((await server.call(confirmContact, { channel: 'sms', to, sent_code: code }, { as: user })).code).toBe(422)
  })

  test('that another account has is refused, however it is written', async () => {
    const [first, second] = [await server.signIn(), await server.signIn()]
    const to = aNumber()
    await server.db
      .updateTable('users')
      .set({ phone: `+86 ${to.slice(0, 3)} ${to.slice(3)}` })
      .where('id', '=', first.id)
      .execute()
    const answer = await confirmed(second, 'sms', to)
    expect(answer).toMatchObject({ code: 422, data: { errors: { to: expect.stringContaining('Another account') } } })
    expect(await contactsOf(second)).toMatchObject({ sms: null })
  })

  test('that another account gets in the same moment is refused where it was typed', async () => {
    const [first, second] = [await server.signIn(), await server.signIn()]
    const to = aNumber()
    await server.call(askContactCode, { channel: 'sms', to }, { as: second })
    const sent_code = await codeSentTo(to)
    let late: Promise<{ code: number }> | undefined
    await server.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ phone: to }).where('id', '=', first.id).execute()
      late = server.call(confirmContact, { channel: 'sms', to, sent_code }, { as: second })
      await expect.poll(waiting).toBe(1)
    })
    expect(await late).toMatchObject({
      code: 422,
      data: { errors: { to: expect.stringContaining('Another account') } },
    })
  })

  test('is no text that no message reaches, and no code follows another within a minute', async () => {
    const user = await server.signIn()
    for (const [channel, to] of [
      ['sms', 'li'],
      ['mail', '13800138000'],
      ['wechat', '@all'],
    ] as const)
      expect((await server.call(askContactCode, { channel, to }, { as: user })).code).toBe(422)
    const to = aNumber()
    expect((await server.call(askContactCode, { channel: 'sms', to }, { as: user })).data.wait_seconds).toBe(60)
    expect((await server.call(askContactCode, { channel: 'sms', to }, { as: user })).code).toBe(429)
  })
})

test('one is told of to-dos by the ways that one chose', async () => {
  const user = await server.signIn({ permissions: ['refund.review'] })
  const settings = async () => (await server.call(notificationSettings, {}, { as: user })).data
  expect(await settings()).toEqual({ ways: {}, kinds: ['refund'] })
  await server.call(saveNotifications, { ways: { refund: ['mail', 'sms', 'mail'], alarm: [] } }, { as: user })
  expect((await settings()).ways).toEqual({ refund: ['mail', 'sms'] })
  for (const ways of [{ refund: ['pigeon'] }, { nothing: ['sms'] }])
    expect((await server.call(saveNotifications.path, { ways }, { as: user })).code).toBe(422)
})

test('anyone who begins to listen is told of what comes, not of what waits already', async () => {
  for (const code of ['A', 'B']) {
    const alarm = await makeAlarm(server.db, { kind: 'fault', code })
    const matter = { kind: 'alarm', record_id: alarm.id }
    await server.db
      .insertInto('matter')
      .values(matter)
      .onConflict((known) => known.doNothing())
      .execute()
  }
  const user = await server.signIn()
  const save = (ways: object) => server.call(saveNotifications.path, { ways }, { as: user })
  const toldTo = async () =>
    (
      await server.db
        .selectFrom('notification_setting')
        .select('told_to')
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow()
    ).told_to
  const { id: newest } = await server.db
    .selectFrom('matter')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await save({ alarm: ['sms'] })
  expect(await toldTo()).toBe(newest)
  await server.db.updateTable('notification_setting').set({ told_to: 1 }).where('user_id', '=', user.id).execute()
  await save({ alarm: ['sms', 'mail'] })
  expect(await toldTo()).toBe(1)
})

test('the language of messages is the console’s, once it was said', async () => {
  const user = await server.signIn()
  await server.call(saveLanguage, { language: 'zh-CN' }, { as: user })
  expect((await server.call(ownAccount, {}, { as: user })).data.language).toBe('zh-CN')
  const to = aNumber()
  await server.call(askContactCode, { channel: 'sms', to }, { as: user, language: 'en' })
  const { body } = await server.db
    .selectFrom('message')
    .select('body')
    .where('recipient', '=', to)
    .executeTakeFirstOrThrow()
  expect(body).toContain('验证码')
})

describe('a picture of oneself', () => {
  async function uploaded(as: SignedIn, content: Buffer, name = 'me.png') {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), name)
    const headers = { authorization: `Bearer ${as.token}` }
    const response = await fetch(`${server.url}/api${uploadAvatar.path}`, { method: 'POST', headers, body: form })
    return (await response.json()) as { code: number; data: { id: number; key: string } }
  }
  const portrait = () =>
    sharp({ create: { width: 40, height: 40, channels: 3, background: '#087f5b' } })
      .png()
      .toBuffer()

  test('is anybody’s to set, whatever else they may upload, and to take away', async () => {
    const user = await server.signIn()
    const { data } = await uploaded(user, await portrait())
    expect((await server.call(saveAvatar, { avatar: data.key }, { as: user })).code).toBe(200)
    expect((await server.call(ownAccount, {}, { as: user })).data.avatar).toBe(data.key)
    const uses = () => server.db.selectFrom('file_use').selectAll().where('file_id', '=', data.id).execute()
    expect(await uses()).toMatchObject([{ entity: 'user', entity_id: user.id, field: 'avatar' }])
    const shown = await fetch(`${server.url}/api${fileAddress(data.key)}`, {
      headers: { authorization: `Bearer ${user.token}` },
    })
    expect(shown.headers.get('content-type')).toMatch(/^image\//)
    expect((await server.call(saveAvatar, { avatar: null }, { as: user })).code).toBe(200)
    expect(await uses()).toEqual([])
  })

  test('is a picture that was uploaded, not another file', async () => {
    const user = await server.signIn()
    expect((await uploaded(user, Buffer.from('%PDF-1.4'), 'me.pdf')).code).toBe(422)
    expect((await uploaded({ ...user, token: 'x' }, await portrait())).code).toBe(401)
    const unknown = await server.call(saveAvatar, { avatar: 'ffffffffffffffffffffffffffffffff' }, { as: user })
    expect(unknown.code).toBe(422)
  })
})

describe('how the console is laid out', () => {
  const keep = (body: object, as: SignedIn) => server.call(savePreferences, body, { as })
  const kept = async (as: SignedIn) => (await server.call(ownPreferences, {}, { as })).data

  test('is kept field by field for the person alone', async () => {
    const [user, other] = [await server.signIn(), await server.signIn()]
    expect(await kept(user)).toEqual({ language: null })
    await keep({ favourites: [7, 3], collapsed: true, theme: 'dark' }, user)
    await keep({ collapsed: null, folded: { 12: true } }, user)
    await server.call(saveLanguage, { language: 'zh-CN' }, { as: user })
    expect(await kept(user)).toEqual({
      ...{ favourites: [7, 3], collapsed: null, folded: { 12: true }, theme: 'dark' },
      language: 'zh-CN',
    })
    expect(await kept(other)).toEqual({ language: null })
  })

  test.each([
    ['a theme that there is not', { theme: 'pink' }, 'theme'],
    ['favourites without end', { favourites: Array.from({ length: 101 }, (_, at) => at) }, 'favourites'],
    ['a favourite that is no entry', { favourites: ['home'] }, 'favourites'],
    [
      'groups without end',
      { folded: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [at, true])) },
      'folded',
    ],
    ['a group of another name', { folded: { constructor: true } }, 'folded'],
    ['more than yes and no', { tabs: 1 }, 'tabs'],
  ])('refuses %s at its field', async (_, body, field) => {
    const answer = await keep(body, await server.signIn())
    expect(answer.code).toBe(422)
    expect(JSON.stringify(answer.data)).toContain(field)
  })

  test('never grows beyond its bounds: what is unknown is refused', async () => {
    const user = await server.signIn()
    expect((await keep({ tabs: false, more: 'x'.repeat(20_000) }, user)).code).toBe(422)
    expect(await kept(user)).toEqual({ language: null })
  })
})
