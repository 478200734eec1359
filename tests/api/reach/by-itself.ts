import { expect } from 'vitest'
import { makeOrder } from '../../make.ts'
import type { World } from './world.ts'

type Look = (world: World) => Promise<void>

const namesOnly = async (world: World, path: string, body: object = {}) => {
  const answer = await world.call(path, body)
  expect(answer.code, `${path}: ${answer.message}`).toBe(200)
  const text = JSON.stringify(answer.data)
  for (const word of world.wordsOf(world.south)) expect(text, `${path} tells of ${word}`).not.toContain(word)
  return { data: answer.data, text }
}

const tellsOfOwn =
  (path: string, body: (world: World) => object = () => ({})): Look =>
  async (world) => {
    const { text } = await namesOnly(world, path, body(world))
    expect(text, path).toContain(world.north.titles.site)
  }

/** What shows of calls whose handlers narrow what they read by themselves: nothing of the other side, and one's own. */
export const BY_ITSELF: Readonly<Record<string, Look>> = {
  'POST /system/device-offline-record/by-device': tellsOfOwn('POST /system/device-offline-record/by-device', () => {
    const today = new Date().toISOString().slice(0, 10)
    const from = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10)
    return { from, to: today }
  }),
  'POST /system/configuration_template/drift': async (world) => {
    await world.server.db.updateTable('pile').set({ configuration: 'differs' }).execute()
    const id = world.south.ids.configuration_template
    const { data } = await namesOnly(world, 'POST /system/configuration_template/drift', { id })
    expect(data).toMatchObject({ total: 0, rows: [] })
  },
  'POST /system/root_certificate/delete_from_piles': async (world) => {
    const id = world.north.ids.root_certificate
    const { db } = world.server
    const { serial } = await db
      .selectFrom('root_certificate')
      .select('serial')
      .where('id', '=', id ?? 0)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('pile_root')
      .set({ serial_number: serial })
      .where('pile_id', '=', world.south.ids.pile ?? 0)
      .execute()
    const { data } = await namesOnly(world, 'POST /system/root_certificate/delete_from_piles', { id })
    expect(data.piles).toBe(1)
  },
  'POST /system/strategy/view': async (world) => {
    const { strategy_id } = await world.rowOf('site', world.north)
    await world.server.db
      .updateTable('site')
      .set({ strategy_id })
      .where('id', '=', world.south.ids.site ?? 0)
      .execute()
    const { data } = await namesOnly(world, 'POST /system/strategy/view', { id: strategy_id })
    expect(data.sites).toMatchObject([{ id: world.north.ids.site, title: world.north.titles.site }])
  },
  'POST /system/firmware/matrix': async (world) => {
    const matrix = () => namesOnly(world, 'POST /system/firmware/matrix')
    const { data: before } = await matrix()
    const say = (side: typeof world.north, firmware_version: string) =>
      world.server.db
        .updateTable('pile')
        .set({ firmware_version })
        .where('id', '=', side.ids.pile ?? 0)
        .execute()
    await say(world.south, 'south-9.9')
    expect((await matrix()).data).toEqual(before)
    await say(world.north, 'north-9.9')
    expect((await matrix()).text).toContain('north-9.9')
  },
  'POST /system/statistics/index': async (world) => {
    const day = new Date().toISOString().slice(0, 10)
    const before = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10)
    const asked = { from: before, to: day, compare: 'none' }
    for (const by of ['pile', 'site']) {
      const { data } = await namesOnly(world, 'POST /system/statistics/index', { ...asked, by })
      expect(data.rows.map(({ key }: { key: string }) => key)).toEqual([String(world.north.ids[by])])
      expect(data.total.now.sessions).toBe(1)
    }
    const south = { ...asked, by: 'site', site_id: world.south.ids.site }
    const { data } = await namesOnly(world, 'POST /system/statistics/index', south)
    expect([data.rows, data.total.now.sessions, data.total.now.guns]).toEqual([[], 0, 0])
  },
  ...Object.fromEntries(
    ['save-layout', 'save-shared-layout'].map((call) => [
      `POST /system/index/${call}`,
      async (world: World) => {
        const path = `/system/index/${call}`
        const watching = (site_id?: number) => ({
          ...(call === 'save-shared-layout' && { role_id: null }),
          widgets: [{ id: 'a', widget: 'watch_site', x: 0, y: 0, w: 6, h: 6, settings: { site_id } }],
        })
        expect((await world.call(path, watching(world.north.ids.site))).code).toBe(200)
        const { code, data } = await world.call(path, watching(world.south.ids.site))
        expect([code, Object.keys(data.errors)]).toEqual([422, ['widgets.0.settings.site_id']])
      },
    ]),
  ),
  'POST /system/index/offline-piles': async (world) => {
    const { data } = await namesOnly(world, 'POST /system/index/offline-piles')
    expect([data.total, data.rows.map(({ id }: { id: number }) => id)]).toEqual([1, [world.north.ids.pile]])
  },
  'POST /system/index/power-before': async (world) => {
    const { db } = world.server
    const hours = (count: number) => new Date(Date.now() - 7 * 86_400_000 + count * 3_600_000).toISOString()
    const { pile: pile_id, site: site_id } = world.south.ids
    await db
      .updateTable('pile')
      .set({ created_at: hours(-24) })
      .execute()
    // Orders are made at an hour of their own, which may be this one of a week ago.
    await db
      .updateTable('orders')
      .set({ started_at: hours(-48), ended_at: hours(-47) })
      .where('started_at', '=', '2026-11-20T02:00:00Z')
      .execute()
    const then = { started_at: hours(-1), charge_ended_at: hours(1), ended_at: hours(1) }
    await makeOrder(db, { ...then, pile_id: pile_id as number, site_id: site_id as number, energy_wh: 20_000 })
    expect(await namesOnly(world, 'POST /system/index/power-before')).toMatchObject({ data: { power_w: 0 } })
  },
  'POST /system/index/prepaid-balances': async (world) => {
    const { data } = await namesOnly(world, 'POST /system/index/prepaid-balances', { low_cents: 100_000_000 })
    const own = await world.server.db
      .selectFrom('customer')
      .select('balance_cents')
      .where('id', '=', world.north.ids.customer ?? 0)
      .executeTakeFirstOrThrow()
    expect([data.customers, data.held_cents]).toEqual([1, own.balance_cents])
  },
  'POST /system/index/index': async (world) => {
    const ended_at = new Date(Date.now() - 7 * 86_400_000 - 1_000).toISOString()
    const { pile: pile_id, site: site_id } = world.south.ids
    await makeOrder(world.server.db, { pile_id: pile_id as number, site_id: site_id as number, ended_at })
    const { data } = await namesOnly(world, 'POST /system/index/index')
    expect(data.services.before ?? 0, 'a week ago').toBe(0)
    expect(data.electricity_cents).toBeLessThanOrEqual(1_200)
    expect(data.sites.map((site: { id: number }) => site.id)).toEqual([world.north.ids.site])
    expect([data.services_total, data.rated_power_w, data.offline, data.faulted]).toEqual([1, 120_000, 1, 0])
    expect(data.attention.map((matter: { pile_id: number }) => matter.pile_id)).toContain(world.north.ids.pile)
  },
  'GET /file/menu': async (world) => {
    const { data } = await namesOnly(world, 'GET /file/menu')
    expect(data[0].count).toBe(1)
  },
  'POST /system/device/labels': async (world) => {
    const { north, south } = world
    const own = await world.call('/system/device/labels', { site_id: north.ids.site })
    expect(own.data.rows.map((row: { id: number }) => row.id)).toEqual([north.ids.pile])
    for (const body of [
      { ids: [south.ids.pile] },
      { site_id: south.ids.site },
      { batch_task_id: south.ids.batch_task },
    ])
      expect((await world.call('/system/device/labels', body)).data).toEqual({ total: 0, rows: [] })
  },
  'POST /system/order/park-lot-list': tellsOfOwn('POST /system/order/park-lot-list'),
  'POST /system/order/device-list': async (world) => {
    const { text } = await namesOnly(world, 'POST /system/order/device-list')
    expect(text).toContain(world.north.station_number)
  },
  'GET /system/device/view': async (world) => {
    const { north, south } = world
    expect((await world.call('GET /system/device/view', { id: north.ids.pile })).code).toBe(200)
    for (const named of [{ id: south.ids.pile }, { station_number: south.station_number }])
      expect((await world.call('GET /system/device/view', named)).code).toBe(404)
  },
  'POST /system/device/call': async (world) => {
    const call = (station_number: string) =>
      world.call('/system/device/call', { station_number, action: 'ClearCache', payload: {} })
    expect((await call(world.south.station_number)).code).toBe(404)
    expect((await call(world.north.station_number)).data.error).toMatchObject({ code: expect.any(String) })
  },
  'GET /ocpp/log': async (world) => {
    const all = await namesOnly(world, 'GET /ocpp/log')
    expect(all.text).toContain(world.north.station_number)
    const one = await world.call('GET /ocpp/log', { station_number: world.south.station_number })
    expect([one.data.total, one.data.rows]).toEqual([0, []])
  },
  'GET /fileExport': async (world) => {
    const sheet = await world.text('GET /fileExport', { name: 'pile', format: 'csv' })
    expect(sheet).toContain(world.north.station_number)
    expect(sheet).not.toContain(world.south.station_number)
  },
  'POST /fileImport': async (world) => {
    const sheet = (site: string) => `Serial,Site\nI-${site.length},${site}`
    const own = await world.upload('/fileImport', { name: 'berth', dry_run: 'true' }, sheet(world.north.titles.site))
    const other = await world.upload('/fileImport', { name: 'berth', dry_run: 'true' }, sheet(world.south.titles.site))
    expect([own.data.problems, other.data.problems]).toMatchObject([[], [{ column: 'Site' }]])
  },
  'POST /system/index/scan': async (world) => {
    const scan = async (code: string) => (await namesOnly(world, 'POST /system/index/scan', { code })).data
    expect(await scan(world.south.station_number)).toEqual({ found: [], rejected: null })
    expect((await scan(world.north.station_number)).found).toMatchObject([{ entity: 'pile', id: world.north.ids.pile }])
  },
  'GET /system/index/search': async (world) => {
    const found = async (keyword: string) => (await world.call('GET /system/index/search', { keyword })).data.records
    const own = await found(world.north.station_number)
    expect(own.map(({ entity }: { entity: string }) => entity)).toEqual(['pile', 'order', 'alarm', 'work_order'])
    for (const word of world.wordsOf(world.south)) expect(await found(word), word).toEqual([])
  },
  'POST /system/park-lot/states': tellsOfOwn('POST /system/park-lot/states'),
  'GET /system/dept/list': async (world) => {
    const { text } = await namesOnly(world, 'GET /system/dept/list')
    expect(text.includes(`${world.north.name} `)).toBe(world.reaches('dept'))
  },
  'GET /system/log/days': async (world) => {
    const changes = async () => (await world.call('GET /system/log/days')).data.days.at(-1).counts.changed ?? 0
    const change = (side: World['north']) =>
      world.server.call('/system/park-lot/update', { id: side.ids.site, address: `Road ${Math.random()}` })
    const before = await changes()
    await change(world.south)
    expect(await changes()).toBe(before)
    await change(world.north)
    expect(await changes()).toBe(before + 1)
  },
  'GET /system/log/sign-in/days': async (world) => {
    const { days } = (await world.call('GET /system/log/sign-in/days')).data
    // It tells of people within reach; a client app is none, and nobody of its side signed in.
    const signedIn = days.at(-1)?.counts.signed_in ?? 0
    expect(signedIn > 0).toBe(!world.isApp)
  },
  'GET /system/log/refused/days': async (world) => {
    const refused = async () =>
      (await world.call('GET /system/log/refused/days')).data.days.at(-1).counts.not_signed_in ?? 0
    const refuse = (side: World['north']) =>
      world.server.db
        .insertInto('refused_entry')
        .values({
          ...{
            kind: 'not_signed_in',
            reason: 'x',
            route: `GET /${Math.random()}`,
            times: 1,
            address: '::1',
            agent: '',
          },
          user_id: side.ids.user ?? 0,
        })
        .execute()
    const before = await refused()
    await refuse(world.south)
    expect(await refused()).toBe(before)
    await refuse(world.north)
    expect(await refused()).toBe(before + (world.reaches('user') ? 1 : 0))
  },
  'GET /system/log/error/days': async (world) => {
    const { days } = (await world.call('GET /system/log/error/days')).data
    expect(days.every(({ counts }: { counts: object }) => Object.keys(counts).length === 0)).toBe(true)
  },
  'GET /system/work-order/own': async (world) => void (await namesOnly(world, 'GET /system/work-order/own')),
  'GET /system/todo/list': async (world) => void (await namesOnly(world, 'GET /system/todo/list')),
  'GET /demo/ver': async (world) => void (await world.call('GET /demo/ver')),
  'POST /demo/post': async (world) => void (await world.call('POST /demo/post', { name: 'x' })),
  'GET /demo/menu': async (world) => void (await world.call('GET /demo/menu')),
  'GET /demo/page': async (world) => expectNothingOf(world, await world.call('GET /demo/page')),
  'GET /demo/list': async (world) => expectNothingOf(world, await world.call('GET /demo/list')),
  'GET /demo/status': async (world) => expectNothingOf(world, await world.call('GET /demo/status')),
}

function expectNothingOf(world: World, answer: { data: unknown }) {
  for (const word of world.wordsOf(world.south)) expect(JSON.stringify(answer.data)).not.toContain(word)
}
