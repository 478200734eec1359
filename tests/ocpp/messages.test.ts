import { expect, test } from 'vitest'
import { GatewayRig, until } from './gateway-rig.ts'

const rig = new GatewayRig()

const at = '2026-11-20T10:00:00.000Z'
const report = (connectorId: number, status: string, more: object = {}) => ({
  connectorId,
  status,
  errorCode: 'NoError',
  ...more,
})
const state = async (station: string) => (await rig.stored(station)).state

test('a boot fills what the pile is and gives it a heartbeat of its own', async () => {
  const { pile, station, id } = await rig.pile()
  const answer = await pile.call('BootNotification', {
    chargePointVendor: ' StarCharge ',
    chargePointModel: 'DC-120',
    chargeBoxSerialNumber: 'BOX-1',
    firmwareVersion: '1.2.3',
    iccid: '',
  })
  const interval = 300 - ((id * 37) % 60)
  expect(answer).toEqual({ status: 'Accepted', currentTime: expect.any(String), interval })
  // Acknowledged after it was written: no waiting here.
  expect(await rig.stored(station)).toMatchObject({
    vendor: 'StarCharge',
    model: 'DC-120',
    serial_number: 'BOX-1',
    firmware_version: '1.2.3',
    heartbeat_seconds: interval,
    booted_at: expect.any(String),
  })
})

test('a boot that says less than the one before takes nothing away', async () => {
  const { pile, station } = await rig.pile()
  await pile.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M', chargePointSerialNumber: 'S-1' })
  await pile.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M2' })
  expect(await rig.stored(station)).toMatchObject({ serial_number: 'S-1', model: 'M2' })
})

test('heartbeats of neighbouring piles spread over a minute', async () => {
  const intervals = new Set<number>()
  for (let count = 0; count < 12; count++) {
    const { pile } = await rig.pile()
    const { interval } = await pile.call<{ interval: number }>('BootNotification', {
      chargePointVendor: 'V',
      chargePointModel: 'M',
    })
    expect(interval).toBeGreaterThan(240)
    expect(interval).toBeLessThanOrEqual(300)
    intervals.add(interval)
  }
  expect(intervals.size).toBe(12)
})

test('a heartbeat tells the time', async () => {
  const { pile } = await rig.pile()
  const { currentTime } = await pile.call<{ currentTime: string }>('Heartbeat')
  expect(Math.abs(Date.parse(currentTime) - Date.now())).toBeLessThan(2_000)
})

test('a status is kept before it is answered, then told to orders and alarms', async () => {
  const { pile, id } = await rig.pile()
  await pile.call('StatusNotification', {
    connectorId: 2,
    status: 'Faulted',
    errorCode: 'GroundFailure',
    info: 'relay 3',
    vendorErrorCode: 'E42',
    timestamp: at,
  })
  const kept = { status: 'Faulted', error_code: 'GroundFailure', vendor_code: 'E42', info: 'relay 3', status_at: at }
  expect(await rig.connector(id, 2)).toMatchObject(kept)
  expect(rig.neighbours.reports).toEqual([
    expect.objectContaining({
      connector_number: 2,
      status: 'Faulted',
      error_code: 'GroundFailure',
      at: Date.parse(at),
    }),
  ])
})

test.each([
  ['charging, where one connector charges', ['Available', 'Charging'], 'charging'],
  ['faulted, where one is broken, whatever the others do', ['Charging', 'Faulted'], 'faulted'],
  ['waiting, where a car stands without charging', ['Available', 'SuspendedEV'], 'waiting'],
  ['reserved, where nothing else happens', ['Available', 'Reserved'], 'reserved'],
  ['available, where one connector is', ['Unavailable', 'Available'], 'available'],
  ['waiting, where nothing is on offer', ['Unavailable', 'Unavailable'], 'waiting'],
])('a pile is %s', async (_, statuses, expected) => {
  const { pile, station } = await rig.pile({ made: { connectors: 0 } })
  for (const [index, status] of statuses.entries()) await pile.call('StatusNotification', report(index + 1, status))
  expect(await state(station)).toBe(expected)
})

test('connector 0 is the pile itself: its fault is everybody’s, its being there is nobody’s charge', async () => {
  const { pile, station, id } = await rig.pile({ made: { connectors: 0 } })
  await pile.call('StatusNotification', report(1, 'Charging'))
  await pile.call('StatusNotification', report(0, 'Available'))
  expect(await state(station)).toBe('charging')
  await pile.call('StatusNotification', report(0, 'Faulted', { errorCode: 'InternalError' }))
  expect(await state(station)).toBe('faulted')
  expect((await rig.connector(id, 0)).status).toBe('Faulted')
})

