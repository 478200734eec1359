import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { dashboardNow } from '../../src/server/dashboard/routes.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { dashboard } from '../../src/shared/endpoints/dashboard.ts'
import { siteToday } from '../../src/shared/endpoints/sites.ts'
import { makeAlarm, makeOrder, makePile, makePileType, makeRefund, makeSite, next } from '../make.ts'
import { empty } from '../setup/empty.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await empty(server.db, 'orders, alarm, connector, pile, site, rejected_connection')
})

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
/** The figures without what is kept for some seconds. */
const figures = (days = 30, permissions = ['*']) => {
  const person = { ...NOBODY, permissions, grants: [{ permissions, reach: null }], reach: null }
  const looking = { db: server.db, person }
  return dashboardNow(looking, { days })
}
const day = (ms: number, zone = 'Asia/Shanghai') =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now() - ms)

const ended = (ms: number, given: object = {}) =>
  makeOrder(server.db, { started_at: ago(ms + 60 * MINUTE), ended_at: ago(ms), ...given })

/** Months by the wall's clock of Shanghai, as days and as moments. */
const monthsAgo = (months: number) => {
  const [year = 0, month = 0] = day(0).split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1))
  const last = new Date(Date.UTC(year, month - months, 0))
  const midnight = first.getTime() - 8 * 60 * MINUTE
  return {
    from: first.toISOString().slice(0, 10),
    to: last.toISOString().slice(0, 10),
    midnight,
    days: last.getUTCDate(),
  }
}
const endedAt = (at: number, given: object = {}) => ended(Date.now() - at, { energy_wh: 1_000, ...given })

describe('a chosen period', () => {
  const asked = async (body: object) => {
    const looking = { db: server.db, person: { ...NOBODY, permissions: ['*'], reach: null } }
    return dashboardNow(looking, { days: 30, compare: true, ...body })
  }

  test('of last month has its days alone, beside the month before however long that is', async () => {
    const { from, to, days, midnight } = monthsAgo(1)
    const before = monthsAgo(2).midnight
    const { id: pile_id } = await makePile(server.db)
    const end = midnight + days * DAY
    for (const at of [midnight, midnight + 3 * DAY, end - MINUTE]) await endedAt(at, { pile_id })
    for (const at of [before, midnight - MINUTE]) await endedAt(at, { pile_id })
    await endedAt(before - MINUTE, { pile_id })
    await endedAt(end, { pile_id })
    const shown = await asked({ from, to })
    expect([shown.from, shown.to]).toEqual([from, to])
    expect(shown.trend.map(({ day }) => day)).toEqual(
      Array.from({ length: days }, (_, at) => `${from.slice(0, 8)}${String(at + 1).padStart(2, '0')}`),
    )
    expect(shown.period).toMatchObject({ services: { now: 3, before: 2 }, energy_wh: { now: 3_000, before: 2_000 } })
    expect(shown.services_total).toBe(7)
  })

  test('of this month is beside the same days of the last one, up to this time of day', async () => {
    const { from, to, midnight } = monthsAgo(0)
    const earlier = monthsAgo(1)
    const elapsed = Date.now() - midnight
    const { id: pile_id } = await makePile(server.db)
    await endedAt(midnight, { pile_id })
    await endedAt(earlier.midnight, { pile_id })
    // Where last month has no such day, all of it is over by now.
    const isOver = elapsed >= earlier.days * DAY
    await endedAt(Math.min(earlier.midnight + elapsed + 10 * MINUTE, midnight - 1), { pile_id })
    for (const until of [to, day(0)]) {
      const { period, trend } = await asked({ from, to: until })
      expect(period?.services).toEqual({ now: 1, before: isOver ? 2 : 1 })
      expect(trend.at(-1)?.day).toBe(day(0))
    }
  })

  test('of some days is beside as many before, and one to come has nothing', async () => {
    const { id: pile_id } = await makePile(server.db)
    for (const days of [10, 11, 12, 13, 14]) await ended(days * DAY, { pile_id })
    expect((await asked({ from: day(11 * DAY), to: day(10 * DAY) })).period?.services).toEqual({ now: 2, before: 2 })
    const ahead = await asked({ from: day(-3 * DAY), to: day(-5 * DAY) })
    expect([ahead.trend, ahead.period?.services.now, ahead.services.now]).toEqual([[], 0, 0])
  })

  test.each([
    ['one end alone', { from: '2026-11-01' }, 'to'],
    ['days that go backwards', { from: '2026-11-02', to: '2026-11-01' }, 'to'],
    ['more than a year', { from: '2025-01-01', to: '2026-11-01' }, 'to'],
    ['no day', { from: '2026-02-30', to: '2026-03-01' }, 'from'],
  ])('refuses %s', async (_, body, field) => {
    const answer = await server.call(dashboard, body)
    expect(answer.code).toBe(422)
    expect(JSON.stringify(answer.data)).toContain(`"${field}"`)
  })
})

