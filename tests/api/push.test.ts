import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PushPayload } from '../../src/shared/domain/push.ts'
import { actOnAlarm, handleAlarm } from '../../src/shared/endpoints/alarms.ts'
import { logout } from '../../src/shared/endpoints/auth.ts'
import { endOtherSessions } from '../../src/shared/endpoints/own-sessions.ts'
import {
  allowPush,
  pushSettings,
  removePush,
  savePushChoices,
  switchPush,
  tryPush,
} from '../../src/shared/endpoints/push.ts'
import { makeAlarm, makePile, makeSite, next } from '../make.ts'
import { type DevicePair, decrypt, makeDeviceKeys, type PushService, pushService } from '../setup/push-service.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let service: PushService
let server: TestServer
beforeAll(async () => {
  service = await pushService()
  server = await startServer({
    settings: {
      push: { services: ['push.example.net:8443'], plain: service.url },
      publicUrl: 'https://console.example.com',
    },
  })
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})

beforeEach(async () => {
  await server.db.deleteFrom('push_device').execute()
  await server.db.deleteFrom('message').execute()
  service.pushed.length = 0
  service.answers.length = 0
})

interface Device extends DevicePair {
  id: number
  path: string
  /** What it was told, as it reads it. */
  told(): PushPayload[]
}

/** A browser of this person that may be told. */
async function deviceOf(person: SignedIn, path = `/send/${next()}`): Promise<Device> {
  const pair = makeDeviceKeys()
  const given = { endpoint: service.url + path, ...pair.keys }
  const { data } = await server.call(allowPush, given, { as: person })
  const told = () =>
    service.pushed.filter((one) => one.path === path).map(({ body }) => JSON.parse(decrypt(body, pair)) as PushPayload)
  if (data.id === null) throw new Error('the device was not kept')
  return { ...pair, id: data.id, path, told }
}

const RIGHTS = ['alarm.list', 'alarm.handle']
/** A technician of a site, with a pile there. */
async function technician(permissions = RIGHTS) {
  const site = await makeSite(server.db)
  const pile = await makePile(server.db, { site_id: site.id, station_number: `CD-PUSH-${next()}` })
  const colleague = () => server.signIn({ permissions, data_scope: 'sites', site_ids: [site.id] })
  const alarm = (given = {}) =>
    makeAlarm(server.db, { pile_id: pile.id, site_id: site.id, raised_at: new Date().toISOString(), ...given })
  return { site, pile, person: await colleague(), colleague, alarm }
}

const settingsOf = async (person: SignedIn) => (await server.call(pushSettings, {}, { as: person })).data
const messagesTo = ({ id }: Pick<SignedIn, 'id'>) =>
  server.db
    .selectFrom('message')
    .selectAll()
    .where('user_id', '=', id)
    .where('channel', '=', 'push')
    .orderBy('id')
    .execute()
/** As if all waiting were over. */
const hurry = () => sql`update message set next_try_at = now() where state = 'queued'`.execute(server.db)
const told = async (device: Device, count = 1) => {
  await expect.poll(() => device.told().length).toBe(count)
  return device.told()
}

