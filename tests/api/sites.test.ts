import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mapSource, type SiteNow, sitesNow, siteToday } from '../../src/shared/endpoints/sites.ts'
import { makeAlarm, makeOrder, makePile, makeRefund, makeRule, makeSite, makeStrategy, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({
    settings: { map: { tiles: 'https://tile.example.com/{z}/{x}/{y}.png', attribution: '© Example', datum: 'gcj02' } },
  })
})
afterAll(() => server.stop())

const PATH = '/system/park-lot'
const draft = (more: object = {}) => ({ name: `Lot ${next()}`, ...more })

/** A site with a free, a charging and a faulted connector, and a pile without a socket. */
async function busySite() {
  const site = await makeSite(server.db, { region_id: 310115 })
  const at = { site_id: site.id }
  const [first, dark] = [await makePile(server.db, { ...at, connectors: 3 }), await makePile(server.db, at)]
  const put = (pile_id: number, number: number, status: string) =>
    server.db
      .updateTable('connector')
      .set({ status })
      .where('pile_id', '=', pile_id)
      .where('number', '=', number)
      .execute()
  await server.db.updateTable('pile').set({ state: 'charging' }).where('id', '=', first.id).execute()
  await put(first.id, 1, 'Available')
  await put(first.id, 2, 'SuspendedEV')
  await put(first.id, 3, 'Faulted')
  await put(dark.id, 1, 'Charging')
  return { site, pile: first }
}

describe('a site', () => {
  test('carries its divisions by name and what the specification calls it', async () => {
    const { site } = await busySite()
    const { data } = await server.call(`${PATH}/view`, { id: site.id })
    expect(data).toMatchObject({
      region: { id: 310115, title: 'Shanghai, Pudong New Area' },
      province: { id: 310000, title: 'Shanghai' },
      city: { id: 310100, title: 'Shanghai' },
      area: { id: 310115, title: 'Pudong New Area' },
      park_device_number: 2,
      device_type_number: 4,
      states: { available: 1, waiting: 1, faulted: 1, offline: 1 },
      ...{ park_name: site.name, park_type: 'off_street', park_space_num: 20, charge_rule_id: site.strategy_id },
    })
    const listed = await server.call(`${PATH}/index`, { id: site.id }, { language: 'zh-CN' })
    expect(listed.data.rows[0]).toMatchObject({ region: { title: '上海市浦东新区' }, park_device_number: 2 })
  })

  test('without a region or piles says so', async () => {
    const { id } = await makeSite(server.db)
    const { data } = await server.call(`${PATH}/view`, { id })
    expect(data).toMatchObject({ region: null, province: null, states: {}, park_device_number: 0 })
  })

  test('is found by its province, its city and its area', async () => {
    const name = `Found ${next()}`
    await makeSite(server.db, { name: `${name} Xihu`, region_id: 330106 })
    await makeSite(server.db, { name: `${name} Ningbo`, region_id: 330203 })
    await makeSite(server.db, { name: `${name} Jiangsu`, region_id: 320102 })
    const found = async (region_id: unknown) => {
      const { data } = await server.call(`${PATH}/index`, { keyword: name, region_id })
      return data.rows.map((row: { name: string }) => row.name.replace(`${name} `, ''))
    }
    expect(await found(330000)).toEqual(['Ningbo', 'Xihu'])
    expect(await found(330100)).toEqual(['Xihu'])
    expect(await found([330106, 320000])).toEqual(['Jiangsu', 'Xihu'])
    expect(await found(330102)).toEqual([])
    expect((await server.call(`${PATH}/index`, { region_id: 'Zhejiang' })).code).toBe(422)
  })

  test.each([
    ['region_id', { region_id: 339999 }],
    ['region_id', { region_id: 5 }],
    ['latitude', { longitude: 121.5 }],
    ['longitude', { latitude: 31.2 }],
    ['longitude', { longitude: 181, latitude: 31 }],
    ['time_zone', { time_zone: 'Mars/Base' }],
  ])('with a wrong %s is refused there', async (field, wrong) => {
    expect(await server.call(`${PATH}/create`, draft(wrong))).toMatchObject({
      code: 422,
      data: { errors: { [field]: expect.any(String) } },
    })
  })

  test('keeps its point whole when it is changed', async () => {
    const { data } = await server.call(`${PATH}/create`, draft({ longitude: 121.5, latitude: 31.2 }))
    const change = (more: object) => server.call(`${PATH}/update`, { id: data.id, ...more })
    expect((await change({ latitude: null })).data.errors).toHaveProperty('latitude')
    expect(await change({ latitude: null, longitude: null })).toMatchObject({ code: 200, data: { longitude: null } })
  })
})