describe('income', () => {
  test('sums to what the orders say, by kind and by day', async () => {
    const { id: pile_id } = await makePile(server.db)
    for (let hours = 1; hours < 24 * 40; hours += 7)
      await ended(hours * 60 * MINUTE, {
        pile_id,
        energy_wh: 1_000 + hours,
        electricity_cents: 500 + hours,
        service_cents: 200,
        occupation_cents: hours % 3,
        total_cents: 700 + hours + (hours % 3),
        paid_cents: 0,
        status: 'unpaid',
      })
    const shown = await figures()
    const { rows } = await server.pool.query(
      `select to_char(ended_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, sum(electricity_cents)::bigint as electricity_cents,
        sum(service_cents)::bigint as service_cents, sum(occupation_cents)::bigint as occupation_cents, sum(energy_wh)::bigint as energy_wh, 0 as refunded_cents, count(*) as services
       from orders group by 1 order by 1 desc limit 30`,
    )
    expect(shown.trend).toHaveLength(30)
    // Shortly after midnight none has ended today: the thirtieth day with orders is the thirty-first of all.
    const within = rows.filter(({ day }) => day >= (shown.trend[0]?.day ?? ''))
    expect(shown.trend.filter(({ services }) => services > 0)).toEqual(within.toReversed())
    for (const kind of ['electricity_cents', 'service_cents', 'occupation_cents'] as const)
      expect(shown[kind]).toBe(within.reduce((sum, row) => sum + row[kind], 0))
    const { rows: all } = await server.pool.query('select count(*) as services from orders')
    expect(shown.services_total).toBe(all[0].services)
  })

  test('shows days without any, the last one today', async () => {
    const { trend } = await figures(7)
    expect(trend.map((entry) => entry.day)).toEqual([6, 5, 4, 3, 2, 1, 0].map((days) => day(days * DAY)))
    expect(trend.every(({ services, electricity_cents }) => services === 0 && electricity_cents === 0)).toBe(true)
  })

  test('is compared with the same time of the day a week before', async () => {
    const { id: pile_id } = await makePile(server.db)
    const sinceMidnight = Date.now() - Date.parse(`${day(0)}T00:00:00+08:00`)
    await ended(Math.min(MINUTE, sinceMidnight / 2), { pile_id, total_cents: 300, energy_wh: 30 })
    await ended(7 * DAY + Math.min(MINUTE, sinceMidnight / 2), { pile_id, total_cents: 200, energy_wh: 20 })
    // Later on that day: not before the same time.
    await ended(7 * DAY - MINUTE, { pile_id, total_cents: 999, energy_wh: 99 })
    expect(await figures()).toMatchObject({
      income_cents: { now: 300, before: 200 },
      energy_wh: { now: 30, before: 20 },
      services: { now: 1, before: 1 },
    })
  })

  test('has nothing to compare with in the first week', async () => {
    await ended(MINUTE)
    expect((await figures()).income_cents?.before).toBeNull()
  })

  test('counts days by the clock of the zone that most sites lie in', async () => {
    for (const time_zone of ['America/New_York', 'America/New_York', 'Asia/Shanghai'])
      await makeSite(server.db, { time_zone })
    expect((await figures(7)).trend.at(-1)?.day).toBe(day(0, 'America/New_York'))
  })

  test('is less by what was paid back, on the day on which it was', async () => {
    const { id: pile_id } = await makePile(server.db)
    const old = await ended(3 * DAY, { pile_id, total_cents: 1000 })
    const pending = await ended(2 * DAY, { pile_id, total_cents: 700 })
    const refund = (order_id: number, amount_cents: number, ago_ms: number | null) =>
      makeRefund(server.db, {
        order_id,
        amount_cents,
        ...(ago_ms !== null && { status: 'refunded', refunded_at: ago(ago_ms) }),
      })
    await refund(old.id, 300, DAY)
    await refund(old.id, 50, 0)
    await refund(pending.id, 700, null)
    const shown = await figures(7)
    expect(shown.trend.map(({ refunded_cents }) => refunded_cents)).toEqual([0, 0, 0, 0, 0, 300, 50])
    expect(shown).toMatchObject({
      refunded_cents: 350,
      electricity_cents: 1700,
      income_cents: { now: -50 },
    })
  })

  test('counts a session once, however many orders bill it', async () => {
    const { id: pile_id } = await makePile(server.db)
    const first = await ended(MINUTE, { pile_id, total_cents: 300 })
    await ended(MINUTE, { pile_id, total_cents: 700, energy_wh: 0, type: 'supplement', origin_id: first.id })
    const { trend, services_total, electricity_cents } = await figures(7)
    expect(trend.reduce((sum, { services }) => sum + services, 0)).toBe(1)
    expect([services_total, electricity_cents]).toEqual([1, 1000])
  })

  test('leaves out what is still charging', async () => {
    await makeOrder(server.db, { status: 'generated', ended_at: null, started_at: ago(MINUTE), paid_cents: 0 })
    expect(await figures()).toMatchObject({ services_total: 0, income_cents: { now: 0 } })
  })
})

