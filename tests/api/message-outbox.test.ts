import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { keepForDays } from '../../src/server/kit/database/kept-for-days.ts'
import { Outbox } from '../../src/server/messages/outbox.ts'
import { type Outgoing, send } from '../../src/server/messages/port.ts'
import { KEPT_MESSAGES } from '../../src/server/messages/retention.ts'
import { NO_SENDERS, type SenderSettings, sendersOf } from '../../src/server/messages/senders/senders.ts'
import { makeUser } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { httpService, type Says, type Service } from '../setup/services.ts'

// No server runs on this database: its own worker would be at the same messages.
let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const services: Service[] = []
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop()
  await database.db.deleteFrom('message').execute()
})

const log = pino({ level: 'silent' })
const outboxOf = (settings: Partial<SenderSettings> = {}) =>
  new Outbox({ db: database.db, senders: sendersOf({ ...NO_SENDERS, ...settings }), log, changed: () => {} })

/** Twilio, as far as it is needed: it takes every message, unless it is told what to say. */
async function twilio(says: (times: number) => Says | Promise<Says> = () => ({ status: 201, body: { sid: 'SM1' } })) {
  const service = await httpService((_, times) => says(times))
  services.push(service)
  const sms = { service: 'twilio', key: 'AC1', secret: 't', sender: '+15005550006', url: service.url } as const
  return { service, sms, outbox: outboxOf({ sms }) }
}

/** It answers the first call when the test says so, all others at once. */
async function slowTwilio(others: Says) {
  let answerFirst = (_: Says) => {}
  const slow = new Promise<Says>((resolve) => {
    answerFirst = resolve
  })
  return { ...(await twilio((times) => (times === 1 ? slow : others))), answerFirst: (says: Says) => answerFirst(says) }
}

const code: Outgoing = {
  channel: 'sms',
  to: '13800138000',
  template: 'sign_in_code',
  words: { code: '042117', minutes: 5 },
}
const notice: Outgoing = { channel: 'sms', to: '13800138000', template: 'test', words: { by: 'Li Wei' } }

const kept = (id: number) =>
  database.db.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const written = (outgoing: Outgoing) => send(database.db, outgoing)

/** Sends it as if all waiting were over. */
async function sentBy(outbox: Outbox, id: number) {
  await sql`update message set next_try_at = now() where id = ${id} and state = 'queued'`.execute(database.db)
  await outbox.sendDue()
  return kept(id)
}

describe('with no service set', () => {
  test('it is kept with its code beside its text; once a service is set it is not sent, and its code is forgotten', async () => {
    const id = await written(code)
    expect(await sentBy(outboxOf(), id)).toMatchObject({ state: 'kept', body: expect.not.stringContaining('042117') })
    await outboxOf().forgetCodes()
    expect((await kept(id)).words).toMatchObject({ code: '042117' })
    const { outbox, service } = await twilio()
    await outbox.forgetCodes()
    await outbox.sendDue()
    expect(service.asked).toHaveLength(0)
    expect(await kept(id)).toMatchObject({ state: 'kept', words: null, body: expect.not.stringContaining('042117') })
  })
})

test('a code whose time is over is forgotten, wherever it lies', async () => {
  const [waiting, over, young] = [await written(code), await written(code), await written(code)]
  expect((await sentBy(outboxOf(), over)).state).toBe('kept')
  await sql`update message set expires_at = now() where id in (${waiting}, ${over})`.execute(database.db)
  await outboxOf().forgetCodes()
  for (const id of [waiting, over]) expect(JSON.stringify(await kept(id))).not.toContain('042117')
  expect((await kept(young)).words).toMatchObject({ code: '042117' })
  await database.db.deleteFrom('message').execute()
})

