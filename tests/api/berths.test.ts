import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { berthPlan, numberBerths, type Spot } from '../../src/shared/endpoints/berths.ts'
import { makeBerth, makePile, makeSite, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const PATH = '/park-space'
const list = (query: object) => server.call(`GET ${PATH}/index`, query)

async function pileIn(state: string, status: string, connectors = 1) {
  const pile = await makePile(server.db, { connectors, imei: '860123456789012' })
  await server.db
    .updateTable('pile')
    .set({ state: state as 'available' })
    .where('id', '=', pile.id)
    .execute()
  await server.db.updateTable('connector').set({ status }).where('pile_id', '=', pile.id).execute()
  return { ...pile, site_id: Number(pile.site_id) }
}

test('a berth is listed with its site, its pile and whether it is in use', async () => {
  const pile = await pileIn('charging', 'Charging')
  const { site_id } = pile
  const { id, serial } = await makeBerth(server.db, { site_id, pile_id: pile.id, connector_number: 1 })
  const { data } = await list({ site_id: String(site_id) })
  expect(data.total).toBe(1)
  expect(data.rows[0]).toMatchObject({
    ...{ id, serial, site_id, status: 'open', state: 'occupied', is_use: true },
    ...{ park_lot_id: site_id, park_space_sn: serial, space_status: 'open', longitude: null, latitude: null },
    parkLot: { id: site_id, park_name: data.rows[0].site.title },
    parkDevice: { park_lot_id: site_id, park_space_id: id, device_id: pile.id },
    device: { id: pile.id, imei: '860123456789012' },
  })
  expect((await server.call(`${PATH}/view`, { id })).data).toMatchObject({ state: 'occupied', pile: { id: pile.id } })
})

test('a berth without a pile has none of its records', async () => {
  const { id } = await makeBerth(server.db)
  const { data } = await server.call(`${PATH}/view`, { id })
  expect(data).toMatchObject({ pile: null, parkDevice: null, device: null, state: 'free', is_use: false })
})

test.each([
  ['available', 'Available', 'free'],
  ['waiting', 'Finishing', 'occupied'],
  ['reserved', 'Reserved', 'reserved'],
  ['faulted', 'Faulted', 'out_of_service'],
  ['offline', 'Charging', 'unknown'],
])('a berth of a pile that is %s with a connector %s is %s', async (state, status, expected) => {
  const pile = await pileIn(state, status)
  const { id } = await makeBerth(server.db, { site_id: pile.site_id, pile_id: pile.id })
  expect((await server.call(`${PATH}/view`, { id })).data.state).toBe(expected)
})

describe('the pile of a berth', () => {
  const create = (site_id: number, more: object) =>
    server.call(`${PATH}/create`, { site_id, serial: `C-${next()}`, ...more })

  test('stands at the same site and has that connector', async () => {
    const pile = await pileIn('available', 'Available', 2)
    const elsewhere = await makeSite(server.db)
    const ways = [
      await create(elsewhere.id, { pile_id: pile.id }),
      await create(pile.site_id, { pile_id: pile.id, connector_number: 3 }),
      await create(pile.site_id, { pile_id: pile.id, connector_number: 2 }),
    ]
    expect(ways.map(({ code, data }) => [code, Object.keys(data.errors ?? {})])).toEqual([
      [422, ['pile_id']],
      [422, ['connector_number']],
      [200, []],
    ])
    expect(ways[0]?.message ?? '').not.toBe('')
  })

  test('may reach it with the second connector of an EVSE', async () => {
    const pile = await pileIn('available', 'Available', 2)
    await server.db
      .updateTable('connector')
      .set({ number: 302 })
      .where('pile_id', '=', pile.id)
      .where('number', '=', 2)
      .execute()
    const by = (connector_number: number) => create(pile.site_id, { pile_id: pile.id, connector_number })
    expect((await by(302)).code).toBe(200)
    expect(await by(202)).toMatchObject({ code: 422, data: { errors: { connector_number: /no such gun/ } } })
    expect(await by(10_000)).toMatchObject({ code: 422, data: { errors: { connector_number: /./ } } })
  })

  test('is chosen before a connector of it', async () => {
    const { id: site_id } = await makeSite(server.db)
    const refused = await create(site_id, { connector_number: 1 })
    expect(refused).toMatchObject({ code: 422, data: { errors: { connector_number: /./ } } })
  })

  test('reaches one berth with each connector', async () => {
    const pile = await pileIn('available', 'Available', 2)
    const by = { pile_id: pile.id, connector_number: 1 }
    expect((await create(pile.site_id, by)).code).toBe(200)
    expect(await create(pile.site_id, by)).toMatchObject({ code: 409, data: { errors: { connector_number: /./ } } })
  })

  test('leaves it when it is moved to another site', async () => {
    const pile = await pileIn('available', 'Available')
    const { id } = await makeBerth(server.db, { site_id: pile.site_id, pile_id: pile.id, connector_number: 1 })
    const { id: site_id } = await makeSite(server.db)
    expect((await server.call('/system/device/edit', { id: pile.id, site_id })).code).toBe(200)
    expect((await server.call(`${PATH}/view`, { id })).data).toMatchObject({ pile_id: null, connector_number: null })
  })
})

test('a number is given once at a site, and may be given at another', async () => {
  const [one, other] = [await makeSite(server.db), await makeSite(server.db)]
  const create = (site_id: number) => server.call(`${PATH}/create`, { site_id, serial: 'A-1' })
  expect([(await create(one.id)).code, (await create(other.id)).code]).toEqual([200, 200])
  expect(await create(one.id)).toMatchObject({ code: 409, data: { errors: { serial: expect.any(String) } } })
})

test('a site with berths is not deleted', async () => {
  const { site_id } = await makeBerth(server.db, { serial: 'K-7' })
  const refused = await server.call('/system/park-lot/delete', { id: site_id })
  expect([refused.code, refused.message]).toEqual([409, expect.stringContaining('K-7')])
})

describe('numbering', () => {
  const number = (body: object, key?: string) => server.call(numberBerths, body as never, key ? { key } : {})

  test('makes the berths that are missing and leaves the others', async () => {
    const { id: site_id } = await makeSite(server.db)
    await makeBerth(server.db, { site_id, serial: 'A-02', status: 'closed' })
    const key = `number-${next()}-once`
    const made = await number({ site_id, prefix: 'A-', from: 1, count: 12 }, key)
    expect(made).toMatchObject({ code: 200, data: { made: 11, kept: 1 } })
    expect((await number({ site_id, prefix: 'A-', from: 1, count: 12 }, key)).data).toEqual(made.data)
    const { data } = await server.call(berthPlan, { site_id })
    expect(data.map(({ serial }: Spot) => serial)).toEqual(
      Array.from({ length: 12 }, (_, at) => `A-${String(at + 1).padStart(2, '0')}`),
    )
    expect(data[1]?.state).toBe('out_of_service')
    const noted = await server.db
      .selectFrom('audit_entry')
      .select((eb) => eb.fn.countAll().as('entries'))
      .where('entity', '=', 'berth')
      .where(
        'entity_id',
        'in',
        data.map(({ id }: Spot) => id),
      )
      .executeTakeFirstOrThrow()
    expect(Number(noted.entries)).toBe(11)
  })

  test.each([
    ['site_id', { site_id: 987_654_321 }],
    ['count', { count: 501 }],
    ['count', { count: 0 }],
    ['from', { from: -1 }],
    ['prefix', { prefix: 'a prefix that is longer' }],
  ])('refuses a wrong %s', async (field, wrong) => {
    const { id: site_id } = await makeSite(server.db)
    expect(await number({ site_id, prefix: 'A-', from: 1, count: 2, ...wrong })).toMatchObject({
      code: 422,
      data: { errors: { [field]: expect.any(String) } },
    })
  })
})

test('a plan counts as people do', async () => {
  const { id: site_id } = await makeSite(server.db)
  for (const serial of ['A-10', 'A-2', 'B-1', 'A-1']) await makeBerth(server.db, { site_id, serial })
  const { data } = await server.call(berthPlan, { site_id })
  expect(data.map(({ serial }: Spot) => serial)).toEqual(['A-1', 'A-2', 'A-10', 'B-1'])
})