test('is told to those alone who may see orders, at a site as well', async () => {
  const site = await makeSite(server.db)
  const { id: pile_id } = await makePile(server.db, { site_id: site.id })
  await ended(MINUTE, { pile_id, site_id: site.id, total_cents: 300, electricity_cents: 300, energy_wh: 5_000 })
  const technician = await server.signIn({ permissions: ['dashboard.view', 'site.list', 'pile.list'] })
  const asked = { days: 7, compare: true }
  const seen = JSON.stringify(await server.call(dashboard, asked, { as: technician }))
  expect(seen).toContain('"energy_wh":{"now":5000')
  expect(seen.match(/"(income|electricity|service|occupation|refunded)_cents":[^n]/g)).toBeNull()
  const today = await server.call(siteToday, { id: site.id }, { as: technician })
  expect(today.data).toMatchObject({ income_cents: null, services: 1 })
  const cashier = await server.signIn({ permissions: ['dashboard.view', 'site.list', 'order.list'] })
  const whole = await server.call(dashboard, asked, { as: cashier })
  expect(whole.data).toMatchObject({ income_cents: { now: 300 }, electricity_cents: 300 })
  expect((await server.call(siteToday, { id: site.id }, { as: cashier })).data).toMatchObject({ income_cents: 300 })
})

test('is worked out without a single reading, however many there are', async () => {
  await ended(30 * MINUTE, { electricity_cents: 700, total_cents: 700, paid_cents: 700 })
  const before = await figures()
  const other = await server.pool.connect()
  try {
    await other.query('begin')
    // A question that reads of them would wait for ever from here on.
    await other.query('lock table reading in access exclusive mode')
    expect(await figures()).toEqual(before)
    expect(before.electricity_cents).toBe(700)
  } finally {
    await other.query('rollback')
    other.release()
  }
})

describe('the network', () => {
  test('shows power, what is installed, faults and who is away', async () => {
    const { id: pile_type_id } = await makePileType(server.db, { rated_power_w: 120_000 })
    const states = ['charging', 'faulted', 'offline', 'available'] as const
    for (const state of states)
      await makePile(server.db, { state, pile_type_id, power_w: state === 'charging' ? 57_600 : 0 })
    await makePile(server.db, { state: 'faulted', pile_type_id, enabled: false })
    expect(await figures()).toMatchObject({
      power_w: 57_600,
      rated_power_w: 480_000,
      faulted: 1,
      offline: 1,
      failure_rate: { now: 2_500 },
    })
  })

  test('knows how many piles were faulted a week before', async () => {
    const old = { created_at: ago(30 * DAY) }
    const [faulted] = [await makePile(server.db, old), await makePile(server.db, old), await makePile(server.db)]
    await makeAlarm(server.db, { pile_id: faulted?.id, raised_at: ago(8 * DAY), cleared_at: ago(6 * DAY) })
    await makeAlarm(server.db, { pile_id: faulted?.id, code: 'Offline', kind: 'offline', raised_at: ago(8 * DAY) })
    expect((await figures()).failure_rate).toEqual({ now: 0, before: 5_000 })
  })

  test('counts each site’s connectors by state', async () => {
    const { id: site_id, name } = await makeSite(server.db)
    const at = async (state: 'available' | 'offline', ...statuses: string[]) => {
      const { id: pile_id } = await makePile(server.db, { site_id, state, connectors: 0 })
      for (const [index, status] of statuses.entries())
        await server.pool.query('insert into connector (pile_id, number, status) values ($1, $2, $3)', [
          pile_id,
          index,
          status,
        ])
    }
    // The first of each is the pile itself and no place to charge.
    await at('available', 'Available', 'Available', 'Charging', 'SuspendedEV', 'Faulted', 'Reserved', 'Unavailable')
    await at('offline', 'Available', 'Available', 'Charging')
    await at('available', 'Available', 'Unknown')
    expect((await figures()).sites).toEqual([
      { id: site_id, name, connectors: 9, available: 1, charging: 1, waiting: 1, faulted: 1, reserved: 1, offline: 4 },
    ])
  })
})