describe('a message', () => {
  test('is written with what it tells of, or not at all', async () => {
    const rolledBack = database.db.transaction().execute(async (trx) => {
      await send(trx, notice)
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect(await database.db.selectFrom('message').selectAll().execute()).toEqual([])
  })

  test('is tried again, and given up, by the clock of the database, whatever that of its node says', async () => {
    const [id, young] = [await written(notice), await written(code)]
    const { outbox } = await twilio(() => ({ status: 503, body: {} }))
    const hour = 3_600_000
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour })
    try {
      await sentBy(outbox, id)
    } finally {
      vi.useRealTimers()
    }
    expect(await kept(young)).toMatchObject({ state: 'queued', failure: null })
    const { next_try_at } = await kept(id)
    const wait_ms = Date.parse(next_try_at ?? '') - Date.now()
    expect(wait_ms).toBeGreaterThan(5_000)
    expect(wait_ms).toBeLessThan(15_000)
  })

  test('speaks the language of its receiver', async () => {
    const { id: user_id } = await makeUser(database.db)
    await database.db.updateTable('users').set({ language: 'zh-CN' }).where('id', '=', user_id).execute()
    expect(await kept(await written({ ...code, user_id, language: 'en' }))).toMatchObject({ subject: '登录验证码' })
    expect(await kept(await written({ ...code, language: 'zh-CN' }))).toMatchObject({ subject: '登录验证码' })
    expect(await kept(await written(code))).toMatchObject({ subject: 'Your code to sign in' })
  })

  test('that the locales do not know is ours to mend', async () => {
    await expect(send(database.db, { ...notice, template: 'nothing' })).rejects.toThrow('There is no message nothing')
  })

  test('arrives with its code, which nobody reads in the outbox before or after', async () => {
    const { service, outbox } = await twilio()
    const id = await written(code)
    expect((await kept(id)).body).not.toContain('042117')
    expect(await sentBy(outbox, id)).toMatchObject({ state: 'sent', service: 'Twilio', reference: 'SM1', words: null })
    expect(new URLSearchParams(service.asked[0]?.body).get('Body')).toContain('042117')
    expect(JSON.stringify(await kept(id))).not.toContain('042117')
  })

  test('is sent once, however many servers are at it', async () => {
    const { sms, service } = await twilio()
    for (let n = 0; n < 60; n++) await written(notice)
    await Promise.all(Array.from({ length: 8 }, () => outboxOf({ sms }).sendDue()))
    expect(service.asked).toHaveLength(60)
  })

  test('is no one else’s while a server takes it in hand', async () => {
    const { service, outbox } = await twilio()
    for (let n = 0; n < 5; n++) await written(notice)
    const others = await database.db.transaction().execute(async (trx) => {
      await sql`select from message for update`.execute(trx)
      const looking = [1, 2, 3].map(() => outbox.sendDue())
      const patience = new Promise((resolve) => setTimeout(resolve, 300))
      await Promise.race([Promise.all(looking), patience])
      return looking
    })
    await Promise.all(others)
    await outbox.sendDue()
    expect(service.asked).toHaveLength(5)
  })

  test('is tried again, later each time, until it is given up with what the service said', async () => {
    const { service, outbox } = await twilio(() => ({ status: 503, body: { code: 20500, message: 'Down' } }))
    const id = await written(notice)
    const waits: number[] = []
    for (let tries = 1; tries <= 7; tries++) {
      const { state, next_try_at } = await sentBy(outbox, id)
      expect(state).toBe('queued')
      waits.push(Date.parse(next_try_at ?? '') - Date.now())
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(await sentBy(outbox, id)).toMatchObject({
      ...{ state: 'failed', failure: 'unreachable', problem: '20500: Down', tries: 8, next_try_at: null },
    })
    expect(service.asked).toHaveLength(8)
  })

  test('to nobody is given up at once', async () => {
    const { outbox } = await twilio(() => ({ status: 400, body: { code: 21211, message: 'Invalid To' } }))
    expect(await sentBy(outbox, await written(notice))).toMatchObject({ state: 'failed', failure: 'refused', tries: 1 })
  })

  test('whose code is over is not sent any more', async () => {
    const { service, outbox } = await twilio()
    const id = await written(code)
    await sql`update message set expires_at = now() - interval '1 second' where id = ${id}`.execute(database.db)
    expect(await sentBy(outbox, id)).toMatchObject({ state: 'failed', failure: 'too_late', words: null })
    expect(service.asked).toHaveLength(0)
  })

  test('that a killed server had in hand is taken up by another, a minute later', async () => {
    const { outbox, service, answerFirst } = await slowTwilio({ status: 201, body: { sid: 'SM2' } })
    const id = await written(notice)
    const hanging = outbox.sendDue()
    await expect.poll(() => service.asked.length).toBe(1)
    await outbox.sendDue()
    expect(service.asked).toHaveLength(1)
    const { next_try_at } = await kept(id)
    expect(Date.parse(next_try_at ?? '') - Date.now()).toBeGreaterThan(50_000)
    expect(await sentBy(outbox, id)).toMatchObject({ state: 'sent', reference: 'SM2' })
    answerFirst({ status: 503, body: {} })
    await hanging
    expect(await kept(id)).toMatchObject({ state: 'sent', reference: 'SM2' })
  })

  test.each([
    ['fails at last is the other’s', { status: 503, body: { code: 1, message: 'first' } }, 'queued', '2: second'],
    ['arrives at last has arrived', { status: 201, body: { sid: 'SM1' } }, 'sent', null],
  ] as const)('that someone slow had in hand and that %s', async (_, answer, state, problem) => {
    const { outbox, service, answerFirst } = await slowTwilio({ status: 503, body: { code: 2, message: 'second' } })
    const id = await written(notice)
    const hanging = outbox.sendDue()
    await expect.poll(() => service.asked.length).toBe(1)
    expect(await sentBy(outbox, id)).toMatchObject({ state: 'queued', problem: '2: second' })
    answerFirst(answer)
    await hanging
    expect(await kept(id)).toMatchObject({ state, problem, tries: 2 })
  })
})

test('what is older than an administrator wants is removed, except what is still to be sent', async () => {
  const [old, waiting, young] = [await written(notice), await written(notice), await written(notice)]
  await sql`update message set state = 'kept', next_try_at = null where id in (${old}, ${young})`.execute(database.db)
  await sql`update message set created_at = now() - interval '91 days' where id in (${old}, ${waiting})`.execute(
    database.db,
  )
  expect(await keepForDays(database.pool, KEPT_MESSAGES)).toMatchObject({ dropped: 0, removed: 1 })
  const left = await database.db.selectFrom('message').select('id').orderBy('id').execute()
  expect(left.map(({ id }) => id)).toEqual([waiting, young])
})

test('a message says what the operator calls the console', async () => {
  await sql`update system_setting set product_name = 'Volt & Söhne'`.execute(database.db)
  expect((await kept(await written(notice))).body).toContain('Volt & Söhne can reach you here.')
})