describe('a device', () => {
  test.each([
    ['without TLS', 'http://fcm.googleapis.com/send/1'],
    ['in this network', 'https://10.0.0.5/send/1'],
    ['at this machine', 'https://localhost/send/1'],
    ['of nobody who is known', 'https://push.example.org/send/1'],
    ['at another port of a known one', 'https://fcm.googleapis.com:8443/send/1'],
    ['with an account in its address', 'https://a:b@fcm.googleapis.com/send/1'],
    ['whose name only begins like a known one', 'https://fcm.googleapis.com.example.org/send/1'],
    ['whose name only ends like a known one', 'https://evilpush.apple.com/send/1'],
    ['that is no address', 'fcm'],
  ])('at a push service %s is refused at its field', async (_, endpoint) => {
    const answer = await server.call(allowPush, { endpoint, ...makeDeviceKeys().keys })
    expect(answer.code).toBe(422)
    expect(Object.keys((answer.data as never as { errors: object }).errors)).toEqual(['endpoint'])
  })

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
    'https://push.example.net:8443/abc',
  ])('at %s is taken', async (endpoint) => {
    expect((await server.call(allowPush, { endpoint, ...makeDeviceKeys().keys })).code).toBe(200)
  })

  test('with keys that nothing can be encrypted for is refused', async () => {
    const keys = { ...makeDeviceKeys().keys, auth: 'short' }
    expect((await server.call(allowPush, { endpoint: `${service.url}/send/1`, ...keys })).code).toBe(422)
  })

  test('that says itself again stays the same one; its address lies in the database sealed', async () => {
    const { person } = await technician()
    const first = await deviceOf(person, '/send/same')
    const again = await deviceOf(person, '/send/same')
    expect(again.id).toBe(first.id)
    const { devices, key } = await settingsOf(person)
    expect(devices).toMatchObject([{ id: first.id, own: true, enabled: true, told_at: null, problem: null }])
    expect(Buffer.from(key, 'base64url')).toHaveLength(65)
    const kept = await sql<{
      row: string
    }>`select push_device::text || encode(sealed, 'escape') as row from push_device`.execute(server.db)
    expect(kept.rows).toHaveLength(1)
    expect(kept.rows[0]?.row).not.toContain('/send/same')
  })

  test('that its person has removed elsewhere does not come back by itself', async () => {
    const { person } = await technician()
    const { id } = await deviceOf(person, '/send/removed')
    const given = { endpoint: `${service.url}/send/removed`, ...makeDeviceKeys().keys, again: true }
    expect((await server.call(allowPush, given, { as: person })).data.id).toBe(id)
    await server.call(removePush, { id }, { as: person })
    expect((await server.call(allowPush, given, { as: person })).data.id).toBeNull()
    expect((await settingsOf(person)).devices).toEqual([])
  })

  test('is of who signed in there last', async () => {
    const { person, colleague } = await technician()
    await deviceOf(person, '/send/shared')
    const other = await colleague()
    await deviceOf(other, '/send/shared')
    expect((await settingsOf(person)).devices).toEqual([])
    expect((await settingsOf(other)).devices).toHaveLength(1)
  })

  test('of another person is none: it is neither switched, removed nor tried', async () => {
    const { person, colleague } = await technician()
    const { id } = await deviceOf(person)
    const other = { as: await colleague() }
    expect((await server.call(switchPush, { id, enabled: false }, other)).code).toBe(404)
    expect((await server.call(removePush, { id }, other)).code).toBe(404)
    expect((await server.call(tryPush, { id }, other)).code).toBe(404)
    expect((await settingsOf(person)).devices).toHaveLength(1)
  })

  test('ends with the sign-out', async () => {
    const { person, alarm } = await technician()
    await deviceOf(person)
    await server.call(logout, {}, { as: person })
    await alarm()
    expect(await server.db.selectFrom('push_device').selectAll().execute()).toEqual([])
  })

  test('ends with a sign-in that is ended from elsewhere, and not with another one', async () => {
    const { person } = await technician()
    const device = await deviceOf(person)
    const here = { id: person.id, token: await anotherSignIn(person) }
    await deviceOf({ ...person, ...here })
    expect((await settingsOf({ ...person, ...here })).devices).toHaveLength(2)
    expect((await server.call(endOtherSessions, {}, { as: here })).code).toBe(200)
    const left = (await settingsOf({ ...person, ...here })).devices
    expect(left).toHaveLength(1)
    expect(left[0]?.id).not.toBe(device.id)
  })

  test.each([
    ['is disabled', { status: 'disabled' as const }],
    ['is removed', { archived_at: new Date().toISOString() }],
  ])('ends when its person %s', async (_, change) => {
    const { person } = await technician()
    await deviceOf(person)
    await server.db.updateTable('users').set(change).where('id', '=', person.id).execute()
    expect(await server.db.selectFrom('push_device').selectAll().execute()).toEqual([])
  })

  test('of a sign-in that is not remembered is told as long as that stands; a remembered one for weeks', async () => {
    const { person, alarm } = await technician()
    const device = await deviceOf(person)
    await sql`update session set expires_at = now() - interval '1 minute' where user_id = ${person.id}`.execute(
      server.db,
    )
    const first = await alarm()
    await noticed(first.id)
    expect(await messagesTo(person)).toEqual([])
    await sql`update push_device set remembered = true`.execute(server.db)
    await alarm({ code: 'OtherError' })
    expect(await told(device)).toHaveLength(1)
    await sql`update push_device set seen_at = now() - interval '31 days'`.execute(server.db)
    await noticed((await alarm({ code: 'ReaderFailure' })).id)
    expect(await messagesTo(person)).toHaveLength(1)
  })

  test('that is switched off is told nothing', async () => {
    const { person, alarm } = await technician()
    const device = await deviceOf(person)
    await server.call(switchPush, { id: device.id, enabled: false }, { as: person })
    await noticed((await alarm()).id)
    expect(await messagesTo(person)).toEqual([])
    await server.call(switchPush, { id: device.id, enabled: true }, { as: person })
    await alarm({ code: 'OtherError' })
    expect(await told(device)).toHaveLength(1)
  })
})

