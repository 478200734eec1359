import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  STATISTIC_KINDS,
  type StatisticKind,
  type Statistics,
  statistics,
} from '../../src/shared/endpoints/statistics.ts'
import { makeAlarm, makeCustomer, makeOrder, makePile, makePileType, makeRefund, makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Statistics: each figure is what the orders say, by the days of each site's own clock. */

let server: TestServer
let shanghai: number
let newYork: number
let pile: number
let other: number

const OCTOBER = { from: '2025-10-01', to: '2025-10-31' }

beforeAll(async () => {
  server = await startServer()
  const { db } = server
  const type = await makePileType(db, { name: 'DC 120 kW' })
  shanghai = (await makeSite(db, { name: 'Lujiazui', time_zone: 'Asia/Shanghai' })).id
  newYork = (await makeSite(db, { name: 'Hudson', time_zone: 'America/New_York' })).id
  const there = { pile_type_id: type.id, created_at: '2025-01-01T00:00:00Z', last_seen_at: '2025-11-01T00:00:00Z' }
  pile = (await makePile(db, { ...there, site_id: shanghai, connectors: 2 } as never)).id
  other = (await makePile(db, { ...there, site_id: newYork, connectors: 1 } as never)).id
  const hours = ['2025-09-30T15:59:59Z', '2025-09-30T16:00:00Z', '2025-10-12T03:00:00Z', '2025-10-31T15:59:59Z']
  const night = ['2025-10-31T16:00:00Z', '2025-11-01T03:59:59Z', '2025-11-01T04:00:00Z']
  let nth = 0
  for (const at of [...hours, ...night])
    for (const [pile_id, site_id, time_zone] of [
      [pile, shanghai, 'Asia/Shanghai'],
      [other, newYork, 'America/New_York'],
    ] as const) {
      nth++
      await makeOrder(db, {
        ...{ pile_id, site_id, time_zone, pile_type_id: type.id, status: 'paid' },
        started_at: new Date(Date.parse(at) - 3_600_000).toISOString(),
        charge_ended_at: new Date(Date.parse(at) - 600_000).toISOString(),
        ...{ unplugged_at: at, ended_at: at, stop_reason: nth % 2 ? 'Local' : null },
        ...{ energy_wh: nth === 3 ? 50 : nth * 1000, electricity_cents: nth * 100, service_cents: nth * 10 },
        ...{ occupation_cents: nth, cost_cents: nth * 50, total_cents: nth * 111 },
      })
    }
})
afterAll(() => server.stop())

async function ask(
  by: StatisticKind,
  body: object = {},
  as?: Awaited<ReturnType<TestServer['signIn']>>,
): Promise<Statistics> {
  const { code, data } = await server.call(statistics, { by, ...OCTOBER, ...body } as never, as && { as })
  expect(code).toBe(200)
  return data as Statistics
}

/** The same from the orders alone, by another way: one after the other. */
async function recomputed(keep: (order: { site_id: number | null }) => boolean = () => true) {
  const { rows } = await sql<{ site_id: number; day: string; energy_wh: number; income: number; spent: number }>`
    select site_id, to_char(timezone(time_zone, ended_at), 'YYYY-MM-DD') as day, energy_wh,
      electricity_cents + service_cents + occupation_cents as income, extract(epoch from charge_ended_at - started_at)::int as spent
    from orders`.execute(server.db)
  const of = rows.filter(({ day, ...order }) => day >= OCTOBER.from && day <= OCTOBER.to && keep(order))
  const sum = (figure: (row: (typeof rows)[number]) => number) => of.reduce((all, row) => all + figure(row), 0)
  return {
    sessions: of.length,
    energy_wh: sum(({ energy_wh }) => energy_wh),
    income_cents: sum(({ income }) => income),
    charging_seconds: sum(({ spent }) => spent),
  }
}

const ofSessions = STATISTIC_KINDS.filter((by) => by !== 'fault')
test.each(ofSessions)('by %s all groups come to what the orders say, by each site’s days', async (by) => {
  const { rows, total } = await ask(by)
  const expected = await recomputed()
  expect(expected.sessions).toBe(7)
  expect(total.now).toMatchObject(expected)
  const sum = (figure: 'sessions' | 'energy_wh' | 'income_cents' | 'charging_seconds') =>
    rows.reduce((all, { now }) => all + (now[figure] ?? 0), 0)
  expect({
    sessions: sum('sessions'),
    energy_wh: sum('energy_wh'),
    income_cents: sum('income_cents'),
    charging_seconds: sum('charging_seconds'),
  }).toEqual(expected)
})

test('a site’s last minute of a month is in it, the next second is not', async () => {
  const { rows } = await ask('day')
  expect(rows).toHaveLength(31)
  expect(rows[0]?.key).toBe('2025-10-01')
  // Shanghai: 09-30T16:00Z is its first second. New York: 11-01T03:59:59Z is its last.
  expect(rows[0]?.now.sessions).toBe(1)
  expect(rows[30]?.now.sessions).toBe(4)
})

test('groups bear their records’ titles, most income first; a start that charged nothing counts as failed', async () => {
  const { rows, groups } = await ask('site')
  expect(groups).toBe(2)
  expect(rows.map(({ title }) => title).sort()).toEqual(['Hudson', 'Lujiazui'])
  expect(rows[0]?.now.income_cents).toBeGreaterThan(rows[1]?.now.income_cents ?? 0)
  const lujiazui = rows.find(({ title }) => title === 'Lujiazui')
  expect(lujiazui?.now).toMatchObject({ failed_sessions: 1, guns: 2 })
  // Its second gun is the second connector of EVSE 1.
  const { db } = server
  await db.updateTable('connector').set({ number: 102 }).where('pile_id', '=', pile).where('number', '=', 2).execute()
  await db
    .updateTable('orders')
    .set({ connector_number: 102 })
    .where('pile_id', '=', pile)
    .where('energy_wh', '=', 50)
    .execute()
  const { station_number } = await db
    .selectFrom('pile')
    .select('station_number')
    .where('id', '=', pile)
    .executeTakeFirstOrThrow()
  const guns = (await ask('connector', { compare: 'none' })).rows.map(({ title }) => title)
  expect(guns).toEqual(expect.arrayContaining([`${station_number}-1`, `${station_number}-1-2`]))
})

test('guns are used for a share of their time, and piles are there for a share of theirs', async () => {
  await server.db
    .insertInto('offline_record')
    .values({ pile_id: pile, offline_at: '2025-10-10T00:00:00Z', online_at: '2025-10-11T00:00:00Z' } as never)
    .execute()
  // Nobody has asked exactly this before: what was told just now is told again.
  const { rows } = await ask('pile', { compare: 'none' })
  const row = rows.find(({ key }) => key === String(pile))?.now
  const seconds = 31 * 86_400
  expect(row?.utilisation).toBe(Math.round(((row?.charging_seconds ?? 0) / (2 * seconds)) * 10_000))
  expect(row?.availability).toBe(Math.round(((seconds - 86_400) / seconds) * 10_000))
})

test('by day, week and month guns are used for a share of the time that there is of each', async () => {
  const part = { from: '2025-10-05', to: '2025-10-15' }
  const days = { day: 1, week: 7, month: 11 }
  for (const by of ['day', 'week', 'month'] as const) {
    const { rows, total } = await ask(by, { ...part, compare: 'none' })
    const whole = rows.find(
      ({ key }) => key === { day: '2025-10-10', week: '2025-10-06', month: '2025-10-01' }[by],
    )?.now
    const used = (whole?.charging_seconds ?? 0) / (total.now.guns as number) / (days[by] * 86_400)
    expect([by, whole?.utilisation, whole?.guns]).toEqual([by, Math.round(used * 10_000), null])
    expect(rows.every(({ now }) => now.availability !== null && now.utilisation !== null)).toBe(true)
  }
  const { rows } = await ask('day', { ...part, compare: 'none' })
  expect(rows.find(({ key }) => key === '2025-10-09')?.now.availability).toBe(10_000)
  expect(rows.find(({ key }) => key === '2025-10-10')?.now.availability).toBeLessThan(10_000)
})

test('by the clock a session counts when it began, its charging where it lay', async () => {
  const { id } = await makeOrder(server.db, {
    ...{ pile_id: pile, site_id: shanghai, time_zone: 'Asia/Shanghai', status: 'paid', energy_wh: 9_000 },
    // 23:30 on Sunday the 19th to 01:15 on Monday the 20th.
    ...{ started_at: '2025-10-19T15:30:00Z', charge_ended_at: '2025-10-19T17:15:00Z' },
    ...{ unplugged_at: '2025-10-19T17:15:00Z', ended_at: '2025-10-19T17:15:00Z' },
  })
  const { rows } = await ask('weekday_hour', { compare: 'none', site_id: shanghai })
  const at = (key: string) => rows.find((row) => row.key === key)?.now
  expect(rows).toHaveLength(168)
  expect([at('7-23'), at('1-0'), at('1-1')]).toMatchObject([
    { sessions: 1, energy_wh: 9_000, charging_seconds: 1_800 },
    { sessions: 0, energy_wh: 0, charging_seconds: 3_600 },
    { sessions: 0, energy_wh: 0, charging_seconds: 900 },
  ])
  // October 2025 has four Sundays and four Mondays; two guns stand there.
  expect([at('7-23'), at('1-0'), at('1-2')].map((hour) => hour?.utilisation)).toEqual([625, 1_250, 0])
  await server.db.deleteFrom('orders').where('id', '=', id).execute()
})

test('what is paid back counts on its own day', async () => {
  const { id } = await server.db
    .selectFrom('orders')
    .select('id')
    .where('site_id', '=', shanghai)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const { total: before } = await ask('day')
  await makeRefund(server.db, {
    order_id: id,
    amount_cents: 77,
    status: 'refunded',
    refunded_at: '2025-10-20T03:00:00Z',
  })
  const { total, rows } = await ask('day', { compare: 'none' })
  expect(total.now.refunded_cents).toBe(77)
  expect(total.now.income_cents).toBe((before.now.income_cents ?? 0) - 77)
  expect(rows.find(({ key }) => key === '2025-10-20')?.now).toMatchObject({ refunded_cents: 77, income_cents: -77 })
})

test('stands beside the month before, and beside the year before', async () => {
  expect(await ask('day')).toMatchObject({ before: { from: '2025-09-01', to: '2025-09-30' } })
  expect(await ask('day', { compare: 'year' })).toMatchObject({ before: { from: '2024-10-01', to: '2024-10-31' } })
  const { before, total } = await ask('site', { from: '2025-11-01', to: '2025-11-30' })
  expect(before).toEqual({ from: '2025-10-01', to: '2025-10-31' })
  expect(total.before?.sessions).toBe(7)
  expect((await ask('day', { compare: 'none' })).total.before).toBeNull()
})

test('anyone sees what is within reach, and money only with the right to orders', async () => {
  const someone = await server.signIn({
    permissions: ['statistics.view'],
    data_scope: 'sites',
    site_ids: [newYork],
  })
  const { rows, total } = await ask('site', {}, someone)
  expect(rows.map(({ title }) => title)).toEqual(['Hudson'])
  const { income_cents: _, ...expected } = await recomputed(({ site_id }) => site_id === newYork)
  expect(total.now).toMatchObject({ ...expected, income_cents: null, cost_cents: null, refunded_cents: null, guns: 1 })
})

test('whose sessions they were is told with the right to orders, of customers out of reach by a mask', async () => {
  const { id: customer_id } = await makeCustomer(server.db, { account: 'zhang-wei' })
  const { id } = await makeOrder(server.db, {
    ...{ pile_id: pile, site_id: shanghai, customer_id, card_number: 'C-77', total_cents: 9_000_000 },
    ...{ started_at: '2025-10-20T02:00:00Z', ended_at: '2025-10-20T03:00:00Z' },
  })
  const [first] = (await ask('customer', { compare: 'none' })).rows
  expect(first).toMatchObject({ key: String(customer_id), title: 'zhang-wei', now: { income_cents: 9_000_000 } })
  expect((await ask('card', { compare: 'none' })).rows[0]).toMatchObject({ key: 'C-77', now: { sessions: 1 } })
  const given = { data_scope: 'sites' as const, site_ids: [shanghai] }
  const seller = await server.signIn({ permissions: ['statistics.view', 'order.list'], ...given })
  expect((await ask('customer', { compare: 'none' }, seller)).rows[0]?.title).toBe('z****')
  const viewer = await server.signIn({ permissions: ['statistics.view'], ...given })
  for (const by of ['customer', 'card'] as const)
    expect((await server.call(statistics, { by, ...OCTOBER } as never, { as: viewer })).code).toBe(403)
  await server.db.deleteFrom('orders').where('id', '=', id).execute()
})

test('what fails: by code, how often, and how long it takes until it is over', async () => {
  const { pile_type_id } = await server.db
    .selectFrom('pile')
    .selectAll()
    .where('id', '=', pile)
    .executeTakeFirstOrThrow()
  const at = (raised_at: string, given: object) =>
    makeAlarm(server.db, {
      kind: 'fault',
      code: 'GroundFailure',
      pile_id: pile,
      site_id: shanghai,
      raised_at,
      ...given,
    })
  // The last is of November in Shanghai, the first of September; one lasts, one is called processed, one is no fault.
  await at('2025-09-30T15:59:59Z', { cleared_at: '2025-10-02T00:00:00Z' })
  await at('2025-10-05T00:00:00Z', {
    cleared_at: '2025-10-05T02:00:00Z',
    status: 'processed',
    handled_at: '2025-10-09T00:00:00Z',
  })
  await at('2025-10-06T00:00:00Z', { status: 'processed', handled_at: '2025-10-06T01:00:00Z' })
  await at('2025-10-07T00:00:00Z', { code: 'EVCommunicationError', pile_id: other, site_id: newYork })
  await at('2025-10-08T00:00:00Z', { kind: 'protocol' })
  await at('2025-10-31T16:00:00Z', { cleared_at: '2025-11-01T00:00:00Z' })
  // Written otherwise than in other tests: what was told just now is told again.
  const told = async (by: StatisticKind, as?: Awaited<ReturnType<TestServer['signIn']>>) => {
    const { rows, total } = await ask(by, { compare: 'none', site_id: null }, as)
    const figures = ({ faults, repairs, repair_seconds }: (typeof total)['now']) => [faults, repairs, repair_seconds]
    return [figures(total.now), ...rows.filter(({ now }) => now.faults).map(({ key, now }) => [key, ...figures(now)])]
  }
  const all = [3, 2, 10_800]
  expect(await told('fault')).toEqual([all, ['GroundFailure', 2, 2, 10_800], ['EVCommunicationError', 1, 0, 0]])
  expect((await told('site')).slice(1).sort()).toEqual(
    [
      [String(shanghai), 2, 2, 10_800],
      [String(newYork), 1, 0, 0],
    ].sort(),
  )
  expect(await told('pile_type')).toEqual([all, [String(pile_type_id), ...all]])
  expect(await told('day')).toEqual([all, ['2025-10-05', 1, 1, 7_200], ['2025-10-06', 2, 1, 3_600]])
  expect((await told('customer')).slice(0, 1)).toEqual([all])
  const someone = await server.signIn({ permissions: ['statistics.view'], data_scope: 'sites', site_ids: [newYork] })
  expect(await told('fault', someone)).toEqual([
    [1, 0, 0],
    ['EVCommunicationError', 1, 0, 0],
  ])
  await server.db.deleteFrom('alarm').execute()
})

test('who owes: what is still to be paid for sessions of the period', async () => {
  const { id: customer_id } = await makeCustomer(server.db, { account: 'li-na' })
  const owing = (given: object) =>
    makeOrder(server.db, {
      ...{ pile_id: pile, site_id: shanghai, customer_id, status: 'unpaid', total_cents: 1_000, paid_cents: 300 },
      ...{ started_at: '2025-10-20T02:00:00Z', ended_at: '2025-10-20T03:00:00Z', ...given },
    })
  const made = [await owing({}), await owing({ paid_cents: 0 }), await owing({ ended_at: '2025-10-31T16:00:00Z' })]
  const owed = async (by: StatisticKind) => {
    const { rows, total } = await ask(by, { compare: 'none', site_id: shanghai })
    return [
      total.now.owed_cents,
      ...rows.filter(({ now }) => now.owed_cents).map(({ key, now }) => [key, now.owed_cents]),
    ]
  }
  expect(await owed('customer')).toEqual([1_700, [String(customer_id), 1_700]])
  expect(await owed('site')).toEqual([1_700, [String(shanghai), 1_700]])
  expect(await owed('hour')).toEqual([1_700])
  const viewer = await server.signIn({ permissions: ['statistics.view'], data_scope: 'all' })
  expect((await ask('site', { compare: 'none' }, viewer)).total.now.owed_cents).toBeNull()
  for (const { id } of made) await server.db.deleteFrom('orders').where('id', '=', id).execute()
})

test('one site alone', async () => {
  const { total } = await ask('day', { site_id: newYork })
  const { income_cents, sessions } = await recomputed(({ site_id }) => site_id === newYork)
  expect(total.now).toMatchObject({ income_cents, sessions, guns: 1 })
})

test.each([
  ['to', { from: '2025-10-31', to: '2025-10-01' }, 'out_of_range'],
  ['to', { from: '2024-01-01', to: '2025-10-01' }, 'out_of_range'],
  ['from', { from: '2025-02-30', to: '2025-03-01' }, 'not_a_day'],
  ['by', { by: 'moon' }, 'invalid'],
])('a wrong %s is told at its field', async (field, body, _reason) => {
  const { status, data } = await server.call('/system/statistics/index', { by: 'site', ...OCTOBER, ...body })
  expect(status).toBe(422)
  expect(JSON.stringify(data)).toContain(field)
})
