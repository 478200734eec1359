import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AlarmBook } from '../../src/server/alarms/alarm-book.ts'
import type { AlarmMessage, AlarmNotice, TellingPorts } from '../../src/server/alarms/ports.ts'
import { tellAlarms } from '../../src/server/alarms/telling.ts'
import { findUsers } from '../../src/server/auth/find-people.ts'
import { makeMaintenance, makePile, makeSite, makeUser, next, type UserDraft } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

/** Rules tell people of alarms: whom, by which way, when, and once. */

// No server runs on this database: it would tell people by itself.
let database: FreshDatabase
let site_id: number
beforeAll(async () => {
  database = await freshDatabase()
  site_id = (await makeSite(database.db, { name: 'Lujiazui P2', time_zone: 'Asia/Shanghai' })).id
})
afterAll(() => database.drop())

let sent: AlarmMessage[] = []
let pushed: { people: readonly number[]; notice: AlarmNotice }[] = []
const ports = (others: Partial<TellingPorts> = {}): TellingPorts => ({
  ...{ db: database.db, people: findUsers, push: null, publicUrl: 'https://console.example.com', changed: () => {} },
  send: async (_, message) => sent.push(message),
  ...others,
})
const look = (others: Partial<TellingPorts> = {}) => tellAlarms(ports(others))

beforeEach(async () => {
  await sql`delete from alarm; delete from alarm_rule; delete from maintenance`.execute(database.db)
  sent = []
  pushed = []
})

/** As if so many minutes had passed. */
async function later(minutes: number) {
  const columns = { alarm: 'raised_at', alarm_rule: 'told_at', alarm_telling: 'told_at' }
  for (const [table, column] of Object.entries(columns)) {
    const at = sql.ref(column)
    await sql`update ${sql.table(table)} set ${at} = ${at} - ${minutes} * interval '1 minute'`.execute(database.db)
  }
}

async function someone(given: UserDraft = {}) {
  const user = await makeUser(database.db, { permissions: ['alarm.list', 'alarm.handle'], ...given })
  const contacts = { phone: `138${String(next()).padStart(8, '0')}`, email: `${user.user_name}@example.com` }
  await database.db.updateTable('users').set(contacts).where('id', '=', user.id).execute()
  return { ...user, ...contacts }
}

interface Told {
  tell?: { id: number }[]
  next?: { id: number }[]
}

async function rule({ tell = [], next: after = [], ...given }: Told & Record<string, unknown> = {}) {
  const values = { name: `Rule ${next()}`, position: next(), ways: ['sms'], ...given } as never
  const { id } = await database.db.insertInto('alarm_rule').values(values).returning('id').executeTakeFirstOrThrow()
  for (const user of tell)
    await database.db.insertInto('alarm_rule_tell_user').values({ alarm_rule_id: id, tell_user_id: user.id }).execute()
  for (const user of after)
    await database.db.insertInto('alarm_rule_next_user').values({ alarm_rule_id: id, next_user_id: user.id }).execute()
  return id
}

const book = () => new AlarmBook(database.db, { changed: () => {} } as never)
async function fault(given: { pile_id?: number; code?: string; vendor?: string; at?: number } = {}) {
  const pile_id = given.pile_id ?? (await makePile(database.db, { site_id })).id
  const { code = 'GroundFailure', vendor = null, at = Date.now() } = given
  await book().connector({ id: pile_id, station_number: '', site_id }, {
    ...{ status: 'Faulted', error_code: code, vendor_code: vendor, info: null, connector_number: 1, evse_number: 1 },
    ...{ at, received_at: at },
  } as never)
  return pile_id
}
async function stationOf(pile_id: number) {
  const pile = database.db.selectFrom('pile').select('station_number').where('id', '=', pile_id)
  return (await pile.executeTakeFirstOrThrow()).station_number
}
const alarms = () =>
  database.db.selectFrom('alarm').select(['id', 'code', 'severity', 'rule_id']).orderBy('id').execute()
const tellings = () =>
  database.db.selectFrom('alarm_telling').select(['step', 'names', 'ways']).orderBy('step').execute()
const told = () => sent.map(({ user_id }) => user_id)

test('an alarm is told to whom the rule names, by its ways, in words and once', async () => {
  const [chen, wang] = [await someone(), await someone()]
  await rule({ codes: ['GroundFailure'], ways: ['sms', 'mail'], tell: [chen] })
  const pile_id = await fault()
  await fault({ code: 'OtherError' })
  const { station_number } = await database.db
    .selectFrom('pile')
    .select('station_number')
    .where('id', '=', pile_id)
    .executeTakeFirstOrThrow()
  const [alarm] = await alarms()
  await Promise.all([look(), look()])
  await later(30)
  await look()
  const words = {
    alarms: `Critical: Ground failure · ${station_number} · gun 1 · Lujiazui P2`,
    count: 1,
    link: `https://console.example.com/monitor/alarm/${alarm?.id}`,
  }
  const each = { template: 'alarms', words, user_id: chen.id, language: 'en' }
  expect(sent).toEqual([
    { channel: 'sms', to: chen.phone, ...each },
    { channel: 'mail', to: chen.email, ...each },
  ])
  expect(told()).not.toContain(wang.id)
  expect(await tellings()).toEqual([{ step: 1, names: [chen.user_name], ways: ['sms', 'mail'] }])
})

