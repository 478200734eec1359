import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedOptions, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { isStationNumber } from '../../src/shared/domain/station-number.ts'
import {
  generateStationNumber,
  pileSeries,
  pileView,
  resetPilePassword,
  setAsideList,
} from '../../src/shared/endpoints/piles.ts'
import { makeCard, makeCustomer, makeOrder, makePile, makePileType, makeRule, makeSite, makeStrategy } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const piles = droppedPiles<ScriptedPile>()

beforeAll(async () => {
  server = await startServer({ settings: { ocppAuth: 'required' } })
})
afterAll(() => server.stop())

const PASSWORD = 'a password of a pile'

async function connect(station: string, options: Partial<ScriptedOptions> = {}) {
  const pile = await connectPile({
    url: `${server.url.replace('http', 'ws')}/ocpp`,
    station,
    password: PASSWORD,
    ...options,
  })
  piles.push(pile)
  return pile
}

const make = (given: Parameters<typeof makePile>[1] = {}) =>
  makePile(server.db, { password_hash: hashPileSecret(PASSWORD), ...given })

async function connected(given: Parameters<typeof makePile>[1] = {}) {
  const { id, station_number: station } = await make(given)
  return { id, station, pile: await connect(station) }
}

const now = () => new Date().toISOString()
const report = (pile: ScriptedPile, connectorId: number, status: string) =>
  pile.call('StatusNotification', { connectorId, status, errorCode: 'NoError', timestamp: now() })

async function charging(given: Parameters<typeof makePile>[1] = {}) {
  const { id, station, pile } = await connected(given)
  const customer = await makeCustomer(server.db, { balance_cents: 10_000, name: 'Mei Lin' })
  const card = await makeCard(server.db, { customer_id: customer.id })
  await report(pile, 1, 'Charging')
  const start = { connectorId: 1, idTag: card.number, meterStart: 1_000, timestamp: now() }
  const { transactionId } = await pile.call<{ transactionId: number }>('StartTransaction', start)
  return { id, station, pile, transactionId }
}

const meter = (pile: ScriptedPile, transactionId: number, wh: number, timestamp = now()) =>
  pile.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [
      {
        timestamp,
        sampledValue: [
          { value: String(wh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
          { value: '57600', measurand: 'Power.Active.Import', unit: 'W' },
          { value: '412', measurand: 'Voltage', unit: 'V' },
          { value: '140', measurand: 'Current.Import', unit: 'A' },
          { value: '62', measurand: 'SoC', unit: 'Percent' },
        ],
      },
    ],
  })

const list = async (query: object = {}) => (await server.call('/system/device/index', query)).data
const view = async (id: number) => (await server.call(pileView, { id })).data

describe('the list', () => {
  test('carries each pile’s connectors with their sessions', async () => {
    const { id, station, pile, transactionId } = await charging({ connectors: 2 })
    await report(pile, 2, 'Available')
    await meter(pile, transactionId, 13_400)
    await vi.waitFor(async () => {
      const { rows } = await list({ keyword: station })
      expect(rows).toMatchObject([
        {
          id,
          state: 'charging',
          power_w: 57_600,
          connectors: [
            {
              number: 1,
              status: 'Charging',
              power_w: 57_600,
              voltage_mv: 412_000,
              current_ma: 140_000,
              soc: 62,
              order: {
                status: 'generated',
                energy_wh: 12_400,
                total_cents: 1_488,
                customer: 'Mei Lin',
                balance_cents: 10_000,
              },
            },
            { number: 2, status: 'Available', order: null },
          ],
        },
      ])
    })
  })

  test('counts piles by state over the other filters, and connectors over all of them', async () => {
    const { id: site_id } = await makeSite(server.db)
    await charging({ site_id, connectors: 2 })
    const { pile } = await connected({ site_id })
    await report(pile, 1, 'Faulted')
    await make({ site_id })
    await vi.waitFor(async () => {
      const { summary } = await list({ site_id })
      expect(summary).toMatchObject({
        charging: 1,
        faulted: 1,
        offline: 1,
        available: 0,
        connectors: 4,
        charging_now: 1,
      })
    })
    const { total, summary } = await list({ site_id, state: 'faulted' })
    expect(total).toBe(1)
    expect(summary).toMatchObject({ charging: 1, faulted: 1, offline: 1, connectors: 1, charging_now: 0 })
  })

  test('shows the connectors of a pile without a socket as offline, whatever they said last', async () => {
    const { station, pile, id } = await connected()
    await report(pile, 1, 'Available')
    pile.drop()
    await vi.waitFor(async () => expect((await list({ keyword: station })).rows[0].state).toBe('offline'))
    expect((await view(id)).connectors).toMatchObject([{ number: 1, status: 'Offline', power_w: null }])
  })
})

