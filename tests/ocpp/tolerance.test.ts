import { expect, test } from 'vitest'
import { GatewayRig, until } from './gateway-rig.ts'

const rig = new GatewayRig()

const at = '2026-11-20T10:00:00Z'
const status = (more: object) => ({ connectorId: 1, errorCode: 'NoError', status: 'Available', timestamp: at, ...more })
const sampled = (more: object) => ({
  connectorId: 1,
  meterValue: [{ timestamp: at, sampledValue: [{ value: '5', ...more }] }],
})
const start = (more: object) => ({ connectorId: 1, idTag: 'CARD', meterStart: 0, timestamp: at, ...more })
const stop = (more: object) => ({ transactionId: 1, meterStop: 0, timestamp: at, ...more })
const boot = (more: object) => ({ chargePointVendor: 'V', chargePointModel: 'M', ...more })
const long = 'x'.repeat(120)

test.each([
  [
    'an error code of its own',
    'StatusNotification',
    status({ errorCode: 'E-Stop' }),
    'unknown_value',
    'StatusNotification/errorCode: "E-Stop"',
  ],
  [
    'a state of another version',
    'StatusNotification',
    status({ status: 'Occupied' }),
    'unknown_value',
    'StatusNotification/status: "Occupied"',
  ],
  [
    'a measurand of its own',
    'MeterValues',
    sampled({ measurand: 'Energy.Total' }),
    'unknown_value',
    expect.stringContaining('Energy.Total'),
  ],
  [
    'a reason of its own',
    'StopTransaction',
    stop({ reason: 'Timeout' }),
    'unknown_value',
    expect.stringContaining('Timeout'),
  ],
  [
    'a percent sign for Percent',
    'MeterValues',
    sampled({ measurand: 'SoC', unit: '%' }),
    'unknown_value',
    expect.stringContaining('%'),
  ],
  [
    'a serial number beyond the standard',
    'BootNotification',
    boot({ chargePointSerialNumber: long }),
    'too_long',
    expect.stringContaining('chargePointSerialNumber'),
  ],
  [
    'a card number beyond the standard',
    'StartTransaction',
    start({ idTag: long }),
    'too_long',
    expect.stringContaining('idTag'),
  ],
  ['a field that nobody knows', 'BootNotification', boot({ wifi: 'on' }), 'unknown_field', 'BootNotification/wifi'],
  [
    'a deep field that nobody knows',
    'MeterValues',
    sampled({ quality: 1 }),
    'unknown_field',
    'MeterValues/meterValue/0/sampledValue/0/quality',
  ],
  [
    'an optional field that is null',
    'StatusNotification',
    status({ info: null }),
    'null_field',
    'StatusNotification/info: null',
  ],
  [
    'a meter’s figure as text',
    'StartTransaction',
    start({ meterStart: '1234' }),
    'number_as_text',
    'StartTransaction/meterStart: "1234"',
  ],
  [
    'a meter’s figure with a fraction',
    'StopTransaction',
    stop({ meterStop: 17.5 }),
    'meter_fraction',
    'StopTransaction/meterStop: 17.5',
  ],
  [
    'a sampled value as a number',
    'MeterValues',
    sampled({ value: 5 }),
    'text_as_number',
    expect.stringContaining('value: 5'),
  ],
  [
    'a time without a zone',
    'StartTransaction',
    start({ timestamp: '2026-11-20T10:00:00' }),
    'time_without_zone',
    '2026-11-20T10:00:00',
  ],
  [
    'a time in another writing',
    'StartTransaction',
    start({ timestamp: '2026/11/20 10:00:00Z' }),
    'odd_time',
    '2026/11/20 10:00:00Z',
  ],
  ['a time that says nothing', 'StartTransaction', start({ timestamp: 'now' }), 'unreadable_time', 'now'],
  ['a decimal comma', 'MeterValues', sampled({ value: '12,5' }), 'unreadable_value', 'energy: 12,5'],
  ['a value that is no number', 'MeterValues', sampled({ value: 'NaN' }), 'unreadable_value', 'energy: NaN'],
  ['a unit of another quantity', 'MeterValues', sampled({ unit: 'V' }), 'unknown_unit', 'energy: V'],
])('accepts %s and flags it', async (_, action, payload, flag, detail) => {
  const { pile, id } = await rig.pile()
  await pile.call(action, payload)
  await rig.untilFlagged(id, flag)
  expect((await rig.flags(id))[flag]).toEqual(detail)
})

test('counts an anomaly that comes again', async () => {
  const { pile, id } = await rig.pile()
  for (let time = 0; time < 3; time++) await pile.call('StatusNotification', status({ errorCode: 'E-Stop' }))
  const times = () => rig.db.selectFrom('pile_flag').select('times').where('pile_id', '=', id).executeTakeFirst()
  await until(async () => (await times())?.times === 3)
})

test('flags nothing on a pile that speaks as the standard says', async () => {
  const { pile, id } = await rig.pile()
  await pile.call('BootNotification', boot({ chargePointSerialNumber: 'S1' }))
  await pile.call('StatusNotification', status({}))
  await pile.call('StartTransaction', start({}))
  await pile.call('MeterValues', sampled({ unit: 'Wh' }))
  await pile.call('StopTransaction', stop({ reason: 'Local' }))
  await pile.close()
  await until(async () => (await rig.stored(pile.peer.station)).state === 'offline')
  expect(await rig.flags(id)).toEqual({})
})

test('hands on what was mended as the standard would have it', async () => {
  const { pile } = await rig.pile()
  await pile.call(
    'StartTransaction',
    start({ meterStart: '17.6', timestamp: '2026-11-20T10:00:00', reservationId: null }),
  )
  expect(rig.neighbours.starts[0]).toMatchObject({ meter_start_wh: 18, at: Date.parse(at), reservation_id: null })
})

test('a time that nobody can read is the epoch, so that no order is billed on it', async () => {
  const { pile } = await rig.pile()
  await pile.call('StopTransaction', stop({ timestamp: '??' }))
  expect(rig.neighbours.stops[0]?.at).toBe(0)
})

test('a state that nobody knows is kept as unknown, one of another version as its like', async () => {
  const { pile, id } = await rig.pile()
  await pile.call('StatusNotification', status({ status: 'Dreaming' }))
  expect((await rig.connector(id)).status).toBe('Unknown')
  await rig.untilFlagged(id, 'unknown_value')
  await pile.call('StatusNotification', status({ status: 'Occupied' }))
  expect((await rig.connector(id)).status).toBe('Preparing')
  // A car that takes nothing still stands there: its session goes on.
  await pile.call('StatusNotification', status({ status: 'Suspended' }))
  expect((await rig.connector(id)).status).toBe('SuspendedEV')
  await pile.call('StatusNotification', status({ status: 'charging' }))
  expect((await rig.connector(id)).status).toBe('Charging')
})