/** The console has seen this alarm. */
const noticed = (id: number) =>
  expect
    .poll(() => server.db.selectFrom('push_noticed').select('alarm_id').where('alarm_id', '=', id).execute())
    .toHaveLength(1)

async function anotherSignIn({ user_name, password }: SignedIn): Promise<string> {
  const { data } = await server.call('/system/login', { username: user_name, password }, { as: null })
  return data.token
}

describe('an alarm', () => {
  test('is told to the devices of those who reach it, in words, with what they may answer', async () => {
    const { person, site, pile, alarm } = await technician()
    const device = await deviceOf(person)
    const stranger = await deviceOf((await technician()).person)
    const raised = await alarm({ message: 'PE open', connector_number: 2, severity: 'critical' })
    const [payload] = await told(device)
    expect(payload).toMatchObject({
      ...{ why: 'new', tag: `case-${raised.id}`, user_id: person.id, language: 'en', badge: 0, urgent: true },
      ...{ title: 'Ground failure', body: `${pile.station_number} · gun 2 · ${site.name}\nPE open` },
      ...{ path: `/open/alarm/${raised.id}`, alarm_id: raised.id },
      actions: [
        { action: 'on_my_way', title: 'On my way' },
        { action: 'processed', title: 'Processed' },
      ],
    })
    expect(stranger.told()).toEqual([])
    const [{ headers } = { headers: {} as Record<string, string> }] = service.pushed
    expect(headers).toMatchObject({ urgency: 'high', topic: `case-${raised.id}`, 'content-encoding': 'aes128gcm' })
    expect(Number(headers.ttl)).toBeGreaterThan(3_600)
    expect(headers.authorization).toMatch(/^vapid t=[\w.-]+, k=[\w-]{87}$/)
    expect((await settingsOf(person)).devices[0]?.told_at).not.toBeNull()
    const [message] = await messagesTo(person)
    expect(message).toMatchObject({ state: 'sent', recipient: person.user_name, service: 'Web Push' })
  })

  test('offers no answer to who may only look', async () => {
    const { person, alarm } = await technician(['alarm.list'])
    const device = await deviceOf(person)
    await alarm()
    expect(await told(device)).toMatchObject([{ actions: [] }])
  })

  test('is told in the language of its person', async () => {
    const { person, alarm } = await technician()
    await server.db.updateTable('users').set({ language: 'zh-CN' }).where('id', '=', person.id).execute()
    const device = await deviceOf(person)
    await alarm()
    const [payload] = await told(device)
    expect(payload).toMatchObject({ language: 'zh-CN', actions: [{ title: '我去处理' }, { title: '已处理' }] })
    expect(payload?.title).toMatch(/接地/)
  })

  test('is not told to who lost the right, or the site, before it went out', async () => {
    const { person, alarm } = await technician()
    const device = await deviceOf(person)
    service.answers.push(503)
    await alarm()
    await told(device)
    await expect.poll(async () => (await messagesTo(person))[0]?.problem).toMatch(/^503/)
    expect((await settingsOf(person)).devices[0]?.problem).toMatch(/^503/)
    await server.db.deleteFrom('role_site').where('role_id', '=', person.role_id).execute()
    await hurry()
    await expect.poll(async () => (await messagesTo(person))[0]).toMatchObject({ state: 'failed', failure: 'too_late' })
    expect(device.told()).toHaveLength(1)
  })

  test('that is over before it went out is told to nobody', async () => {
    const { person, alarm } = await technician()
    const device = await deviceOf(person)
    service.answers.push(503)
    const raised = await alarm()
    await told(device)
    await expect.poll(async () => (await messagesTo(person))[0]?.problem).toMatch(/^503/)
    await recover(raised.id)
    await hurry()
    await expect.poll(async () => (await messagesTo(person))[0]).toMatchObject({ state: 'failed', failure: 'too_late' })
    expect(device.told()).toHaveLength(1)
  })

  test('raised during planned maintenance wakes nobody', async () => {
    const { person, site, pile, alarm } = await technician()
    await deviceOf(person)
    await sql`insert into maintenance (work, site_id, starts_at, ends_at)
      values ('cabling', ${site.id}, now() - interval '1 hour', now() + interval '1 hour')`.execute(server.db)
    await noticed((await alarm({ during_maintenance: true, pile_id: pile.id })).id)
    expect(await messagesTo(person)).toEqual([])
  })

  test('beyond six within ten minutes comes as a number, the worst alone before', async () => {
    const { person, site, pile } = await technician()
    const device = await deviceOf(person)
    const at = new Date().toISOString()
    const rows = Array.from({ length: 9 }, (_, index) => ({
      ...{ pile_id: pile.id, site_id: site.id, kind: 'fault' as const, status: 'open' as const, raised_at: at },
      ...{ connector_number: index, code: index === 8 ? 'HighTemperature' : 'OtherError' },
    }))
    await server.db.insertInto('alarm').values(rows).execute()
    const payloads = await told(device, 7)
    expect(payloads.filter(({ why }) => why === 'new')).toHaveLength(6)
    expect(payloads.find(({ why }) => why === 'many')).toMatchObject({
      ...{ title: '3 more alarms', body: site.name, tag: 'many', path: '/open/alarm', actions: [] },
    })
    await server.db
      .insertInto('alarm')
      .values({ ...(rows[0] as (typeof rows)[0]), code: 'ReaderFailure' })
      .execute()
    await expect.poll(() => device.told().at(-1)?.title).toBe('4 more alarms')
  })
})