test('without a rule, and by one that is not in use, nobody is told', async () => {
  await rule({ tell: [await someone()], status: 'disabled' })
  await fault()
  await look()
  expect(sent).toEqual([])
  expect(await alarms()).toMatchObject([{ severity: 'critical', rule_id: null }])
})

test('of the rules that fit the first holds: it says that something is no alarm, and how severe another is', async () => {
  const [here, there] = [await makePile(database.db, { site_id }), await makePile(database.db)]
  const silent = await rule({ codes: ['WeakSignal'], raises: false, position: 1 })
  await database.db.insertInto('alarm_rule_site').values({ alarm_rule_id: silent, site_id }).execute()
  const minor = await rule({ vendor_codes: 'E-2F，e-31、E 32；', severity: 'minor', position: 2 })
  await rule({ kinds: ['meter', 'offline'], severity: 'critical', position: 1 })
  const rest = await rule({ kinds: ['fault'], severity: 'major', position: 3 })
  await fault({ pile_id: here.id, code: 'WeakSignal' })
  await fault({ pile_id: there.id, code: 'WeakSignal', vendor: 'E-31' })
  await fault({ pile_id: here.id, code: 'GroundFailure', vendor: 'E-3' })
  await fault({ code: 'WeakSignal', vendor: 'e-2f' })
  expect(await alarms()).toEqual([
    { id: expect.anything(), code: 'WeakSignal', severity: 'minor', rule_id: minor },
    { id: expect.anything(), code: 'GroundFailure', severity: 'major', rule_id: rest },
  ])
})

test('a rule for a type of pile holds for its piles alone', async () => {
  const pile = await makePile(database.db, { site_id })
  const made = await sql<{
    id: number
  }>`insert into pile_type (name, rated_power_w, guns, current_mode, networking, speed) values ('x', 7000, 1, 'ac', 'business', 'slow') returning id`.execute(
    database.db,
  )
  const pile_type_id = made.rows[0]?.id as number
  const own = await rule()
  await database.db.insertInto('alarm_rule_pile_type').values({ alarm_rule_id: own, pile_type_id }).execute()
  await fault({ pile_id: pile.id })
  await database.db.updateTable('pile').set({ pile_type_id }).where('id', '=', pile.id).execute()
  await fault({ pile_id: pile.id, code: 'OtherError' })
  expect((await alarms()).map(({ rule_id }) => rule_id)).toEqual([null, own])
})

test('those who handle alarms at its site are told, and nobody who does not reach it or may not see it', async () => {
  const handler = await someone()
  const blind = await someone({ permissions: ['pile.list'] })
  const other = await makeSite(database.db)
  const elsewhere = await someone({ data_scope: 'sites', site_ids: [other.id] })
  await rule({ tell_handlers: true, tell: [blind] })
  await fault()
  const there = await fault({ pile_id: (await makePile(database.db, { site_id: other.id })).id, code: 'OtherError' })
  await look()
  expect(told()).toContain(handler.id)
  expect(told()).not.toContain(blind.id)
  // Of the two the one at their own site.
  const words = sent.filter(({ user_id }) => user_id === elsewhere.id).map((message) => message.words)
  expect(words).toMatchObject([{ count: 1, link: expect.stringMatching(/alarm\/\d+$/) }])
  expect(words[0]?.alarms).toContain(await stationOf(there))
})

test('many at once are one message, the worst first; what comes within a minute is in the next one', async () => {
  const chen = await someone()
  await rule({ tell: [chen] })
  for (const code of ['OtherError', 'OtherError', 'GroundFailure']) await fault({ code })
  await look()
  await fault({ code: 'OtherError' })
  await look()
  expect(sent.map(({ words }) => words.alarms)).toEqual(['Critical: Ground failure and Other error ×2'])
  await later(2)
  await look()
  expect(sent.map(({ words }) => words.count)).toEqual([3, 1])
})

test('what is over, taken or rests before its minutes have passed is told to nobody', async () => {
  const [chen, wang] = [await someone(), await someone()]
  await rule({ tell: [chen], tell_minutes: 10 })
  const over = await fault()
  const taken = await fault({ code: 'OtherError' })
  const rests = await fault({ code: 'OtherError' })
  const lasts = await fault({ code: 'OtherError' })
  await look()
  expect(sent).toEqual([])
  await book().clear({ id: over }, 'GroundFailure', 1, Date.now())
  await sql`update alarm set assignee_id = ${wang.id} where pile_id = ${taken}`.execute(database.db)
  await sql`update alarm set snoozed_until = now() + interval '1 hour' where pile_id = ${rests}`.execute(database.db)
  await later(11)
  await look()
  expect(sent.map(({ words }) => words.count)).toEqual([1])
  expect(sent[0]?.words.alarms).toContain(await stationOf(lasts))
})

