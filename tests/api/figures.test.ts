import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Income } from '../../src/server/dashboard/income.ts'
import { dashboardNow } from '../../src/server/dashboard/routes.ts'
import type { Looking } from '../../src/server/kit/context.ts'
import { catchUp, rebuild } from '../../src/server/kit/figures/keep.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { statisticsOf } from '../../src/server/statistics/statistics.ts'
import { STATISTIC_KINDS } from '../../src/shared/endpoints/statistics.ts'
import { makeOrder, makePile, makePileType, makeRefund, makeSite } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { FIGURES, type Figures, recomputed } from './recomputed-figures.ts'

/**
 * Whatever is asked, in whatever state the kept figures are, the answer is what the orders and refunds say. They are added up here by
 * another way: one after the other (`recomputed`).
 */

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const ZONES = ['Asia/Shanghai', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata']
// The clock is set in Berlin on 26 October and in New York on 2 November.
const FIRST = Date.parse('2025-10-20T00:00:00Z')
const SPAN = { from: '2025-10-22', to: '2025-11-12' }
const HOUR = 3_600_000

/** The same numbers on every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

interface World {
  sites: number[]
  piles: { id: number; site_id: number | null; time_zone: string }[]
  merchant: number
  types: number[]
  random: () => number
}
let world: World

const instant = (at: number) => new Date(Math.floor(at / 1000) * 1000).toISOString()
const BANDS = ['sharp', 'peak', 'flat', 'valley']

async function order(given: object = {}) {
  const { random, piles, types } = world
  const pile = piles[Math.floor(random() * piles.length)] as World['piles'][number]
  const started = FIRST + random() * 27 * 24 * HOUR
  const charged = started + random() * 5 * HOUR
  const unplugged = charged + random() * HOUR
  const [wh, more] = [Math.floor(random() * 40_000), Math.floor(random() * 9_000)]
  const line = (band: string, energy: number, seconds: number) => ({
    ...{
      kind: 'energy',
      band,
      wh: energy,
      seconds,
      electricity_cents: Math.floor(energy / 20),
      service_cents: Math.floor(energy / 50),
    },
    ...{ occupation_cents: 0, cost_cents: Math.floor(energy / 30) },
  })
  const band = Math.floor(random() * 4)
  const lines = [line(BANDS[band] as string, wh, 600), line(BANDS[(band + 1) % 4] as string, more, 300)]
  const sum = (name: 'electricity_cents' | 'service_cents' | 'cost_cents') =>
    lines.reduce((all, each) => all + each[name], 0)
  const cents = {
    electricity_cents: 600 + sum('electricity_cents'),
    service_cents: sum('service_cents'),
    occupation_cents: Math.floor(random() * 300),
  }
  const total = cents.electricity_cents + cents.service_cents + cents.occupation_cents
  return makeOrder(database.db, {
    ...{
      pile_id: pile.id,
      site_id: pile.site_id,
      time_zone: pile.time_zone,
      connector_number: 1 + Math.floor(random() * 2),
    },
    ...{
      pile_type_id: types[Math.floor(random() * 2)] ?? null,
      status: 'paid',
      type: random() < 0.1 ? 'supplement' : 'device',
    },
    ...{ started_at: instant(started), charge_ended_at: random() < 0.1 ? null : instant(charged) },
    ...{
      unplugged_at: random() < 0.2 ? null : instant(unplugged),
      ended_at: instant(random() < 0.05 ? charged + 90 * HOUR : unplugged),
    },
    ...{ energy_wh: random() < 0.1 ? 40 : wh + more, ...cents, cost_cents: sum('cost_cents') },
    ...{ total_cents: total, paid_cents: total },
    ...{
      stop_reason: random() < 0.3 ? null : random() < 0.5 ? 'Local' : 'Remote',
      lines: random() < 0.2 ? '[]' : JSON.stringify(lines),
    },
    ...given,
  } as never)
}
const refund = (order_id: number, at = FIRST + world.random() * 27 * 24 * HOUR) =>
  makeRefund(database.db, {
    order_id,
    amount_cents: 1 + Math.floor(world.random() * 500),
    status: 'refunded',
    refunded_at: instant(at),
  })

beforeEach(async () => {
  await database.pool.query('truncate orders, pile, site, merchant restart identity cascade')
  const { db } = database
  const { id: merchant } = await db
    .insertInto('merchant')
    .values({ name: 'Bright', status: 'enabled' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const types = [(await makePileType(db)).id, (await makePileType(db)).id]
  world = { sites: [], piles: [], merchant, types, random: seeded(11) }
  for (const [nth, time_zone] of ZONES.entries()) {
    const site_id = (await makeSite(db, { time_zone })).id
    world.sites.push(site_id)
    for (const merchant_id of [merchant, null]) {
      const pile = {
        site_id,
        merchant_id,
        last_seen_at: '2025-11-01T00:00:00Z',
        created_at: '2025-01-01T00:00:00Z',
        connectors: 2,
      }
      world.piles.push({ id: (await makePile(db, pile as never)).id, site_id, time_zone })
    }
    if (nth === 0) world.piles.push({ id: (await makePile(db)).id, site_id: null, time_zone })
  }
  // The first pile was its merchant's until the middle of the time that is asked for, another one's from then on.
  const other = await db
    .insertInto('merchant')
    .values({ name: 'Next', status: 'enabled' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const first = world.piles[0]?.id ?? 0
  await sql`update pile_ownership set to_day = '2025-10-30' where pile_id = ${first}`.execute(db)
  await sql`insert into pile_ownership values (${first}, ${other.id}, '2025-10-30')`.execute(db)
  const ids: number[] = []
  for (let nth = 0; nth < 120; nth++) ids.push((await order()).id)
  for (const id of ids.slice(0, 15)) await refund(id)
})

const nobody = { merchants: [], depts: [], peers: [], user_id: 0 }
const reaches = () => ({
  everybody: null,
  'two sites': { ...nobody, sites: world.sites.slice(0, 2), piles: [] },
  'a merchant’s piles': {
    ...nobody,
    sites: [],
    piles: world.piles.filter((_, nth) => nth % 2 === 0).map(({ id }) => id),
  },
  'a site and a pile elsewhere': { ...nobody, sites: world.sites.slice(3), piles: [world.piles[0]?.id ?? 0] },
})

/** Within a month that is not over, at its first day, before there was anything: how many had ended is what the orders say. */
async function expectSessionsBefore(looking: Looking, who: string) {
  const { day: days } = await recomputed(database.db, { from: '2000-01-01', to: '2030-01-01' }, looking.person.reach)
  const income = await Income.of(looking)
  for (const day of ['2025-11-07', '2025-11-01', '2025-10-25', '2024-01-01']) {
    const earlier = [...days].filter(([key]) => key < day)
    const sessions = earlier.reduce((sum, [, figures]) => sum + figures.sessions, 0)
    expect(await income.servicesBefore(day), `${who} before ${day}`).toBe(sessions)
  }
}

/** Each number of each group of each kind, for each person, is what the orders say. */
async function expectTruth(kinds: readonly (typeof STATISTIC_KINDS)[number][] = STATISTIC_KINDS) {
  for (const [who, reach] of Object.entries(reaches())) {
    const looking = {
      db: database.db,
      person: { ...NOBODY, permissions: ['*'], grants: [{ permissions: ['*'], reach }], reach },
    }
    const expected = await recomputed(database.db, SPAN, reach)
    await expectSessionsBefore(looking as never, who)
    for (const by of kinds) {
      const told = await statisticsOf(looking as never, { by, ...SPAN, compare: 'none' })
      const groups = new Map<string, Figures>()
      for (const { key, now } of told.rows) {
        const figures = Object.fromEntries(FIGURES.map((name) => [name, now[name]])) as unknown as Figures
        if (Object.values(figures).some((figure) => figure !== 0)) groups.set(key, figures)
      }
      expect(Object.fromEntries([...groups].sort()), `${who} by ${by}`).toEqual(
        Object.fromEntries([...expected[by]].sort()),
      )
    }
  }
}
const few = ['day', 'site', 'pile', 'weekday_hour', 'stop_reason', 'band'] as const
const pending = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from figures_change`.execute(database.db)).rows[0]?.n
const forget = () =>
  sql`update figures_state set built_until = '-infinity', piles_built_until = '-infinity'`.execute(database.db)

test('before anything is kept, and when all of it is', async () => {
  await expectTruth()
  expect(await catchUp(database.db)).toEqual({ changes: 135, days: 0 })
  expect(await pending()).toBe(0)
  await expectTruth()
  expect(await catchUp(database.db)).toEqual({ changes: 0, days: 0 })
})

test('it is read from what is kept, and a rebuild mends what is not true', async () => {
  await catchUp(database.db)
  for (const table of ['site', 'gun', 'clock', 'reason', 'band', 'pile_band', 'pile_clock'])
    await sql`update ${sql.table(`figures_${table}`)} set energy_wh = energy_wh + 1`.execute(database.db)
  await expect(expectTruth(['site'])).rejects.toThrow('everybody by site')
  await sql`insert into figures_site select '1999-01-01', 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1`.execute(database.db)
  await expect(expectTruth(['site'])).rejects.toThrow('everybody before 2025-11-07')
  await refund((await order()).id)
  await rebuild(database.db)
  await expectTruth(few)
  await catchUp(database.db)
  await expectTruth(few)
  expect((await sql`select from figures_site where day < '2000-01-01'`.execute(database.db)).rows).toHaveLength(0)
})

test.each([
  ['bands', 'figures_pile_band', ['band']],
  ['hours and stop reasons', 'figures_pile_clock', ['hour', 'weekday', 'weekday_hour', 'stop_reason']],
] as const)(
  'the %s of single piles are read from what is kept of them, and from the orders while that is not there',
  async (_, table, kinds) => {
    await catchUp(database.db)
    const { db } = database
    for (const by of kinds) {
      await sql`update ${sql.table(table)} set energy_wh = energy_wh + 1`.execute(db)
      await expect(expectTruth([by])).rejects.toThrow(`a merchant’s piles by ${by}`)
    }
    // As after an upgrade: all else is kept already.
    await sql`delete from ${sql.table(table)}`.execute(db)
    await sql`update figures_state set piles_built_until = '-infinity'`.execute(db)
    await expectTruth(kinds)
    await order()
    await expectTruth(few)
    await catchUp(db)
    await expectTruth(kinds)
    await expectTruth(few)
    const { rows } = await sql<{ until: string }>`select piles_built_until::text as until from figures_state`.execute(
      db,
    )
    expect(rows[0]?.until).toBe('infinity')
  },
)

describe('what changes afterwards', () => {
  beforeEach(async () => {
    await catchUp(database.db)
  })
  const both = async () => {
    await expectTruth(few)
    await catchUp(database.db)
    await expectTruth(few)
  }
  const set = (change: object, id = 1) =>
    database.db
      .updateTable('orders')
      .set(change as never)
      .where('id', '=', id)
      .execute()

  test('late, corrected and deleted orders', async () => {
    await order()
    await set({ electricity_cents: 9_999, total_cents: sql`9999 + service_cents + occupation_cents` }, 40)
    await set({ ended_at: '2025-11-02T06:30:00Z' }, 41)
    await set({ started_at: '2025-10-26T00:30:00Z', charge_ended_at: '2025-10-26T03:10:00Z' }, 42)
    await set({ lines: '[]' }, 43)
    await set({ ended_at: null }, 44)
    await database.db.deleteFrom('orders').where('id', '=', 45).execute()
    await both()
  })

  test('an order that goes elsewhere takes what was paid back for it along', async () => {
    await set({ site_id: world.sites[2], stop_reason: 'Other', time_zone: ZONES[2] }, 1)
    await both()
  })

  test('refunds that are paid, corrected and taken back', async () => {
    await refund(60)
    const asked = await makeRefund(database.db, { order_id: 61, amount_cents: 70 })
    await expectTruth(['day'])
    const paid = { status: 'refunded', refunded_at: '2025-11-02T05:30:00Z' } as const
    await database.db.updateTable('refund').set(paid).where('id', '=', asked.id).execute()
    // The server does none of these.
    await sql`alter table refund disable trigger refund_stays`.execute(database.db)
    await sql`update refund set amount_cents = amount_cents + 1 where order_id = 2`.execute(database.db)
    await sql`update refund set refunded_at = '2025-11-09T23:59:59Z' where order_id = 3`.execute(database.db)
    await sql`update refund set status = 'refund_failed', refunded_at = null where order_id = 4`.execute(database.db)
    await sql`delete from refund where order_id = 5`.execute(database.db)
    await sql`alter table refund enable trigger refund_stays`.execute(database.db)
    await both()
  })

  test('what is not committed when it is added up, or rebuilt', async () => {
    const open = await database.pool.connect()
    for (const work of [catchUp, rebuild]) {
      await order()
      await open.query('begin')
      await open.query('update orders set energy_wh = energy_wh + 500 where id = (select max(id) from orders)')
      await work(database.db)
      await open.query('commit')
      await expectTruth(few)
    }
    open.release()
    await both()
  })
})

test('days that were never kept come one part after the other, and it may end between any two', async () => {
  for (const at of ['2025-06-01T00:00:00Z', '2025-08-15T00:00:00Z']) await order({ ended_at: at, started_at: at })
  await forget()
  await sql`delete from figures_change`.execute(database.db)
  await expectTruth(few)
  for (let part = 1; part <= 4; part++) {
    const stop = new AbortController()
    const { days } = await catchUp(database.db, { signal: stop.signal, progress: () => stop.abort() })
    if (days === 0) break
    await order()
    await expectTruth(few)
  }
  await catchUp(database.db)
  const { rows } = await sql<{ until: string }>`select piles_built_until::text as until from figures_state`.execute(
    database.db,
  )
  expect(rows[0]?.until).toBe('infinity')
  await expectTruth()
})

test.each([
  ['catching up', catchUp],
  ['a rebuild', rebuild],
])('killed in the middle of %s, nothing is lost and nothing is there twice', async (_, work) => {
  await catchUp(database.db)
  for (let nth = 0; nth < 20; nth++) await order()
  const held = await database.pool.connect()
  await held.query('begin')
  // It comes last: the others are written when it waits here.
  await held.query('lock table figures_pile_clock in share mode')
  const killed = work(database.db).then(
    () => 'done',
    () => 'killed',
  )
  const waits = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let pid: number | undefined
  while (!pid) pid = (await database.pool.query(waits)).rows[0]?.pid
  await database.pool.query('select pg_terminate_backend($1)', [pid])
  expect(await killed).toBe('killed')
  await held.query('rollback')
  held.release()
  await expectTruth(few)
  await work(database.db)
  await catchUp(database.db)
  await expectTruth(few)
})

test('the dashboard’s days are those of each site', async () => {
  await catchUp(database.db)
  const person = { ...NOBODY, permissions: ['*'], grants: [{ permissions: ['*'], reach: null }], reach: null }
  const { trend } = await dashboardNow({ db: database.db, person } as never, { days: 30, ...SPAN })
  const { day } = await recomputed(database.db, SPAN, null)
  expect(
    trend.filter(({ services, energy_wh, refunded_cents }) => services + energy_wh + (refunded_cents ?? 0) > 0),
  ).toEqual(
    [...day].sort().map(([key, figures]) => ({
      day: key,
      ...{ electricity_cents: figures.electricity_cents, service_cents: figures.service_cents },
      ...{ occupation_cents: figures.occupation_cents, refunded_cents: figures.refunded_cents },
      ...{ energy_wh: figures.energy_wh, services: figures.sessions },
    })),
  )
})

test('a week ago counts, at each site, up to the time that its clock shows now', async () => {
  const wall = (zone: string, at: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
  const weekBefore = (local: string) =>
    new Date(Date.parse(`${local.replace(' ', 'T')}Z`) - 7 * 24 * HOUR).toISOString().slice(0, 19).replace('T', ' ')
  await database.pool.query(`update site set time_zone = 'Asia/Shanghai' where id = $1`, [world.sites[1]])
  const now = Date.now()
  const ended: { zone: string; at: number }[] = []
  // The last zone is no site's.
  for (const [nth, zone] of ['Asia/Shanghai', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland'].entries())
    for (let hours = -30; hours <= 30; hours++) {
      const at = now - 7 * 24 * HOUR + hours * HOUR - 600_000
      const pile = world.piles.find(({ time_zone }) => time_zone === zone) ?? world.piles[nth]
      await makeOrder(database.db, {
        ...{ pile_id: pile?.id as number, site_id: pile?.site_id ?? null, time_zone: zone },
        ...{ started_at: instant(at - HOUR), ended_at: instant(at) },
      })
      ended.push({ zone, at })
    }
  const person = { ...NOBODY, permissions: ['*'], grants: [{ permissions: ['*'], reach: null }], reach: null }
  const { services } = await dashboardNow({ db: database.db, person } as never, { days: 7 })
  const day = weekBefore(wall('Asia/Shanghai', now)).slice(0, 10)
  const expected = ended.filter(
    ({ zone, at }) => wall(zone, at).startsWith(day) && wall(zone, at) < weekBefore(wall(zone, now)),
  )
  expect(services.before).toBe(expected.length)
})