test('a pile that comes back is what its connectors were when it left', async () => {
  const { pile, station } = await rig.pile()
  await pile.call('StatusNotification', report(1, 'Charging'))
  await pile.close()
  await until(async () => (await state(station)) === 'offline')
  await rig.connect({ station })
  await until(async () => (await state(station)) === 'charging')
})

test('Authorize gives the card’s standing', async () => {
  const { pile } = await rig.pile()
  rig.neighbours.status = 'Blocked'
  expect(await pile.call('Authorize', { idTag: 'A1' })).toEqual({ idTagInfo: { status: 'Blocked' } })
})

test('a start carries all that opens an order and gets its transaction', async () => {
  const { pile } = await rig.pile()
  const call = { connectorId: 1, idTag: ' card-1 ', meterStart: 1500, timestamp: at, reservationId: 4 }
  expect(await pile.call('StartTransaction', call)).toEqual({ transactionId: 1, idTagInfo: { status: 'Accepted' } })
  expect(rig.neighbours.starts).toEqual([
    {
      evse_number: 1,
      connector_number: 1,
      card_number: 'card-1',
      meter_start_wh: 1500,
      at: Date.parse(at),
      received_at: expect.any(Number),
      reservation_id: 4,
      message_id: expect.any(String),
      seq_no: null,
    },
  ])
})

test('a stop carries its readings, and answers for a card only where one was named', async () => {
  const { pile } = await rig.pile()
  const transactionData = [{ timestamp: at, sampledValue: [{ value: '2.5', unit: 'kWh', context: 'Transaction.End' }] }]
  const call = { transactionId: 7, meterStop: 2500, timestamp: at, transactionData }
  expect(await pile.call('StopTransaction', call)).toEqual({})
  expect(rig.neighbours.stops[0]).toMatchObject({
    transaction_id: '7',
    meter_stop_wh: 2500,
    reason: 'Local',
    card_number: null,
  })
  expect(rig.neighbours.stops[0]?.readings).toMatchObject([{ at: Date.parse(at), energy_wh: 2500 }])
  expect(await pile.call('StopTransaction', { ...call, idTag: 'A', reason: 'EVDisconnected' })).toEqual({
    idTagInfo: { status: 'Accepted' },
  })
  expect(rig.neighbours.stops[1]).toMatchObject({ card_number: 'A', reason: 'EVDisconnected' })
})

test('a transaction beyond 32 bits is as unknown as -1', async () => {
  const { pile } = await rig.pile()
  await pile.call('StopTransaction', { transactionId: 99_999_999_999, meterStop: 1, timestamp: at })
  expect(rig.neighbours.stops[0]?.transaction_id).toBe('-1')
})

const metered = (more: object = {}) => ({
  connectorId: 1,
  meterValue: [
    {
      timestamp: at,
      sampledValue: [
        { value: '1200.5' },
        { value: '7.4', measurand: 'Power.Active.Import', unit: 'kW' },
        { value: '32', measurand: 'Current.Import', unit: 'A' },
        { value: '231.2', measurand: 'Voltage', unit: 'V' },
        { value: '55', measurand: 'SoC', unit: 'Percent' },
        { value: '41.5', measurand: 'Temperature', unit: 'Celcius' },
      ],
    },
  ],
  ...more,
})
const readings = (pile_id: number) => rig.db.selectFrom('reading').selectAll().where('pile_id', '=', pile_id).execute()

test('readings are stored with their order when they are answered, then told to the session', async () => {
  const { pile, id } = await rig.pile()
  rig.neighbours.order = { order_id: 4711 }
  expect(await pile.call('MeterValues', metered({ transactionId: 9 }))).toEqual({})
  expect(await readings(id)).toMatchObject([
    {
      order_id: 4711,
      at,
      connector_number: 1,
      energy_wh: 1200.5,
      power_w: 7400,
      current_ma: 32_000,
      voltage_mv: 231_200,
      soc: 55,
    },
  ])
  expect(rig.neighbours.metered[0]).toMatchObject({ connector_number: 1, transaction_id: '9' })
  expect(rig.neighbours.stored).toMatchObject([{ order_id: 4711, energy_wh: 1200.5, temperature_c: 41.5 }])
})

test('of two reports of one instant the later register counts; one that brings what the first had not completes it', async () => {
  const { pile, id } = await rig.pile()
  const one = (sampledValue: object[]) => ({
    connectorId: 1,
    transactionId: 1,
    meterValue: [{ timestamp: at, sampledValue }],
  })
  await pile.call('MeterValues', one([{ value: '100' }]))
  await pile.call('MeterValues', one([{ value: '999' }]))
  await pile.call('MeterValues', one([{ value: '100' }]))
  await pile.call('MeterValues', one([{ value: '5000', measurand: 'Power.Active.Import' }]))
  expect(await readings(id)).toMatchObject([{ energy_wh: 999, power_w: 5000 }])
})

