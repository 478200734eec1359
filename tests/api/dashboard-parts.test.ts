import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { networkNow } from '../../src/server/dashboard/network.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { offlinePiles, prepaidBalances } from '../../src/shared/endpoints/dashboard-parts.ts'
import { makeCustomer, makePile, makePileType, makeSite } from '../make.ts'
import { empty } from '../setup/empty.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => empty(server.db, 'orders, alarm, connector, pile, ledger_entry, customer, site'))

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
    expect(await told()).toEqual({ total: 0, rows: [] })
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