describe('a pile under the specification’s names', () => {
  test('is known by its type, its site and what its guns do', async () => {
    const site = await makeSite(server.db)
    const type = await makePileType(server.db, { model: 'DC-120', guns: 2, current_mode: 'dc' })
    const place = { site_id: site.id, pile_type_id: type.id, serial_number: 'SN-42' }
    const { id, station, pile, transactionId } = await charging({ connectors: 2, ...place })
    await meter(pile, transactionId, 13_400)
    const expected = {
      device_code: station,
      device_number: 'SN-42',
      device_type_id: type.id,
      device_type_name: type.name,
      device_model: 'DC-120',
      type_number: 2,
      device_status: 'charging',
      exception_status: 'normal',
      park_lot_id: site.id,
      park_name: site.name,
      real_time: [
        {
          connector_number: 1,
          charging_state: 'Charging',
          balance: 10_000,
          charge_amount: 1_488,
          current_type: 'dc',
          charging_minutes: 0,
          energy_charged: 12_400,
          current: 140,
          voltage: 412,
        },
        { connector_number: 2, balance: null, charge_amount: null, current_type: 'dc', current: null },
      ],
    }
    await vi.waitFor(async () => expect((await list({ keyword: station })).rows).toMatchObject([expected]))
    expect((await view(id)).pile).toMatchObject(expected)
  })

  test('has as many guns as its type while it has reported none', async () => {
    const type = await makePileType(server.db, { guns: 3 })
    const { id } = await make({ connectors: 0, pile_type_id: type.id })
    expect((await view(id)).pile).toMatchObject({ type_number: 3, real_time: [] })
  })
})

test('piles that never connected are found, and leave that list with their first connection', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { id, station_number } = await make({ site_id })
  const ids = async () => (await list({ site_id, never_connected: true })).rows.map((row: { id: number }) => row.id)
  expect(await ids()).toEqual([id])
  const pile = await connect(station_number)
  await pile.call('Heartbeat', {})
  await vi.waitFor(async () => expect(await ids()).toEqual([]))
})

