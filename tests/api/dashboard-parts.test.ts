import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { networkNow, powerAt } from '../../src/server/dashboard/network.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { offlinePiles, powerBefore, prepaidBalances } from '../../src/shared/endpoints/dashboard-parts.ts'
import { todos } from '../../src/shared/endpoints/todos.ts'
import { makeCustomer, makeOrder, makePile, makePileType, makeSite } from '../make.ts'
import { empty } from '../setup/empty.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => empty(server.db, 'orders, reading, alarm, connector, pile, ledger_entry, customer, site'))

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()

describe('power now', () => {
  const now = () => networkNow({ db: server.db, person: { ...NOBODY, permissions: ['*'], reach: null } })

  test('stands beside what is installed and what the sites’ connections allow', async () => {
    const { id: pile_type_id } = await makePileType(server.db, { rated_power_w: 120_000 })
    const limited = await makeSite(server.db, { power_limit_w: 200_000 })
    const open = await makeSite(server.db)
    await makeSite(server.db, { power_limit_w: 900_000 })
    const charging = await makePile(server.db, { site_id: limited.id, pile_type_id, connectors: 2 })
    await makePile(server.db, { site_id: open.id, pile_type_id })
    const away = await makePile(server.db, { site_id: limited.id, pile_type_id })
    await server.db
      .updateTable('pile')
      .set({ state: 'charging', power_w: 60_000 })
      .where('id', '=', charging.id)
      .execute()
    await server.db.updateTable('pile').set({ state: 'offline' }).where('id', '=', away.id).execute()
    await server.db
      .updateTable('connector')
      .set({ status: 'Charging' })
      .where('number', '=', 1)
      .where('pile_id', 'in', [charging.id, away.id])
      .execute()
    expect(await now()).toMatchObject({
      ...{ power_w: 60_000, rated_power_w: 360_000, offline: 2 },
      // A site without a pile draws nothing; a pile that is away says nothing of its guns.
      ...{ power_limit_w: 200_000, limited_sites: 1, sites_with_piles: 2, guns: 4, charging: 1 },
    })
  })

  test('is nothing in an empty network', async () => {
    expect(await now()).toMatchObject({ power_w: 0, power_limit_w: 0, limited_sites: 0, guns: 0, charging: 0 })
  })
})

describe('power a week ago', () => {
  const WEEK = 7 * 24
  // What is worked out is remembered for a minute, for all who reach the same.
  const then = (at: string) => powerAt({ db: server.db, person: { ...NOBODY, permissions: ['*'], reach: null } }, at)
  const session = async (pile_id: number, from: number, to: number | null, given: object = {}) => {
    const ended = to === null ? null : ago(WEEK - to)
    return makeOrder(server.db, {
      ...{
        pile_id,
        started_at: ago(WEEK - from),
        charge_ended_at: ended,
        ended_at: ended,
        energy_wh: 20_000,
        ...given,
      },
      ...(to === null && { status: 'generated' as const }),
    })
  }
  const reading = (order_id: number, pile_id: number, hours: number, power_w: number | null) =>
    server.db
      .insertInto('reading')
      .values({ order_id, pile_id, connector_number: 1, at: ago(WEEK - hours), power_w, energy_wh: 1 })
      .execute()

  test('is that of each session’s last reading, or its average where the pile tells none', async () => {
    const { id } = await makePile(server.db, { created_at: ago(WEEK + 48), connectors: 3 })
    const told = await session(id, -1, 1)
    await reading(told.id, id, -0.5, 7_000)
    await reading(told.id, id, -0.2, 30_000)
    await reading(told.id, id, -0.1, null)
    await reading(told.id, id, 0.1, 99_000)
    // 20 kWh in four hours.
    await session(id, -1, 3)
    await session(id, -4, -0.1)
    await session(id, 0.1, 2)
    // The car stood there for long; what it took was over.
    await session(id, -20, -12, { ended_at: ago(WEEK - 5) })
    const running = await session(id, -30, null)
    expect(await then(ago(WEEK)), 'one that is not over tells no average').toBe(35_000)
    await reading(running.id, id, -0.3, 2_000)
    expect(await then(ago(WEEK))).toBe(37_000)
  })

  test('is that of sessions that charged for long as well, by whatever says when they ended', async () => {
    const { id } = await makePile(server.db, { created_at: ago(WEEK + 48), connectors: 3 })
    // 20 kWh in 20 hours each.
    await session(id, -19, 1)
    expect(await then(ago(WEEK))).toBe(1_000)
    await session(id, -19, 1, { charge_ended_at: null })
    expect(await then(ago(WEEK))).toBe(2_000)
    // Six hours and a few minutes, and a little less.
    await session(id, -6.1, 0.15, { energy_wh: 6_250 })
    await session(id, -5.9, 0.1, { energy_wh: 6_000 })
    expect(await then(ago(WEEK))).toBe(4_000)
    await session(id, -47, -0.1)
    await session(id, -47, 1, { energy_wh: 48_000 })
    expect(await then(ago(WEEK))).toBe(5_000)
  })

  test('is not known where there was no pile, and told as nothing where none charged', async () => {
    expect((await server.call(powerBefore, {})).data).toEqual({ power_w: null })
    await makePile(server.db, { created_at: ago(WEEK + 1) })
    expect([await then(ago(WEEK)), await then(ago(WEEK + 2))]).toEqual([0, null])
  })
})