test('it escalates once where nobody has taken it, also when servers stop and start meanwhile', async () => {
  const [chen, boss] = [await someone(), await someone()]
  await rule({ tell: [chen], next: [boss], escalate_minutes: 15 })
  await fault()
  const taken = await fault()
  await look()
  await later(14)
  await look()
  await sql`update alarm set assignee_id = ${chen.id} where pile_id = ${taken}`.execute(database.db)
  expect(told()).toEqual([chen.id])
  await later(2)
  await Promise.all([look(), look(), look()])
  await later(60)
  await look()
  expect(sent.slice(1)).toMatchObject([{ user_id: boss.id, template: 'alarms_escalated', words: { count: 1 } }])
  expect((await tellings()).map(({ step }) => step)).toEqual([1, 1, 2])
})

test('what comes and goes is one case, which is told once', async () => {
  const chen = await someone()
  await rule({ tell: [chen] })
  const pile_id = await fault()
  await look()
  for (const _ of [1, 2]) {
    await later(5)
    await book().clear({ id: pile_id }, 'GroundFailure', 1, Date.now())
    await fault({ pile_id })
    await look()
  }
  expect(told()).toEqual([chen.id])
})

test('the history names who was told, and the ways by which somebody was', async () => {
  const [chen, wang, zhou] = [await someone(), await someone(), await someone()]
  const unreached = await someone()
  const contacts = (id: number, of: { phone?: null; email?: null }) =>
    database.db.updateTable('users').set(of).where('id', '=', id).execute()
  for (const { id } of [chen, wang]) await contacts(id, { phone: null })
  await contacts(wang.id, { email: null })
  await contacts(unreached.id, { phone: null, email: null })
  await rule({ codes: ['GroundFailure'], ways: ['sms', 'mail'], tell: [chen, wang] })
  await fault()
  await look()
  expect(await tellings()).toEqual([{ step: 1, names: [chen.user_name], ways: ['mail'] }])

  await rule({ codes: ['OtherError'], ways: ['sms', 'push'], tell: [wang, zhou, unreached] })
  await fault({ code: 'OtherError' })
  const push: TellingPorts['push'] = { notify: async () => [wang.id], handedOver: async () => {} }
  await look({ push })
  const [, told] = await tellings()
  expect([...(told?.names ?? [])].sort()).toEqual([wang.user_name, zhou.user_name].sort())
  expect(told?.ways).toEqual(['sms', 'push'])
})

test('within quiet hours, by the clock of the site, nobody is told until they end', async () => {
  const chen = await someone()
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Asia/Shanghai' }).format(),
  )
  const id = await rule({ tell: [chen], quiet_from: (hour + 23) % 24, quiet_to: (hour + 2) % 24 })
  await fault()
  await look()
  expect(sent).toEqual([])
  const awake = { quiet_from: (hour + 2) % 24, quiet_to: (hour + 23) % 24 }
  await database.db.updateTable('alarm_rule').set(awake).where('id', '=', id).execute()
  await look()
  expect(told()).toEqual([chen.id])
})

test('planned maintenance keeps a rule silent until it ends', async () => {
  const chen = await someone()
  await rule({ tell: [chen] })
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const { id } = await makeMaintenance(database.db, { site_id, starts_at: at(-1), ends_at: at(1) })
  await fault()
  await look()
  expect(sent).toEqual([])
  await sql`update maintenance set ended_at = now() where id = ${id}`.execute(database.db)
  await look()
  expect(told()).toEqual([chen.id])
})

test('a server that dies while it tells has told nobody, and tells all when it is back', async () => {
  const [chen, wang] = [await someone(), await someone()]
  await rule({ tell: [chen, wang] })
  await fault()
  const dies = look({
    send: async (_, message) => {
      if (sent.length === 1) throw new Error('killed')
      sent.push(message)
    },
  })
  await expect(dies).rejects.toThrow('killed')
  expect(await tellings()).toEqual([])
  sent = []
  await look()
  expect(told().sort()).toEqual([chen.id, wang.id].sort())
})

test('devices are told of each alarm, of many at once by one notice, where that is a way', async () => {
  const [chen, wang] = [await someone(), await someone()]
  await rule({ tell: [chen, wang], ways: ['push'] })
  const push: TellingPorts['push'] = {
    notify: async (_, people, notice) => {
      pushed.push({ people, notice })
      return people
    },
    handedOver: async () => {},
  }
  await fault()
  await look({ push })
  const [alarm] = await alarms()
  expect(pushed).toEqual([
    {
      people: expect.arrayContaining([chen.id, wang.id]),
      notice: {
        ...{ alarm_id: alarm?.id, title: 'Critical: Ground failure', severity: 'critical', escalated: false },
        body: expect.stringContaining('gun 1 · Lujiazui P2'),
      },
    },
  ])
  for (const _ of Array(6)) await fault({ code: 'OtherError' })
  await later(2)
  await look({ push })
  expect(pushed.slice(1).map(({ notice }) => [notice.alarm_id, notice.body])).toEqual([[null, 'Other error ×6']])
  expect(sent).toEqual([])
})