describe('a pile’s page', () => {
  test('shows who it is, its connectors, its anomalies and what is around it', async () => {
    const { id, station, pile } = await connected()
    await pile.call('BootNotification', {
      chargePointModel: 'M1',
      chargePointVendor: 'V',
      firmwareVersion: '2.4.1',
      chargePointSerialNumber: 'S'.repeat(40),
    })
    await vi.waitFor(async () => {
      const seen = await view(id)
      expect(seen.pile).toMatchObject({ id, station_number: station, model: 'M1', firmware_version: '2.4.1' })
      expect(seen.flags).toMatchObject([
        { flag: 'too_long', detail: expect.stringContaining('chargePointSerialNumber') },
      ])
    })
    await makeOrder(server.db, { pile_id: id, started_at: now(), ended_at: now() })
    expect(await view(id)).toMatchObject({ orders_today: 1, open_alarms: 0, offline_this_month: 0 })
  })

  test('is found by the station number of its label', async () => {
    const { id, station_number } = await make()
    expect((await server.call(pileView, { station_number })).data.pile.id).toBe(id)
    expect((await server.call(pileView, { station_number: 'CD-NOBODY' })).code).toBe(404)
    expect((await server.call(pileView, {})).code).toBe(404)
  })

  test('prices a cable that stays in after charging, up to now', async () => {
    const rule = await makeRule(server.db, { occupation_fee: 6_000, free_minutes: 30 })
    const { id: strategy_id } = await makeStrategy(server.db, { rule_ids: [rule.id] })
    const { id, pile } = await connected({ site_id: (await makeSite(server.db, { strategy_id })).id })
    await report(pile, 1, 'Finishing')
    const ended_at = new Date(Date.now() - 90 * 60_000).toISOString()
    const frozen = { ...rule, created_at: undefined, updated_at: undefined, version: undefined, status: undefined }
    await makeOrder(server.db, {
      pile_id: id,
      status: 'completed',
      ended_at,
      charge_ended_at: ended_at,
      paid_cents: 0,
      total_cents: 1_200,
      rules: JSON.stringify([frozen]),
    })
    const [connector] = (await view(id)).connectors
    expect(connector?.order?.occupation_from).toBe(new Date(Date.parse(ended_at) + 30 * 60_000).toISOString())
    // An hour at ¥60, beside the ¥12 of the energy.
    expect(connector?.order?.total_cents).toBeGreaterThanOrEqual(7_200)
    expect(connector?.order?.total_cents).toBeLessThan(7_210)
  })

  test('says what the session came to that ended last, until the next begins', async () => {
    const { id, pile, transactionId } = await charging({ connectors: 2 })
    await report(pile, 2, 'Available')
    await meter(pile, transactionId, 13_400)
    expect((await view(id)).ended_sessions).toEqual([])
    const stopped = { transactionId, meterStop: 13_400, timestamp: now(), reason: 'Remote' }
    await pile.call('StopTransaction', stopped)
    await report(pile, 1, 'Available')
    const ended = { connector_number: 1, status: 'paid', energy_wh: 12_400, total_cents: 1_488, abnormal: null }
    await vi.waitFor(async () => {
      const { connectors, ended_sessions } = await view(id)
      expect(connectors[0]).toMatchObject({ status: 'Available', order: null })
      expect(ended_sessions).toMatchObject([ended])
    })
    const last = (await view(id)).ended_sessions[0]
    await makeOrder(server.db, {
      pile_id: id,
      connector_number: 1,
      type: 'supplement',
      status: 'paid',
      ended_at: now(),
    })
    expect((await view(id)).ended_sessions).toEqual([last])
    await makeOrder(server.db, { pile_id: id, connector_number: 1, status: 'generated', ended_at: null })
    expect((await view(id)).ended_sessions).toEqual([])
  })

  test('tells money to those alone who may see orders', async () => {
    const { id, station, pile, transactionId } = await charging({ connectors: 2 })
    await meter(pile, transactionId, 13_400)
    await makeOrder(server.db, { pile_id: id, connector_number: 2, status: 'paid', ended_at: now(), total_cents: 700 })
    await report(pile, 2, 'Available')
    const technician = await server.signIn({ permissions: ['pile.list', 'pile.stop'] })
    const cashier = await server.signIn({ permissions: ['pile.list', 'order.list'] })
    const seen = async (as: typeof technician) => (await server.call(pileView, { id }, { as })).data
    await vi.waitFor(async () => {
      const { pile, connectors, ended_sessions } = await seen(cashier)
      expect([connectors[0]?.order?.total_cents, ended_sessions[0]?.total_cents]).toEqual([1_488, 700])
      expect(pile).toMatchObject({ real_time: [{ charge_amount: 1_488 }, {}] })
    })
    const { connectors, ended_sessions } = await seen(technician)
    expect(connectors[0]?.order).toMatchObject({ energy_wh: 12_400, total_cents: null })
    expect(ended_sessions).toMatchObject([{ connector_number: 2, total_cents: null }])
    const rows = await server.call('/system/device/index', { keyword: station }, { as: technician })
    expect(JSON.stringify(rows)).not.toMatch(/"(total_cents|charge_amount)":\d/)
  })

  test('says that a session has no price, and no current where the pile told none', async () => {
    const { id, pile } = await connected({ site_id: (await makeSite(server.db)).id })
    await report(pile, 1, 'Available')
    await report(pile, 1, 'Charging')
    await makeOrder(server.db, { pile_id: id, status: 'generated', ended_at: null, rules: '[]', total_cents: 0 })
    await vi.waitFor(async () =>
      expect((await view(id)).connectors[0]).toMatchObject({
        status: 'Charging',
        current_ma: null,
        order: { abnormal: 'no_price' },
      }),
    )
  })

  test('draws the session’s curves', async () => {
    const { id, pile, transactionId } = await charging()
    const from = Date.now()
    for (const [index, wh] of [1_100, 1_200, 1_300].entries())
      await meter(pile, transactionId, wh, new Date(from + (index + 1) * 1_000).toISOString())
    const { points } = (await server.call(pileSeries, { id, connector_number: 1 })).data
    expect(points.map((point) => point.energy_wh)).toEqual([1_100, 1_200, 1_300])
    expect(points[0]).toMatchObject({ power_w: 57_600, current_ma: 140_000, voltage_mv: 412_000, soc: 62 })
  })

  test('thins long curves and keeps their latest point', async () => {
    const { id } = await make()
    const order = await makeOrder(server.db, {
      pile_id: id,
      status: 'generated',
      started_at: new Date(Date.now() - 7_200_000).toISOString(),
      ended_at: null,
    })
    await server.pool.query(
      `insert into reading (order_id, at, pile_id, connector_number, energy_wh)
       select $1, now() - i * interval '5 seconds', $2, 1, 10000 - i from generate_series(0, 1199) i`,
      [order.id, id],
    )
    const { points } = (await server.call(pileSeries, { id, connector_number: 1 })).data
    expect(points).toHaveLength(300)
    expect(points.at(-1)?.energy_wh).toBe(10_000)
  })

  test('draws the last hour of a connector with all that was read there, in an order or in none, and nothing of another', async () => {
    const { id } = await make()
    const place = { pile_id: id, connector_number: 1, started_at: new Date(Date.now() - 1_800_000).toISOString() }
    const ended_at = new Date(Date.now() - 900_000).toISOString()
    const order = await makeOrder(server.db, { ...place, ended_at })
    const beside = await makeOrder(server.db, { ...place, connector_number: 2, ended_at })
    await server.pool.query(
      `insert into reading (order_id, at, pile_id, connector_number, energy_wh)
       values ($1, now() - interval '2 hours', $3, 1, 1), ($1, now() - interval '20 minutes', $3, 1, 2), ($2, now() - interval '19 minutes', $3, 2, 3),
         (0, now() - interval '5 minutes', $3, 1, 4), (0, now() - interval '4 minutes', $3, 2, 5)`,
      [order.id, beside.id, id],
    )
    const { points } = (await server.call(pileSeries, { id, connector_number: 1 })).data
    expect(points.map((point) => point.energy_wh)).toEqual([2, 4])
  })

  test('lists what was set aside', async () => {
    const { id, pile } = await connected()
    const stop = { transactionId: 424_242, meterStop: 5, timestamp: now() }
    await pile.call('StopTransaction', stop)
    const { data } = await server.call(setAsideList, { id })
    expect(data.total).toBe(1)
    expect(data.rows).toMatchObject([{ action: 'stop', reason: expect.any(String) }])
  })
})

