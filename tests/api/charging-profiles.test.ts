import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSite, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
let site_id: number
beforeAll(async () => {
  server = await startServer()
  site_id = (await makeSite(server.db)).id
})
afterAll(() => server.stop())

/** The level that a test takes for itself: those below are given in turn. */
const TAKEN = 71
let level = 0

const draft = (given: object = {}) => ({
  name: `Evening ${next()}`,
  site_id,
  charging_profile_purpose: 'session_default',
  charging_profile_kind: 'recurring',
  recurrency_kind: 'daily',
  start_schedule: '2026-11-01T16:00:00.000Z',
  duration: 86_400,
  charging_rate_unit: 'W',
  stack_level: level++ % TAKEN,
  min_charging_rate: 12_000.5,
  periods: [
    { start: 0, limit: 120_000, phases: null },
    { start: 61_200, limit: 60_000.5, phases: 3 },
  ],
  ...given,
})

const add = (given?: object, language: 'en' | 'zh-CN' = 'en') =>
  server.call('/system/charging_profile/add', draft(given), { language })

test('keeps a profile with its steps and shows it with its site', async () => {
  const { data } = await add()
  expect(data).toMatchObject({
    min_charging_rate: 12_000.5,
    periods: [{ start: 0 }, { start: 61_200, limit: 60_000.5, phases: 3 }],
    site: { id: site_id },
    is_push: false,
    is_delete: false,
    count: 0,
  })
  const list = await server.call('/system/charging_profile/index', { keyword: data.name })
  expect(list.data.rows).toMatchObject([{ id: data.id, charging_profile_kind: 'recurring' }])
})

test.each([
  [
    'a first step that begins late',
    { periods: [{ start: 60, limit: 1 }] },
    'periods.0.start',
    'The first step begins at 0.',
    '首个时段须从 0 开始。',
  ],
  [
    'steps that fall',
    {
      periods: [
        { start: 0, limit: 1 },
        { start: 60, limit: 1 },
        { start: 60, limit: 2 },
      ],
    },
    'periods.2.start',
    'Each step begins after the one before.',
    '每个时段须晚于前一个时段。',
  ],
  [
    'a limit in hundredths',
    { periods: [{ start: 0, limit: 8.15 }] },
    'periods.0.limit',
    'At most 1 digit after the decimal point.',
    '小数点后最多 1 位。',
  ],
  [
    'a day of 25 hours',
    { duration: 90_000 },
    'duration',
    'A schedule that repeats lasts at most 24 h.',
    '重复的曲线最长 24 小时。',
  ],
  [
    'a pile’s limit from a session’s start',
    {
      charging_profile_purpose: 'pile_max',
      charging_profile_kind: 'relative',
      recurrency_kind: null,
      start_schedule: null,
    },
    'charging_profile_kind',
    'A limit of the whole pile cannot count from a session’s start.',
    '整桩上限不能从充电开始计时。',
  ],
])('refuses %s at its field, in the reader’s words', async (_, given, field, english, chinese) => {
  const refused = await add(given)
  expect([refused.code, refused.data.errors]).toEqual([422, { [field]: english }])
  expect((await add(given, 'zh-CN')).data.errors).toEqual({ [field]: chinese })
})

test('lets no second profile take the same level at the same time, a later one and another site’s may', async () => {
  const first = await add({ stack_level: TAKEN, valid_to: '2026-12-01T00:00:00.000Z' })
  const again = await add({ stack_level: TAKEN })
  expect(again.data.errors).toEqual({
    stack_level: `“${first.data.name}” has the same purpose and stack level at the same time. Choose another level.`,
  })
  expect((await add({ stack_level: TAKEN, valid_from: '2026-12-01T00:00:00.000Z' })).code).toBe(200)
  expect((await add({ stack_level: TAKEN, site_id: (await makeSite(server.db)).id })).code).toBe(200)
  const { id, version } = first.data
  const kept = { id, version, valid_to: '2026-11-30T00:00:00.000Z' }
  expect((await server.call('/system/charging_profile/edit', kept)).code).toBe(200)
  await server.call('/system/charging_profile/del', { id })
  expect((await add({ stack_level: TAKEN, valid_to: '2026-12-01T00:00:00.000Z' })).code).toBe(200)
})

test('shows nobody a profile of a site out of reach', async () => {
  const { data } = await add()
  const other = await makeSite(server.db)
  const permissions = ['charging_profile.list', 'charging_profile.update']
  const user = await server.signIn({ permissions, data_scope: 'sites', site_ids: [other.id] })
  const asked = { keyword: data.name }
  expect((await server.call('/system/charging_profile/index', asked, { as: user })).data.total).toBe(0)
  const change = { id: data.id, version: data.version, name: 'Mine' }
  expect((await server.call('/system/charging_profile/edit', change, { as: user })).code).toBe(404)
})
