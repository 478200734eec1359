import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AlarmBook } from '../../src/server/alarms/alarm-book.ts'
import { actOnAlarm, alarmPeople, alarmView, handleAlarm } from '../../src/shared/endpoints/alarms.ts'
import { todos } from '../../src/shared/endpoints/todos.ts'
import { makeAlarm, makePile, makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()
const handler = (name: string) => named(server.signIn({ permissions: ['alarm.list', 'alarm.handle'] }), name)
async function named(person: ReturnType<TestServer['signIn']>, name: string) {
  const signedIn = await person
  await server.db.updateTable('users').set({ name }).where('id', '=', signedIn.id).execute()
  return signedIn
}

/** A fault that a pile reports and takes back, at minutes before now. */
async function flapping() {
  const { id } = await makePile(server.db)
  const book = new AlarmBook(server.db, { changed: () => {} })
  return {
    pile_id: id,
    raise: (minutes: number) =>
      book.raise(
        { id },
        { code: 'GroundFailure', kind: 'fault', connector_number: 1, message: null, at: Date.parse(ago(minutes)) },
      ),
    clear: (minutes: number) => book.clear({ id }, 'GroundFailure', 1, Date.parse(ago(minutes))),
    alarms: () => server.db.selectFrom('alarm').selectAll().where('pile_id', '=', id).orderBy('id').execute(),
  }
}

describe('what the pile was asked for while it was open', () => {
  /** A fault of half an hour ago, and what a person sees of the commands that somebody gave at minutes before now. */
  async function faultyPile() {
    const { pile_id, raise, clear, alarms } = await flapping()
    await raise(30)
    const id = (await alarms())[0]?.id ?? 0
    return {
      id,
      clear,
      ask: (minutes: number, asked_by: string | null, { pile = pile_id, action = 'reset' as Action } = {}) =>
        server.db
          .insertInto('command')
          .values({
            ...{ pile_id: pile, action, status: 'done', payload: '{}', asked_by },
            created_at: ago(minutes),
          })
          .execute(),
      async seen(permissions = ['alarm.list', 'command.list']) {
        const { data } = await server.call(alarmView, { id }, { as: await server.signIn({ permissions }) })
        return data.commands.map(({ by, action, status }) => [by, action, status])
      },
    }
  }
  type Action = 'reset' | 'read_settings'

  test('is a part of the case, for who may see commands', async () => {
    const { ask, seen } = await faultyPile()
    const { pile_id: another } = await flapping()
    await ask(40, 'Before')
    await ask(20, 'Zhou Min')
    await ask(15, null)
    await ask(10, 'Elsewhere', { pile: another })
    await ask(5, 'Looking', { action: 'read_settings' })
    expect(await seen()).toEqual([['Zhou Min', 'reset', 'done']])
    expect(await seen(['alarm.list'])).toEqual([])
  })

  test.each(['answered', 'over'])('ends when it is %s', async (how) => {
    const { id, ask, clear, seen } = await faultyPile()
    await ask(20, 'Zhou Min')
    const answer = { id, status: 'processed' as const, handled_at: ago(10) }
    if (how === 'answered') await server.call(handleAlarm, answer, { as: await handler('Zhou Min') })
    else await clear(10)
    await ask(4, 'After')
    expect(await seen()).toEqual([['Zhou Min', 'reset', 'done']])
  })
})

describe('a fault that comes and goes', () => {
  test('is one case: what comes again within a day continues it, and stays whose it was', async () => {
    const { raise, clear, alarms } = await flapping()
    const wang = await handler('Wang Wei')
    await raise(50)
    const first = (await alarms())[0]?.id ?? 0
    await server.call(actOnAlarm, { id: first, act: 'on_my_way' }, { as: wang })
    await clear(40)
    await raise(30)
    await clear(20)
    await raise(10)
    const [, , third] = await alarms()
    expect(await alarms()).toMatchObject([
      { status: 'recovered', times: 1, first_id: null },
      { status: 'recovered', times: 2, first_id: first },
      { status: 'open', times: 3, first_id: first, assignee_id: wang.id, assignee_name: 'Wang Wei' },
    ])
    const { data } = await server.call(alarmView, { id: first })
    expect(data.alarm.id).toBe(third?.id)
    expect(data.occurrences.map(({ status }) => status)).toEqual(['recovered', 'recovered', 'open'])
    expect(data.entries).toMatchObject([{ kind: 'on_my_way', by: 'Wang Wei' }])
    expect(data.today).toBeGreaterThan(0)
  })

  test('after more than a day, or after a person dealt with it, is a case of its own', async () => {
    const { raise, clear, alarms } = await flapping()
    await raise(60 * 27)
    await clear(60 * 26)
    await raise(60)
    await server.call(handleAlarm, { id: (await alarms())[1]?.id ?? 0, status: 'processed' })
    await clear(50)
    await raise(40)
    expect(await alarms()).toMatchObject([
      { status: 'recovered', first_id: null },
      { status: 'processed', first_id: null },
      { status: 'open', first_id: null, times: 1 },
    ])
  })

  test('that recovered is still answered by who was there', async () => {
    const { raise, clear, alarms } = await flapping()
    await raise(20)
    await clear(10)
    const id = (await alarms())[0]?.id ?? 0
    const { data } = await server.call(handleAlarm, { id, status: 'processed', remark: 'plug dried' })
    expect(data).toMatchObject({ taken: true, alarm: { status: 'processed', remark: 'plug dried' } })
    expect(data.alarm.cleared_at).not.toBeNull()
  })

  test('is meant as it was when a person without a network spoke of it', async () => {
    const { raise, clear, alarms } = await flapping()
    await raise(50)
    await clear(40)
    await raise(20)
    const [first, second] = await alarms()
    const say = (handled_at: string, remark: string) =>
      server.call(handleAlarm, { id: first?.id ?? 0, status: 'processed', handled_at, remark })
    await say(ago(30), 'before it came again')
    expect(await alarms()).toMatchObject([{ status: 'processed' }, { status: 'open' }])
    await say(ago(5), 'after it came again')
    expect(await alarms()).toMatchObject([{ remark: 'before it came again' }, { remark: 'after it came again' }])
    expect(second?.status).toBe('open')
  })
})

describe('whose an alarm is', () => {
  test('is said by who takes it, hands it over, and gives it back', async () => {
    const { id } = await makeAlarm(server.db)
    const [wang, zhou] = [await handler('Wang Wei'), await handler('Zhou Min')]
    const act = (body: object, as = wang) => server.call(actOnAlarm, { id, ...body } as never, { as })
    expect((await act({ act: 'assign', assignee_id: wang.id })).data.alarm).toMatchObject({ assignee_name: 'Wang Wei' })
    const handed = await act({ act: 'assign', assignee_id: zhou.id, text: 'I have no ladder' })
    expect(handed.data.alarm).toMatchObject({ assignee_id: zhou.id, assignee_name: 'Zhou Min', on_my_way_at: null })
    expect((await act({ act: 'on_my_way' }, zhou)).data.alarm.on_my_way_at).not.toBeNull()
    expect((await act({ act: 'release' }, zhou)).data.alarm).toMatchObject({ assignee_id: null, on_my_way_at: null })
    const { data } = await server.call(alarmView, { id }, { as: zhou })
    expect(data.entries).toMatchObject([
      { kind: 'assign', by: 'Wang Wei', own: false },
      { kind: 'assign', assignee_name: 'Zhou Min', text: 'I have no ladder' },
      { kind: 'on_my_way', by: 'Zhou Min', own: true },
      { kind: 'release' },
    ])
  })

  test('is one’s who is on the way: the next is told, and may take it from them', async () => {
    const { id } = await makeAlarm(server.db)
    const [wang, zhou] = [await handler('Wang Wei'), await handler('Zhou Min')]
    await server.call(actOnAlarm, { id, act: 'on_my_way' }, { as: wang })
    const late = await server.call(actOnAlarm, { id, act: 'on_my_way' }, { as: zhou, language: 'en' })
    expect(late).toMatchObject({
      code: 409,
      message: 'Wang Wei has this alarm now.',
      data: { alarm: { assignee_name: 'Wang Wei' } },
    })
    await server.call(actOnAlarm, { id, act: 'assign', assignee_id: zhou.id }, { as: zhou })
    expect((await server.call(actOnAlarm, { id, act: 'on_my_way' }, { as: zhou })).code).toBe(200)
    const { data } = await server.call(alarmView, { id })
    expect(data.entries.map(({ kind, taken }) => [kind, taken])).toEqual([
      ['on_my_way', true],
      ['on_my_way', false],
      ['assign', true],
      ['on_my_way', true],
    ])
  })

  test('is what was said last, whenever it arrives', async () => {
    const { id } = await makeAlarm(server.db, { raised_at: ago(60) })
    const [wang, zhou] = [await handler('Wang Wei'), await handler('Zhou Min')]
    await server.call(actOnAlarm, { id, act: 'assign', assignee_id: zhou.id, said_at: ago(10) }, { as: zhou })
    const late = await server.call(
      actOnAlarm,
      { id, act: 'assign', assignee_id: wang.id, said_at: ago(30) },
      { as: wang },
    )
    expect(late.code).toBe(409)
    expect((await server.call(alarmView, { id })).data.alarm.assignee_name).toBe('Zhou Min')
  })

  test('is among those who may handle it and reach its site', async () => {
    const [near, far] = [await makeSite(server.db), await makeSite(server.db)]
    const pile = await makePile(server.db, { site_id: near.id })
    const { id } = await makeAlarm(server.db, { pile_id: pile.id, site_id: near.id })
    const scoped = (site: number) =>
      server.signIn({ permissions: ['alarm.list', 'alarm.handle'], data_scope: 'sites', site_ids: [site] })
    const reader = await server.signIn({ permissions: ['alarm.list'] })
    const [here, there] = [await scoped(near.id), await scoped(far.id)]
    const { data } = await server.call(alarmPeople, { id }, { as: here })
    const ids = data.people.map((person) => person.id)
    expect(ids).toContain(here.id)
    expect(ids).not.toContain(there.id)
    expect(ids).not.toContain(reader.id)
    const answer = await server.call(actOnAlarm, { id, act: 'assign', assignee_id: there.id }, { language: 'en' })
    expect(answer).toMatchObject({ code: 422, data: { errors: { assignee_id: expect.any(String) } } })
  })
})

describe('an alarm that is put off', () => {
  const waits = async (id: number) => {
    const { data } = await server.call(todos, {})
    return data.groups.some(({ kind, rows }) => kind === 'alarm' && rows.some((row) => row.id === id))
  }

  test('waits for nobody until then, and again once it is woken or the time has come', async () => {
    const { id } = await makeAlarm(server.db)
    const until = new Date(Date.now() + 60 * MINUTE).toISOString()
    expect(await waits(id)).toBe(true)
    await server.call(actOnAlarm, { id, act: 'snooze', until })
    expect(await waits(id)).toBe(false)
    await server.call(actOnAlarm, { id, act: 'wake' })
    expect(await waits(id)).toBe(true)
    await server.call(actOnAlarm, { id, act: 'snooze', until })
    await server.db
      .updateTable('alarm')
      .set({ snoozed_until: ago(1) })
      .where('id', '=', id)
      .execute()
    expect(await waits(id)).toBe(true)
  })

  test.each([
    ['an hour ahead', 60, 60],
    ['a day ahead, and right again when there was a network', 24 * 60, 0],
  ])('by a phone whose clock was %s rests as long as was meant', async (_, ahead, aheadAsSent) => {
    const { id } = await makeAlarm(server.db)
    const onPhone = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
    const said = { id, act: 'snooze', said_at: onPhone(ahead), until: onPhone(ahead + 30) } as const
    const { data } = await server.call(actOnAlarm, said, { clientTime: onPhone(aheadAsSent) })
    expect((Date.parse(data.alarm.snoozed_until ?? '') - Date.now()) / MINUTE).toBeCloseTo(30, 0)
    expect(data.alarm.snoozed_until).toBe(await untilInHistory(id))
  })

  const untilInHistory = async (id: number) =>
    (await server.call(alarmView, { id })).data.entries.find(({ kind }) => kind === 'snooze')?.until
})

test('a note is always taken, and sent twice it is one', async () => {
  const { id } = await makeAlarm(server.db, { raised_at: ago(60) })
  await server.call(handleAlarm, { id, status: 'processed' })
  const said = { id, act: 'note', text: 'rain came in at the ramp', said_at: ago(5) } as const
  for (const key of ['sent-by-a-tab', 'sent-by-another']) {
    const answer = await server.call(actOnAlarm, said, { key: `${key}-${id}` })
    expect(answer).toMatchObject({ code: 200, data: { taken: true, alarm: { status: 'processed' } } })
  }
  const { data } = await server.call(alarmView, { id })
  expect(data.entries.map(({ kind, text }) => [kind, text])).toEqual([
    ['processed', null],
    ['note', 'rain came in at the ramp'],
  ])
  const closed = await server.call(actOnAlarm, { id, act: 'on_my_way' })
  expect(closed.code).toBe(409)
})

test.each([
  [{ act: 'note', text: '  ' }, 'text'],
  [{ act: 'assign' }, 'assignee_id'],
  [{ act: 'snooze' }, 'until'],
  [{ act: 'snooze', until: ago(-60 * 24 * 8) }, 'until'],
  [{ act: 'snooze', until: ago(1) }, 'until'],
  [{ act: 'sing' }, 'act'],
])('%j is refused at its field', async (body, field) => {
  const { id } = await makeAlarm(server.db)
  const answer = await server.call(actOnAlarm.path, { id, ...body })
  expect(answer).toMatchObject({ code: 422, data: { errors: { [field]: expect.any(String) } } })
})

test('what was done the last time is that of the same code on the same type of pile', async () => {
  const pile_type_id =
    (await server.db.selectFrom('pile').select('pile_type_id').executeTakeFirst())?.pile_type_id ?? null
  const [one, other] = [await makePile(server.db, { pile_type_id }), await makePile(server.db, { pile_type_id })]
  const given = { code: 'PowerMeterFailure', vendor_code: 'E-2F' }
  const before = await makeAlarm(server.db, { ...given, pile_id: other.id })
  await makeAlarm(server.db, { ...given, pile_id: one.id, vendor_code: 'E-30', status: 'processed', remark: 'no' })
  await server.call(handleAlarm, { id: before.id, status: 'processed', remark: 'meter cable pushed in' })
  const { id } = await makeAlarm(server.db, { ...given, pile_id: one.id })
  const { data } = await server.call(alarmView, { id })
  expect(data.last_time).toMatchObject({
    id: before.id,
    remark: 'meter cable pushed in',
    station_number: other.station_number,
    here: false,
  })
})