describe('what needs attention', () => {
  test('is told to who may list it: a dashboard alone names no alarm, order, pile or task', async () => {
    const { id: pile_id } = await makePile(server.db)
    await makeAlarm(server.db, { pile_id })
    await makeOrder(server.db, { pile_id, status: 'completed', abnormal: 'no_stop' })
    expect((await figures(30, ['dashboard.view'])).attention).toEqual([])
    const told = async (code: string) => (await figures(30, ['dashboard.view', code])).attention.map(({ kind }) => kind)
    expect(await told('alarm.list')).toEqual(['alarm'])
    expect(await told('order.list')).toEqual(['abnormal_order'])
  })

  test('is a task that failed as well, until it has run well', async () => {
    const state = (to: string) =>
      server.pool.query(`update task set state = $1, last_at = now() where name = 'certificate'`, [to])
    await state('failed')
    expect((await figures()).attention).toMatchObject([{ kind: 'failed_task', title: 'certificate' }])
    await state('done')
    expect((await figures()).attention).toEqual([])
  })

  test('is faults, orders to settle, piles that are away, occupied connectors and strangers', async () => {
    const pile = await makePile(server.db, { state: 'available' })
    const away = await makePile(server.db, { state: 'offline', disconnected_at: ago(3 * 60 * MINUTE) })
    const alarm = await makeAlarm(server.db, { pile_id: pile.id, raised_at: ago(2 * MINUTE) })
    const held = await makeOrder(server.db, {
      pile_id: pile.id,
      status: 'completed',
      abnormal: 'meter_jump',
      paid_cents: 0,
    })
    const occupying = await makeOrder(server.db, {
      pile_id: pile.id,
      status: 'completed',
      charge_ended_at: ago(48 * MINUTE),
      paid_cents: 0,
    })
    await server.pool.query(
      `insert into rejected_connection (station_number, reason, address, network)
       values ('NEW-1', 'unknown_station', '10.0.0.1', '10.0.0.1')`,
    )
    const { station_number: inSince } = await makePile(server.db, { state: 'available', last_seen_at: ago(0) })
    await server.pool.query(
      `insert into rejected_connection (station_number, reason, address, network, last_at)
       values ($1, 'no_password', '10.0.0.1', '10.0.0.1', now() - interval '1 hour')`,
      [inSince],
    )
    const { attention } = await figures()
    expect(attention.map(({ kind, id, title }) => [kind, id, title])).toEqual([
      ['alarm', alarm.id, 'GroundFailure'],
      ['abnormal_order', held.id, held.number],
      ['offline', away.id, away.station_number],
      ['occupied', occupying.id, occupying.number],
      ['rejected', 1, 'unknown_station'],
    ])
    expect(attention[0]).toMatchObject({
      station_number: pile.station_number,
      connector_number: 1,
      since: alarm.raised_at,
    })
  })

  test('is not what was handled, is being installed, or is a driver on the way back to the car', async () => {
    await makePile(server.db, { state: 'offline' })
    await makePile(server.db, { state: 'offline', disconnected_at: ago(DAY), enabled: false })
    await makeAlarm(server.db, { status: 'processed' })
    const charging = { status: 'completed' as const, paid_cents: 0 }
    await makeOrder(server.db, { ...charging, charge_ended_at: ago(5 * MINUTE) })
    await makeOrder(server.db, { ...charging, charge_ended_at: ago(DAY), unplugged_at: ago(DAY - MINUTE) })
    expect((await figures()).attention.filter(({ kind }) => kind !== 'offline')).toEqual([])
  })

  test('is a site once of which many piles are struck, before single ones that are newer', async () => {
    const [struck, other] = [await makeSite(server.db), await makeSite(server.db)]
    const newest = ago(9 * MINUTE)
    for (let count = 0; count < 4; count++) {
      const { id: pile_id } = await makePile(server.db, { site_id: struck.id, state: 'faulted' })
      for (const connector_number of [0, 1])
        await makeAlarm(server.db, {
          pile_id,
          site_id: struck.id,
          connector_number,
          raised_at: count ? ago((9 + count) * MINUTE) : newest,
        })
      await makePile(server.db, { site_id: other.id, state: 'offline', disconnected_at: ago(DAY) })
    }
    for (let count = 0; count < 2; count++) {
      const { id: pile_id } = await makePile(server.db, { site_id: other.id, state: 'available' })
      await makeAlarm(server.db, { pile_id, site_id: other.id, raised_at: ago(count * MINUTE) })
    }
    const { attention } = await figures()
    expect(attention.map(({ kind, site }) => [kind, site])).toEqual([
      ['alarm', { id: struck.id, name: struck.name, piles: 4 }],
      ['alarm', null],
      ['alarm', null],
      ['offline', { id: other.id, name: other.name, piles: 4 }],
    ])
    expect(attention[0]?.since).toBe(newest)
  })

  test('is the same alarm at several guns of a pile once, and another one beside it', async () => {
    const { id: pile_id } = await makePile(server.db, { state: 'available' })
    await makeAlarm(server.db, { pile_id, connector_number: 1, raised_at: ago(2 * MINUTE) })
    const newest = await makeAlarm(server.db, { pile_id, connector_number: 2, raised_at: ago(MINUTE) })
    const other = await makeAlarm(server.db, { pile_id, code: 'HighTemperature', raised_at: ago(3 * MINUTE) })
    const { attention } = await figures()
    expect(attention.map(({ id, connector_number }) => [id, connector_number])).toEqual([
      [newest.id, null],
      [other.id, 1],
    ])
  })

  test('is each pile of a large site of which few are struck', async () => {
    const { id: site_id } = await makeSite(server.db)
    for (let count = 0; count < 10; count++) {
      const { id: pile_id } = await makePile(server.db, { site_id, state: 'available' })
      if (count < 3) await makeAlarm(server.db, { pile_id, site_id })
    }
    expect((await figures()).attention.map(({ site }) => site)).toEqual([null, null, null])
  })

  test('counts of a site only what the person reaches', async () => {
    const { id: site_id } = await makeSite(server.db)
    const theirs = await makeSite(server.db)
    for (const at of [site_id, site_id, theirs.id]) {
      const { id: pile_id } = await makePile(server.db, { site_id: at, state: 'available' })
      await makeAlarm(server.db, { pile_id, site_id })
    }
    const told = async (site_ids: number[]) => {
      const as = await server.signIn({ permissions: ['dashboard.view', 'alarm.list'], data_scope: 'sites', site_ids })
      return (await server.call(dashboard, { days: 7 }, { as })).data.attention.map(({ site }) => site?.piles ?? null)
    }
    expect(await told([site_id])).toEqual([3])
    expect(await told([theirs.id])).toEqual([])
  })

  test('is eight matters at most, no kind crowding out the others', async () => {
    const { id: pile_id } = await makePile(server.db, { state: 'available' })
    for (let count = 0; count < 12; count++)
      await makeAlarm(server.db, { pile_id, code: `Fault${next()}`, raised_at: ago(count * MINUTE) })
    for (let count = 0; count < 2; count++) await makePile(server.db, { state: 'offline', disconnected_at: ago(DAY) })
    const { attention } = await figures()
    expect(attention.map(({ kind }) => kind)).toEqual([
      ...Array(3).fill('alarm'),
      'offline',
      'offline',
      ...Array(3).fill('alarm'),
    ])
    expect(attention[0]?.since).toBe(
      attention
        .map(({ since }) => since)
        .sort()
        .at(-1),
    )
  })
})

test('is served to anyone who may see it, and no older than a few seconds', async () => {
  const { data } = await server.call(dashboard, { days: 7 })
  expect(data.trend).toHaveLength(7)
  await ended(MINUTE)
  await vi.waitFor(async () => expect((await server.call(dashboard, { days: 7 })).data.services_total).toBe(1))
  // What was just worked out without a comparison is no answer to who asks for one.
  expect((await server.call(dashboard, { days: 7 })).data.period).toBeNull()
  expect((await server.call(dashboard, { days: 7, compare: true })).data.period).not.toBeNull()
  const person = await server.signIn({ permissions: ['order.list'] })
  expect((await server.call(dashboard, {}, { as: person })).code).toBe(403)
  expect((await server.call(dashboard, { days: 6 })).code).toBe(422)
})