test('to choose from come with their types and fee standards', async () => {
  const strategy = await makeStrategy(server.db)
  const site = await makeSite(server.db, { kind: 'on_street', strategy_id: strategy.id })
  const { data } = await server.call(`${PATH}/get-park-lot`, { ids: [site.id] })
  expect(data).toEqual([
    {
      ...{ id: site.id, title: site.name, park_name: site.name, park_type: 'on_street' },
      ...{ charge_rule_id: strategy.id, strategy: { id: strategy.id, title: strategy.name } },
    },
  ])
})

describe("a site's day", () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

  test("counts what ended since midnight of the site's own clock", async () => {
    const { site, pile } = await busySite()
    // The zone in which it is half past noon now: twelve hours ago is today, thirteen hours ago yesterday.
    const offset = Math.floor((12.5 * 60 - (new Date().getUTCHours() * 60 + new Date().getUTCMinutes())) / 60)
    const time_zone = offset > 0 ? `Etc/GMT-${offset}` : `Etc/GMT+${-offset}`
    await server.db.updateTable('site').set({ time_zone }).where('id', '=', site.id).execute()
    const order = (hours: number, more: object = {}) =>
      makeOrder(server.db, {
        ...{ site_id: site.id, pile_id: pile.id, started_at: hoursAgo(hours + 0.1), ended_at: hoursAgo(hours) },
        ...more,
      })
    const first = await order(1)
    await order(2)
    const yesterday = await order(16)
    await makeRefund(server.db, {
      order_id: first.id,
      status: 'refunded',
      amount_cents: 150,
      refunded_at: hoursAgo(0.5),
    })
    await makeRefund(server.db, { order_id: yesterday.id, status: 'refunded', refunded_at: hoursAgo(15) })
    await order(0, { status: 'generated', ended_at: null, total_cents: 0, paid_cents: 0, electricity_cents: 0 })
    await makeAlarm(server.db, { pile_id: pile.id, site_id: site.id })
    const { data } = await server.call(siteToday, { id: site.id })
    expect(data).toMatchObject({
      services: 2,
      orders: 3,
      energy_wh: 20_000,
      income_cents: 2250,
      open_alarms: 1,
      piles: 2,
    })
    expect(data.states).toEqual({ available: 1, waiting: 1, faulted: 1, offline: 1 })
  })

  test('names the prices in force, by the hour', async () => {
    const night = await makeRule(server.db, { start_hour: 20, end_hour: 8 })
    const day = await makeRule(server.db, { start_hour: 8, end_hour: 20 })
    const strategy = await makeStrategy(server.db, { rule_ids: [night.id, day.id] })
    const site = await makeSite(server.db, { strategy_id: strategy.id })
    const rules = async () =>
      (await server.call(siteToday, { id: site.id })).data.rules.map(({ id }: { id: number }) => id)
    expect(await rules()).toEqual([day.id, night.id])
    await server.db.updateTable('strategy').set({ status: 'disabled' }).where('id', '=', strategy.id).execute()
    expect(await rules()).toEqual([])
  })

  test('is not told of a site that does not exist', async () => {
    expect((await server.call(siteToday, { id: 987_654_321 })).code).toBe(404)
  })
})

test('the map gets every site in use with its connectors by state, and none that is not', async () => {
  const { site } = await busySite()
  const closed = await makeSite(server.db, { status: 'disabled' })
  const { data } = await server.call(sitesNow, {})
  const find = (id: number) => data.find((one: SiteNow) => one.id === id)
  expect(find(site.id)).toEqual({
    ...{ id: site.id, name: site.name, address: null, region_id: 310115, longitude: null, latitude: null, piles: 2 },
    maintenance: 0,
    states: { available: 1, waiting: 1, faulted: 1, offline: 1 },
  })
  expect(find(closed.id)).toBeUndefined()
})

test("the map's pictures come from where the settings say", async () => {
  expect((await server.call(mapSource, {})).data).toEqual({
    tiles: 'https://tile.example.com/{z}/{x}/{y}.png',
    attribution: '© Example',
    datum: 'gcj02',
  })
  const { headers } = await fetch(`${server.url}/healthz`)
  expect(headers.get('content-security-policy')).toMatch(/img-src 'self' data: blob: https:\/\/tile\.example\.com;/)
})
