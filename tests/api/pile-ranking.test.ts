import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeAlarm, makeOrder, makePile, makePileType, makeSite, type UserDraft } from '../make.ts'
import { empty } from '../setup/empty.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** The worst piles of a period: every figure is what is recorded. */

const LIST = '/system/pile-ranking/index'
const HOUR = 3600
/** Three days of Shanghai: 2026-11-09T16:00Z to 12T16:00Z. */
const period = { from: '2026-11-10', to: '2026-11-12' }
const DAYS = 3 * 24 * HOUR

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => empty(server.db, 'orders, alarm, offline_record, connector, pile, pile_type, site'))

const connected = { last_seen_at: '2026-11-22T00:00:00Z', created_at: '2026-01-01T00:00:00Z' }
const pileAt = (site_id: number | null, given: object = {}) =>
  makePile(server.db, { site_id, ...connected, ...given } as never)
const offline = (pile_id: number, offline_at: string, online_at: string | null) =>
  server.db
    .insertInto('offline_record')
    .values({ pile_id, offline_at, online_at } as never)
    .execute()

async function ranked(body: object = {}, as?: UserDraft) {
  const answer = await server.call(LIST, { period, ...body }, as && { as: await server.signIn(as) })
  expect(answer.code).toBe(200)
  return answer.data.rows as Record<string, number>[]
}

test('adds up what is recorded within the period, spells that overlap once', async () => {
  const { id: site_id } = await makeSite(server.db, { time_zone: 'Asia/Shanghai' })
  const { id: pile_id } = await pileAt(site_id)
  // Two hours of it lie before the first day, so that one counts.
  await offline(pile_id, '2026-11-09T14:00:00Z', '2026-11-09T17:00:00Z')
  await offline(pile_id, '2026-11-11T00:00:00Z', '2026-11-11T02:00:00Z')
  await offline(pile_id, '2026-11-12T16:00:00Z', '2026-11-12T20:00:00Z')
  const fault = (raised_at: string, cleared_at: string | null, given: object = {}) =>
    makeAlarm(server.db, { pile_id, site_id, raised_at, cleared_at, ...given })
  // Of two connectors at the same time, one hour of it while the pile was offline.
  await fault('2026-11-11T01:00:00Z', '2026-11-11T04:00:00Z')
  await fault('2026-11-11T03:00:00Z', '2026-11-11T05:00:00Z', { connector_number: 2 })
  await fault('2026-11-12T10:00:00Z', null, {
    status: 'processed',
    handled_at: '2026-11-12T10:30:00Z',
    code: 'OverVoltage',
  })
  await fault('2026-11-12T11:00:00Z', '2026-11-12T12:00:00Z', { kind: 'command', code: 'CommandFailed' })
  const session = (energy_wh: number, given: object = {}) =>
    makeOrder(server.db, { pile_id, site_id, energy_wh, started_at: '2026-11-10T03:00:00Z', status: 'paid', ...given })
  await session(20_000)
  await session(0)
  await session(99)
  await session(0, { type: 'supplement' })
  await session(0, { status: 'generated' })
  await session(0, { started_at: '2026-11-13T03:00:00Z' })
  await session(0, { started_at: '2026-11-09T15:00:00Z', ended_at: '2026-11-09T17:00:00Z' })
  const [row] = await ranked()
  expect(row).toMatchObject({
    offline_seconds: 3 * HOUR,
    fault_seconds: 4.5 * HOUR,
    alarms: 4,
    failed_sessions: 2,
    sessions: 3,
    watched_seconds: DAYS,
  })
  // 1 h, then 00:00 to 05:00, then half an hour.
  expect(row?.down_share).toBe(Math.round((6.5 * HOUR * 10_000) / DAYS))
})

test('counts what lasts until now, and a new pile from when it was added', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR * 1000).toISOString()
  const { id: site_id } = await makeSite(server.db)
  const { id: pile_id } = await pileAt(site_id, { created_at: hoursAgo(4), last_seen_at: hoursAgo(1) })
  await offline(pile_id, hoursAgo(1), null)
  await makeAlarm(server.db, { pile_id, site_id, raised_at: hoursAgo(2), cleared_at: null })
  const [row] = await ranked({ period: undefined })
  const near = (seconds: number) => expect.closeTo(seconds, -2)
  expect(row).toMatchObject({
    offline_seconds: near(HOUR),
    fault_seconds: near(2 * HOUR),
    watched_seconds: near(4 * HOUR),
  })
  expect(row?.down_share).toBeCloseTo(5_000, -2)
})

test('a young pile is out of service for all of its time at most', async () => {
  const { id: site_id } = await makeSite(server.db)
  for (const tenth of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const begins = new Date(Date.now() - 10_000 - tenth * 100).toISOString()
    const { id } = await pileAt(site_id, { created_at: begins, last_seen_at: begins })
    await offline(id, begins, null)
  }
  const shares = (await ranked({ period: undefined })).map((row) => Number(row.down_share))
  expect(shares).toHaveLength(10)
  expect(Math.max(...shares)).toBeLessThanOrEqual(10_000)
  expect(Math.min(...shares)).toBeGreaterThan(8_000)
})