describe('a pile’s record', () => {
  test('gets a station number that nobody has', async () => {
    const { data } = await server.call(generateStationNumber, {})
    expect(isStationNumber(data.station_number)).toBe(true)
  })

  test.each(['a/b', 'a:b', '..'])(
    'is not created under %j, with which no pile could connect',
    async (station_number) => {
      const answer = await server.call('/system/device/create', { station_number })
      expect(answer).toMatchObject({ code: 422, data: { errors: { station_number: expect.any(String) } } })
    },
  )

  test('is created with a password that lets it in and is shown to nobody', async () => {
    const station_number = 'CD-CREATED-1'
    const { data, code } = await server.call('/system/device/create', {
      station_number,
      enabled: true,
      password: PASSWORD,
    })
    expect(code).toBe(200)
    expect(JSON.stringify(data)).not.toContain('password')
    await connect(station_number)
    await expect(connect(station_number, { password: 'another one, as long' })).rejects.toThrow('401')
  })

  test('that has orders is archived: its orders keep it, and it is not let in again', async () => {
    const { id, station, pile } = await connected()
    await makeOrder(server.db, { pile_id: id })
    expect((await server.call('/system/device/delete', { id })).code).toBe(200)
    expect((await pile.closed).code).toBe(1008)
    await expect(connect(station)).rejects.toThrow('404')
    expect((await list({ keyword: station })).total).toBe(0)
    expect((await server.call(pileView, { station_number: station })).code).toBe(404)
    expect((await view(id)).pile.id).toBe(id)
    expect((await server.call(resetPilePassword, { id })).code).toBe(409)
  })

  test('that is deleted loses its socket and is not let in again', async () => {
    const { id, station, pile } = await connected()
    expect((await server.call('/system/device/delete', { id })).code).toBe(200)
    expect((await pile.closed).code).toBe(1008)
    await expect(connect(station)).rejects.toThrow('404')
  })

  test('that is disabled loses its socket and is not let in until it is enabled', async () => {
    const { id, station, pile } = await connected()
    await server.call('/system/device/edit', { id, enabled: false })
    expect((await pile.closed).code).toBe(1008)
    await expect(connect(station)).rejects.toThrow('403')
    await server.call('/system/device/edit', { id, enabled: true })
    await connect(station)
  })

  test('that takes its new password by itself keeps its socket, and the old one stops with its first use', async () => {
    const { id, station, pile } = await connected()
    pile.onCall('ChangeConfiguration', { status: 'Accepted' })
    const { data } = await server.call(resetPilePassword, { id })
    expect(data.told).toBe('taken')
    expect(data.password).toMatch(/^[0-9a-f]{40}$/)
    expect(await pile.nextCall('ChangeConfiguration')).toEqual({ key: 'AuthorizationKey', value: data.password })
    expect(pile.peer.connected).toBe(true)
    await connect(station, { password: data.password as string })
    await expect(connect(station)).rejects.toThrow('401')
    const kept = await server.pool.query('select payload, intent from command where pile_id = $1', [id])
    expect(JSON.stringify(kept.rows)).not.toContain(data.password)
  })

  test('that is not connected gets one to be entered there', async () => {
    const { id, station_number } = await make()
    const { data } = await server.call(resetPilePassword, { id })
    expect(data.told).toBe('not_connected')
    await connect(station_number)
    await connect(station_number, { password: data.password as string })
    await expect(connect(station_number)).rejects.toThrow('401')
    expect((await server.call(resetPilePassword, { id: 987_654 })).code).toBe(404)
  })

  test.each([
    ['Rejected', (pile: ScriptedPile) => pile.onCall('ChangeConfiguration', { status: 'Rejected' })],
    ['NotSupported', (pile: ScriptedPile) => pile.onCall('ChangeConfiguration', { status: 'NotSupported' })],
    ['NotImplemented', () => {}],
  ])('that answers a new password with %s keeps its old one and its socket: there is no new one', async (_, set) => {
    const { id, station, pile } = await connected()
    set(pile)
    const { data } = await server.call(resetPilePassword, { id })
    expect(data).toEqual({ password: null, told: 'refused' })
    const { value } = await pile.nextCall('ChangeConfiguration')
    expect(pile.peer.connected).toBe(true)
    await expect(connect(station, { password: String(value) })).rejects.toThrow('401')
    await connect(station)
  })

  test('that takes none by itself gets one on request to be entered there, and nobody reads it later', async () => {
    const { id, station, pile } = await connected()
    const { data } = await server.call(resetPilePassword, { id, by_hand: true })
    expect(data.told).toBe('by_hand')
    expect(pile.received.map(({ action }) => action)).not.toContain('ChangeConfiguration')
    const again = (await server.call(resetPilePassword, { id, by_hand: true })).data
    await connect(station)
    await expect(connect(station, { password: data.password as string }), 'the one before').rejects.toThrow('401')
    await connect(station, { password: again.password as string })
    await expect(connect(station)).rejects.toThrow('401')
    const { rows } = await server.pool.query('select count(*) as kept from audit_entry where after::text like $1', [
      `%${again.password}%`,
    ])
    expect(rows[0].kept).toBe(0)
  })
})