const recover = (id: number) =>
  server.db
    .updateTable('alarm')
    .set({ status: 'recovered', cleared_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()

describe('a case', () => {
  test('that another takes is said anew in the same place; whose it is is not told of it', async () => {
    const { person, colleague, alarm } = await technician()
    const li = await colleague()
    const [device, own] = [await deviceOf(person), await deviceOf(li)]
    const raised = await alarm()
    await told(device)
    await told(own)
    const said = { id: raised.id, act: 'on_my_way' as const, said_at: new Date().toISOString() }
    expect((await server.call(actOnAlarm, said, { as: li })).code).toBe(200)
    const [, taken] = await told(device, 2)
    expect(taken).toMatchObject({ why: 'taken', tag: `case-${raised.id}`, urgent: false })
    expect(taken?.body.split('\n')[0]).toBe(`${li.user_name} is on the way.`)
    expect(service.pushed.at(-1)?.headers.urgency).toBe('normal')
    await server.call(handleAlarm, { id: raised.id, status: 'processed' }, { as: li })
    const [, , over] = await told(device, 3)
    expect(over).toMatchObject({ why: 'over', must_show: false, actions: [] })
    expect(over?.body.split('\n')[0]).toBe(`Over: processed by ${li.user_name}.`)
    expect((await told(own, 2)).map(({ why }) => why)).toEqual(['new', 'over'])
    expect(await server.db.selectFrom('push_shown').selectAll().execute()).toEqual([])
  })

  test('that is over by itself is taken away, of Apple’s browsers said', async () => {
    const { person, alarm } = await technician()
    const [device, iphone] = [await deviceOf(person), await deviceOf(person)]
    await server.db.updateTable('push_device').set({ host: 'web.push.apple.com' }).where('id', '=', iphone.id).execute()
    const raised = await alarm()
    await told(device)
    await told(iphone)
    await recover(raised.id)
    expect((await told(device, 2))[1]).toMatchObject({ why: 'over', must_show: false })
    const [, said] = await told(iphone, 2)
    expect(said).toMatchObject({ why: 'over', must_show: true })
    expect(said?.body).toMatch(/^Over: recovered by itself\./)
  })

  test('that comes again takes the same place, and is told to its owner alone', async () => {
    const { person, colleague, pile, site, alarm } = await technician()
    const li = await colleague()
    const [device, own] = [await deviceOf(person), await deviceOf(li)]
    const first = await alarm()
    await told(device)
    await told(own)
    await recover(first.id)
    await told(own, 2)
    await told(device, 2)
    const again = await makeAlarm(server.db, {
      ...{ pile_id: pile.id, site_id: site.id, first_id: first.id, times: 2 },
      ...{ assignee_id: li.id, assignee_name: li.user_name, raised_at: new Date().toISOString() },
    })
    const [, , third] = await told(own, 3)
    expect(third).toMatchObject({ why: 'new', tag: `case-${first.id}`, alarm_id: again.id, badge: 1 })
    expect(device.told()).toHaveLength(2)
  })

  test('that is handed over is told to its new owner, whatever they chose, and to nobody who took it', async () => {
    const { person, colleague, alarm } = await technician()
    const li = await colleague()
    await choose(li, { severities: [] })
    const device = await deviceOf(li)
    const raised = await alarm()
    const said_at = new Date().toISOString()
    await server.call(actOnAlarm, { id: raised.id, act: 'assign', assignee_id: li.id, said_at }, { as: person })
    const [payload] = await told(device)
    expect(payload).toMatchObject({ why: 'handed', urgent: true, badge: 1, alarm_id: raised.id })
    expect(payload?.body.split('\n')[0]).toBe(`${person.user_name} handed it over to you.`)
    expect(payload?.actions.map(({ action }) => action)).toEqual(['on_my_way', 'processed'])
    const mine = await alarm({ code: 'OtherError' })
    await server.call(actOnAlarm, { id: mine.id, act: 'assign', assignee_id: li.id, said_at }, { as: li })
    await noticed(mine.id)
    expect(await messagesTo(li)).toHaveLength(1)
  })
})

const choose = (person: SignedIn, choices: object) =>
  server.call(savePushChoices, { severities: ['critical', 'major'], quiet: null, ...choices }, { as: person })

/** Quiet hours around now, in this zone, which end in an hour. */
function quietNow(time_zone: string, but_critical = false) {
  const at = (ms: number) =>
    new Intl.DateTimeFormat('en', { timeZone: time_zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
      ms,
    )
  return { from: at(Date.now() - 3_600_000), to: at(Date.now() + 3_600_000), time_zone, but_critical }
}

describe('what a person chose', () => {
  test('of severities holds', async () => {
    const { person, alarm } = await technician()
    await choose(person, { severities: ['critical'] })
    const device = await deviceOf(person)
    await noticed((await alarm({ code: 'OtherError' })).id)
    expect(await messagesTo(person)).toEqual([])
    expect((await settingsOf(person)).choices.severities).toEqual(['critical'])
    expect(device.told()).toEqual([])
  })

  test.each(['Asia/Shanghai', 'America/St_Johns'])(
    'quiet hours by a clock of %s: it waits until their end',
    async (zone) => {
      const { person, alarm } = await technician()
      await choose(person, { quiet: quietNow(zone) })
      const device = await deviceOf(person)
      await alarm()
      await expect.poll(() => messagesTo(person)).toHaveLength(1)
      const [message] = await messagesTo(person)
      const left = Date.parse(message?.next_try_at ?? '') - Date.now()
      expect(left).toBeGreaterThan(58 * 60_000)
      expect(left).toBeLessThanOrEqual(60 * 60_000)
      expect(message?.state).toBe('queued')
      await hurry()
      expect(await told(device)).toHaveLength(1)
    },
  )

  test.each([
    ['a zone that is none', { quiet: { ...quietNow('Asia/Shanghai'), time_zone: 'Mars/Olympus' } }],
    ['a time that is none', { quiet: { ...quietNow('Asia/Shanghai'), from: '25:00' } }],
    ['a severity that is none', { severities: ['grave'] }],
  ])('is refused with %s', async (_, choices) => {
    const { person } = await technician()
    expect((await choose(person, choices)).code).toBe(422)
  })

  test('leaves what was chosen of to-dos', async () => {
    const { person } = await technician()
    const ways = { alarm: ['sms'] }
    await server.call('/system/user/notifications', { ways }, { as: person })
    await choose(person, {})
    expect((await server.call('GET /system/user/notifications', {}, { as: person })).data.ways).toEqual(ways)
  })
})

describe('a push service', () => {
  test.each([404, 410])('that says %i has forgotten the device, and so do we', async (status) => {
    const { person, alarm } = await technician()
    await deviceOf(person)
    service.answers.push(status)
    await alarm()
    await expect.poll(() => messagesTo(person)).toMatchObject([{ state: 'failed', failure: 'refused' }])
    expect((await settingsOf(person)).devices).toEqual([])
  })

  test.each([429, 500, 'silence' as const])('that says %s is tried again, with the same message', async (says) => {
    const { person, alarm } = await technician()
    const device = await deviceOf(person)
    service.answers.push(says)
    await alarm()
    await expect.poll(async () => (await messagesTo(person))[0]?.problem).toBeTruthy()
    await hurry()
    const [first, second] = await told(device, 2)
    expect(second?.id).toBe(first?.id)
    await expect.poll(() => messagesTo(person)).toMatchObject([{ state: 'sent', tries: 2 }])
    expect((await settingsOf(person)).devices).toMatchObject([{ problem: null }])
  })

  test('that leads elsewhere is not followed', async () => {
    const { person, alarm } = await technician()
    await deviceOf(person)
    service.answers.push({ status: 307, location: `${service.url}/elsewhere` })
    await alarm()
    await expect.poll(() => messagesTo(person)).toMatchObject([{ state: 'failed', failure: 'refused' }])
    expect(service.pushed.map(({ path }) => path)).not.toContain('/elsewhere')
  })

  test('that refuses is shown with the device', async () => {
    const { person } = await technician()
    const { id } = await deviceOf(person)
    service.answers.push(403)
    expect((await server.call(tryPush, { id }, { as: person })).code).toBe(200)
    await expect.poll(async () => (await settingsOf(person)).devices[0]?.problem).toBe('403 said the service')
  })
})

test('a test goes to the one device that is named, under the number that its page knows', async () => {
  const { person } = await technician()
  const [device, other] = [await deviceOf(person), await deviceOf(person)]
  const { data } = await server.call(tryPush, { id: device.id }, { as: person })
  expect(await told(device)).toMatchObject([
    { id: data.id, why: 'test', title: 'A test', path: '/usercenter', actions: [] },
  ])
  expect(other.told()).toEqual([])
})

test('a device that is told nothing cannot be tried', async () => {
  const { person } = await technician()
  const { id } = await deviceOf(person)
  await server.call(switchPush, { id, enabled: false }, { as: person })
  expect((await server.call(tryPush, { id }, { as: person })).code).toBe(422)
})