describe('offline piles', () => {
  const told = async () => (await server.call(offlinePiles, {})).data

  test('are told the longest first, without those that never came or are out of use', async () => {
    const { id: site_id } = await makeSite(server.db, { name: 'Hub' })
    const make = async (hours: number, given: object = {}) => {
      const { id } = await makePile(server.db, { site_id, ...given })
      await server.db
        .updateTable('pile')
        .set({ state: 'offline', last_seen_at: ago(hours), ...given } as never)
        .where('id', '=', id)
        .execute()
      return id
    }
    const short = await make(1)
    const long = await make(30)
    await make(5, { enabled: false })
    await make(5, { state: 'available' })
    const fresh = await makePile(server.db, { site_id })
    await server.db
      .updateTable('pile')
      .set({ state: 'offline', last_seen_at: null })
      .where('id', '=', fresh.id)
      .execute()
    const { total, rows } = await told()
    expect([total, rows.map(({ id }) => id)]).toEqual([2, [long, short]])
    expect(rows[0]?.site).toEqual({ id: site_id, title: 'Hub' })
    expect(Date.now() - Date.parse(rows[0]?.since ?? '')).toBeGreaterThan(29 * HOUR)
  })

  test('of a network that is all there are none', async () => {
    await makePile(server.db)
    await server.db.updateTable('pile').set({ state: 'available' }).execute()
    expect(await told()).toEqual({ total: 0, more: false, rows: [] })
  })

  test('are told to who may list piles alone', async () => {
    const as = await server.signIn({ permissions: ['dashboard.view'] })
    expect((await server.call(offlinePiles, {}, { as })).code).toBe(403)
  })
})

describe('prepaid balances', () => {
  test('add up to what customers have and owe, with those who owe or run dry, the least first', async () => {
    // Their balance has not moved for long: they run dry of nothing.
    const still = await makeCustomer(server.db)
    await server.db
      .insertInto('ledger_entry')
      .values({ customer_id: still.id, kind: 'top_up', amount_cents: 500, created_at: ago(31 * 24) })
      .execute()
    await makeCustomer(server.db, { balance_cents: 90_000 })
    const low = await makeCustomer(server.db, { balance_cents: 1_999, name: 'Lin' })
    const owes = await makeCustomer(server.db, { balance_cents: -1_250, name: '' })
    const { data } = await server.call(prepaidBalances, {})
    expect(data).toEqual({
      ...{ customers: 4, held_cents: 92_499, owed_cents: 1_250, owing: 1, low: 1 },
      rows: [
        { id: owes.id, title: owes.account, balance_cents: -1_250 },
        { id: low.id, title: 'Lin', balance_cents: 1_999 },
      ],
    })
  })

  test('count as low what is below the line that is asked for', async () => {
    await makeCustomer(server.db, { balance_cents: 5_000 })
    expect((await server.call(prepaidBalances, { low_cents: 5_001 })).data.low).toBe(1)
    expect((await server.call(prepaidBalances, { low_cents: 5_000 })).data.low).toBe(0)
  })

  test.each([
    ['a line below nothing', { low_cents: -1 }],
    ['half a cent', { low_cents: 0.5 }],
    ['a word', { low_cents: 'low' }],
  ])('refuse %s at its field', async (_, body) => {
    const { code, data } = await server.call(prepaidBalances.path, body)
    expect([code, Object.keys(data.errors)]).toEqual([422, ['low_cents']])
  })

  test('are told to nobody who may not see balances, or not list customers', async () => {
    await makeCustomer(server.db, { balance_cents: -5_000 })
    const lists = await server.signIn({ permissions: ['customer.list'] })
    expect((await server.call(prepaidBalances, {}, { as: lists })).code).toBe(403)
    const sees = await server.signIn({ permissions: ['customer.balance'] })
    const { data } = await server.call(prepaidBalances, {}, { as: sees })
    expect(data).toEqual({ customers: 0, held_cents: 0, owed_cents: 0, owing: 0, low: 0, rows: [] })
  })
})

test('more offline piles than anyone counts are said to be more, and neither they nor the newest matters are looked for among all', async () => {
  await sql`insert into pile (station_number, enabled, state, last_seen_at)
    select 'FAR-' || n, true, 'offline', now() - interval '1 hour' - n * interval '1 s' from generate_series(1, 10001) n`.execute(
    server.db,
  )
  await sql`analyze pile`.execute(server.db)
  const { data } = await server.call(offlinePiles, {})
  expect(data).toMatchObject({ total: 10_000, more: true })
  const waiting = (await server.call(todos, {})).data
  const { rows: shown = [], ...offline } = waiting.groups.find(({ kind }) => kind === 'offline') ?? {}
  expect(offline).toEqual({ kind: 'offline', count: 10_000, more: true })
  expect(shown).toHaveLength(10)
  expect(waiting.more).toBe(true)
  const { rows } = await sql<Record<string, string>>`
    explain select p.id from pile p where p.away_since is not null order by p.away_since desc, p.id desc limit 500`.execute(
    server.db,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('pile_away')
})