test('readings of an idle connector belong to no order and are not kept aside', async () => {
  const { pile, id } = await rig.pile()
  rig.neighbours.order = null
  await pile.call('MeterValues', metered())
  await pile.call('MeterValues', metered({ connectorId: 0, transactionId: 0 }))
  expect(await readings(id)).toMatchObject([{ order_id: 0 }, { order_id: 0, connector_number: 0 }])
  expect(rig.neighbours.aside).toEqual([])
})

test.each([17, -1])(
  'readings of transaction %i, which is not open, are stored, acknowledged and kept aside',
  async (transactionId) => {
    const { pile, id } = await rig.pile()
    rig.neighbours.order = null
    expect(await pile.call('MeterValues', metered({ transactionId }))).toEqual({})
    expect(await readings(id)).toMatchObject([{ order_id: 0 }])
    expect(rig.neighbours.aside).toEqual([{ what: 'readings', reason: 'unknown_transaction' }])
  },
)

test('live figures follow within a second; a connector that is free shows no power', async () => {
  const { pile, id, station } = await rig.pile({ made: { connectors: 2 } })
  await pile.call('StatusNotification', report(1, 'Charging'))
  await pile.call('MeterValues', metered())
  await pile.call('MeterValues', metered({ connectorId: 2 }))
  await pile.call('MeterValues', metered({ connectorId: 0 }))
  await until(async () => (await rig.stored(station)).power_w === 14_800)
  const figures = { power_w: 7400, current_ma: 32_000, voltage_mv: 231_200, soc: 55, temperature_c: 41.5 }
  expect(await rig.connector(id)).toMatchObject({ ...figures, status: 'Charging' })
  await pile.call('StatusNotification', report(1, 'Available'))
  expect(await rig.connector(id)).toMatchObject({ ...figures, power_w: 0, current_ma: 0 })
  expect((await rig.stored(station)).power_w).toBe(7400)
})

test('the pile’s energy is the sum of its open orders’', async () => {
  const { pile, id, station } = await rig.pile()
  await rig.db
    .insertInto('orders')
    .values({
      number: 'N1',
      status: 'generated',
      type: 'device',
      pile_id: id,
      connector_number: 1,
      energy_wh: 4200,
      started_at: at,
      ended_at: null,
      charge_ended_at: null,
      unplugged_at: null,
      time_zone: 'UTC',
      meter_start_wh: 0,
      start_key: 'k',
    })
    .execute()
  await pile.call('MeterValues', metered({ transactionId: 1 }))
  await until(async () => (await rig.stored(station)).energy_wh === 4200)
})

test('the pile’s clock against ours is kept, delayed reports aside', async () => {
  const { pile, station } = await rig.pile()
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
  await pile.call('StatusNotification', report(1, 'Available', { timestamp: ago(3600) }))
  await pile.call('StatusNotification', report(1, 'Available', { timestamp: ago(60) }))
  await pile.call('StatusNotification', report(1, 'Available', { timestamp: ago(1800) }))
  const skew = (await rig.stored(station)).clock_skew_ms as number
  expect(skew).toBeGreaterThan(-62_000)
  expect(skew).toBeLessThanOrEqual(-60_000)
})

test.each([
  ['DataTransfer', { vendorId: 'com.example' }, { status: 'UnknownVendorId' }],
  ['FirmwareStatusNotification', { status: 'Downloading' }, {}],
  ['DiagnosticsStatusNotification', { status: 'Uploading' }, {}],
  ['LogStatusNotification', { status: 'Uploaded', requestId: 1 }, {}],
  ['SignedFirmwareStatusNotification', { status: 'Installed', requestId: 1 }, {}],
  ['SecurityEventNotification', { type: 'TamperDetectionActivated', timestamp: at }, {}],
  ['SignCertificate', { csr: 'MIIB' }, { status: 'Rejected' }],
])('%s has its answer', async (action, call, answer) => {
  const { pile } = await rig.pile()
  expect(await pile.call(action, call)).toEqual(answer)
})

test('staff see how an update and an upload go on', async () => {
  const { pile, id } = await rig.pile()
  await pile.call('FirmwareStatusNotification', { status: 'Downloading' })
  await pile.call('FirmwareStatusNotification', { status: 'Installed' })
  await pile.call('DiagnosticsStatusNotification', { status: 'Uploaded' })
  await pile.call('SecurityEventNotification', { type: 'TamperDetectionActivated', timestamp: at, techInfo: 'lid' })
  await rig.untilFlagged(id, 'security_event')
  expect(await rig.flags(id)).toEqual({
    firmware_status: 'Installed',
    diagnostics_status: 'Uploaded',
    security_event: 'TamperDetectionActivated: lid',
  })
})