test('ranks by each figure, leaving out piles that never connected, are retired or out of service', async () => {
  const { id: site_id } = await makeSite(server.db)
  const [calm, bad, worse] = [await pileAt(site_id), await pileAt(site_id), await pileAt(site_id)]
  await pileAt(site_id, { last_seen_at: null })
  await pileAt(site_id, { archived_at: '2026-11-20T00:00:00Z' })
  await pileAt(site_id, { enabled: false })
  await offline(bad.id, '2026-11-11T00:00:00Z', '2026-11-11T01:00:00Z')
  await offline(worse.id, '2026-11-11T00:00:00Z', '2026-11-11T09:00:00Z')
  await makeAlarm(server.db, {
    pile_id: bad.id,
    site_id,
    raised_at: '2026-11-11T00:00:00Z',
    cleared_at: '2026-11-11T00:01:00Z',
  })
  expect((await ranked()).map(({ id }) => id)).toEqual([worse.id, bad.id, calm.id])
  const by = async (prop: string) => (await ranked({ prop, order: 'desc' }))[0]?.id
  expect([await by('offline_seconds'), await by('fault_seconds'), await by('alarms')]).toEqual([
    worse.id,
    bad.id,
    bad.id,
  ])
  expect((await server.call(LIST, { period, prop: 'sessions', order: 'desc' })).data.total).toBe(3)
})

test('takes the days of each site by its own clock, and narrows by site and type', async () => {
  const east = await makeSite(server.db, { time_zone: 'Asia/Shanghai' })
  const west = await makeSite(server.db, { time_zone: 'America/New_York' })
  const type = await makePileType(server.db)
  const [here, there] = [await pileAt(east.id, { pile_type_id: type.id }), await pileAt(west.id)]
  // 15:00 to 17:00 UTC spans midnight in Shanghai and none in New York.
  for (const { id } of [here, there]) await offline(id, '2026-11-12T15:00:00Z', '2026-11-12T17:00:00Z')
  const seconds = Object.fromEntries((await ranked()).map(({ id, offline_seconds }) => [id, offline_seconds]))
  expect(seconds).toEqual({ [here.id]: HOUR, [there.id]: 2 * HOUR })
  expect((await ranked({ site_id: [west.id] })).map(({ id }) => id)).toEqual([there.id])
  expect((await ranked({ pile_type_id: [type.id] })).map(({ id }) => id)).toEqual([here.id])
})

test('shows within reach alone, and counts nothing of a site that is out of it', async () => {
  const [own, other] = [await makeSite(server.db), await makeSite(server.db)]
  const pile = await pileAt(own.id)
  await pileAt(other.id)
  const at = { raised_at: '2026-11-11T00:00:00Z', cleared_at: '2026-11-11T01:00:00Z', pile_id: pile.id }
  // Before the pile was moved here.
  await makeAlarm(server.db, { ...at, site_id: other.id })
  await makeAlarm(server.db, { ...at, site_id: own.id, code: 'OverVoltage' })
  const scoped = { permissions: ['pile_ranking.list'], data_scope: 'sites', site_ids: [own.id] } as const
  const rows = await ranked({}, { ...scoped, permissions: [...scoped.permissions], site_ids: [own.id] })
  expect(rows.map(({ id, alarms, fault_seconds }) => [id, alarms, fault_seconds])).toEqual([[pile.id, 1, HOUR]])
  const outsider = await server.signIn({ permissions: ['pile.list'] })
  expect((await server.call(LIST, { period }, { as: outsider })).code).toBe(403)
})

test('exports the period that the list shows', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { id } = await pileAt(site_id)
  await offline(id, '2026-11-11T00:00:00Z', '2026-11-11T01:00:00Z')
  await offline(id, '2026-11-20T00:00:00Z', '2026-11-20T09:00:00Z')
  const response = await fetch(`${server.url}/api/system/pile-ranking/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.administrator.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'csv', zone: 'Asia/Shanghai', period }),
  })
  const [headings = [], values = []] = parse(Buffer.from(await response.arrayBuffer()), { bom: true }) as string[][]
  expect(values[headings.indexOf('Offline')]).toBe('01:00:00')
})

test.each([
  ['no day', { from: 'soon' }],
  ['days that go backwards', { from: '2026-11-12', to: '2026-11-10' }],
  ['a list', ['2026-11-12']],
])('refuses %s at the period', async (_, wrong) => {
  const answer = await server.call(LIST, { period: wrong })
  expect(answer.code).toBe(422)
  expect(JSON.stringify(answer.data)).toContain('period')
})

test('a pile is deleted whatever is counted of it', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { id } = await pileAt(site_id)
  expect((await server.call('/system/device/delete', { id })).code).toBe(200)
})
