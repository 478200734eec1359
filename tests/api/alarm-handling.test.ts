import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarmView, handleAlarm } from '../../src/shared/endpoints/alarms.ts'
import { makeAlarm, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

describe('handling', () => {
  test.each(['processed', 'confirmed'] as const)('notes who %s it, when, and why', async (status) => {
    const { id } = await makeAlarm(server.db)
    const answer = await server.call(handleAlarm, { id, status, remark: 'cable replaced' })
    expect(answer.data.alarm).toMatchObject({
      id,
      status,
      remark: 'cable replaced',
      handled_by: server.administrator.user_name,
      handled_at: expect.any(String),
      pile: { title: expect.any(String) },
    })
  })

  test('keeps the time at which it was decided offline', async () => {
    const { id } = await makeAlarm(server.db, { raised_at: '2026-01-20T02:00:00Z' })
    const handled_at = '2026-01-20T02:30:00.000Z'
    expect((await server.call(handleAlarm, { id, status: 'processed', handled_at })).data.alarm.handled_at).toBe(
      handled_at,
    )
    const other = await makeAlarm(server.db, { raised_at: '2026-01-20T02:00:00Z' })
    const answer = await server.call(handleAlarm, {
      id: other.id,
      status: 'processed',
      handled_at: '2099-01-01T00:00:00Z',
    })
    expect(Date.parse(answer.data.alarm.handled_at ?? '')).toBeLessThanOrEqual(Date.now())
  })

  test('is refused with the alarm as it is when someone else was faster', async () => {
    const { id } = await makeAlarm(server.db)
    const other = await server.signIn({ permissions: ['alarm.handle'] })
    await server.call(handleAlarm, { id, status: 'confirmed', remark: 'seen' }, { as: other })
    const answer = await server.call(handleAlarm.path, { id, status: 'processed' }, { language: 'en' })
    expect(answer).toMatchObject({
      code: 409,
      message: `${other.user_name} has handled this alarm already.`,
      data: { alarm: { id, status: 'confirmed', handled_by: other.user_name, remark: 'seen' } },
    })
  })

  test('by two people at once is one person’s', async () => {
    const { id } = await makeAlarm(server.db)
    const people = await Promise.all([
      server.signIn({ permissions: ['alarm.handle'] }),
      server.signIn({ permissions: ['alarm.handle'] }),
    ])
    const codes = await Promise.all(
      people.map(async (as) => (await server.call(handleAlarm, { id, status: 'processed' }, { as })).code),
    )
    expect(codes.sort()).toEqual([200, 409])
  })

  test('by who was slower keeps what they said, beside who was faster', async () => {
    const { id } = await makeAlarm(server.db)
    const [first, second] = await Promise.all([
      server.signIn({ permissions: ['alarm.handle'] }),
      server.signIn({ permissions: ['alarm.handle'] }),
    ])
    await server.db.updateTable('users').set({ name: 'Wang Wei' }).where('id', 'in', [first.id, second.id]).execute()
    const key = `handle-${next()}-late`
    const phone_at = '2026-11-20T03:00:00.000Z'
    await server.call(handleAlarm, { id, status: 'processed', remark: 'reset it' }, { as: first })
    for (const _ of ['sent', 'sent again']) {
      const said = { id, status: 'processed', remark: 'cable is cut', handled_at: phone_at } as const
      expect(await server.call(handleAlarm, said, { as: second, key })).toMatchObject({
        code: 409,
        data: { alarm: { remark: 'reset it' } },
      })
    }
    const { data } = await server.call(alarmView, { id })
    expect(data.alarm).toMatchObject({ status: 'processed', remark: 'reset it' })
    expect(data.entries).toMatchObject([
      { text: 'reset it', taken: true },
      { text: 'cable is cut', taken: false, phone_at, said_at: phone_at, received_at: expect.any(String) },
    ])
  })

  test('again by the same person adds what is new, and nothing that was said', async () => {
    const { id } = await makeAlarm(server.db)
    const say = (remark: string) => server.call(handleAlarm, { id, status: 'processed', remark })
    const answers = [await say('reset it'), await say('reset it'), await say('cable replaced')]
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
    const { data } = await server.call(alarmView, { id })
    expect(data.entries.map(({ text }) => text)).toEqual(['reset it', 'cable replaced'])
    expect(data.alarm.remark).toBe('reset it')
  })

  test.each([
    ['two days behind', -2 * 86_400_000],
    ['two days ahead', 2 * 86_400_000],
  ])('by a phone whose clock is %s is noted when it was', async (_, off) => {
    const now = Date.now()
    const at = (minutesAgo: number, clock = 0) => new Date(now - minutesAgo * 60_000 + clock).toISOString()
    const { id } = await makeAlarm(server.db, { raised_at: at(60) })
    const said = { id, status: 'processed', handled_at: at(20, off) } as const
    const { data } = await server.call(handleAlarm, said, { clientTime: at(0, off) })
    const minutesAgo = (now - Date.parse(data.alarm.handled_at ?? '')) / 60_000
    expect(minutesAgo).toBeCloseTo(20, 0)
  })

  test('by a clock that cannot be believed is noted when it arrived, not when the fault began', async () => {
    const raised_at = new Date(Date.now() - 3_600_000).toISOString()
    const { id } = await makeAlarm(server.db, { raised_at })
    const handled_at = new Date(Date.now() - 2 * 86_400_000).toISOString()
    const { data } = await server.call(handleAlarm, { id, status: 'processed', handled_at })
    expect(Date.parse(data.alarm.handled_at ?? '')).toBeGreaterThan(Date.parse(raised_at) + 3_500_000)
  })

  test('of before this was written down is told from the alarm itself', async () => {
    const handled = { status: 'confirmed', handled_by: 'chenyu', handled_at: '2026-11-20T03:00:00.000Z' } as const
    const { id } = await makeAlarm(server.db, { ...handled, remark: 'seen' })
    const { data } = await server.call(alarmView, { id })
    expect(data.entries).toMatchObject([{ by: 'chenyu', kind: 'confirmed', text: 'seen', taken: true }])
  })

  test('that a phone sends twice is one', async () => {
    const { id } = await makeAlarm(server.db)
    const key = `handle-${next()}-once`
    const send = () => server.call(handleAlarm, { id, status: 'processed' }, { key })
    const answers = [await send(), await send()]
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    expect(answers[0]?.data).toEqual(answers[1]?.data)
    expect((await server.call(handleAlarm, { id, status: 'processed' })).code).toBe(200)
  })

  test('of what is no alarm, or by what is no answer, is refused', async () => {
    const { id } = await makeAlarm(server.db)
    expect((await server.call(handleAlarm, { id: 999_999, status: 'processed' })).code).toBe(404)
    expect((await server.call(handleAlarm.path, { id, status: 'open' })).code).toBe(422)
    const reader = await server.signIn({ permissions: ['alarm.list'] })
    expect((await server.call(handleAlarm, { id, status: 'processed' }, { as: reader })).code).toBe(403)
  })
})
