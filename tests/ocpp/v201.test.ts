import { expect, test } from 'vitest'
import { makePile } from '../make.ts'
import { until } from './gateway-rig.ts'
import { boot, connectorIs, NumberedRig } from './numbered-rig.ts'

const rig = new NumberedRig()

const station = async () => (await makePile(rig.db)).station_number
const now = () => new Date().toISOString()
const protocolOf = async (number: string) =>
  (await rig.db.selectFrom('pile').select('protocol').where('station_number', '=', number).executeTakeFirst())?.protocol

test.each([
  [['ocpp2.0.1', 'ocpp1.6'], 'ocpp2.0.1'],
  [['ocpp1.6', 'ocpp2.0.1'], 'ocpp1.6'],
  [['ocpp2.2', 'ocpp2.1', 'ocpp2.0.1'], 'ocpp2.1'],
  [[], 'ocpp1.6'],
])('of %j the first that is spoken is taken', async (offered, taken) => {
  const number = await station()
  await rig.connect(number, offered)
  await until(async () => (await protocolOf(number)) === taken)
})

test('one that offers only what is not spoken is refused before the upgrade', async () => {
  const refused = rig.connect(await station(), ['ocpp2.0', 'ocpp1.5'])
  await expect(refused).rejects.toMatchObject({ status: 400 })
})

test('until it was accepted once nothing but its boot is heard, whatever it says', async () => {
  const number = await station()
  const pile = await rig.connect(number)
  for (const [action, payload] of [
    ['Heartbeat', {}],
    ['TransactionEvent', { no: 1 }],
    ['Nonsense', {}],
  ] as const)
    await expect(pile.call(action, payload)).rejects.toMatchObject({ code: 'SecurityError' })
  expect(await boot(pile)).toMatchObject({ status: 'Accepted', interval: expect.any(Number) })
  expect(await pile.call('Heartbeat')).toEqual({ currentTime: expect.any(String) })
  const again = await rig.connect(number)
  expect(await again.call('Heartbeat')).toEqual({ currentTime: expect.any(String) })
})

async function booted() {
  const number = await station()
  const pile = await rig.connect(number)
  await boot(pile)
  const { id } = await rig.db
    .selectFrom('pile')
    .select('id')
    .where('station_number', '=', number)
    .executeTakeFirstOrThrow()
  return { pile, id }
}

test('what it is stands on its page', async () => {
  const { id } = await booted()
  const row = rig.db.selectFrom('pile').selectAll().where('id', '=', id).executeTakeFirst()
  expect(await row).toMatchObject({ protocol: rig.version, vendor: 'Volta', model: 'V2', state: expect.any(String) })
})

test('errors have the names of OCPP 2', async () => {
  const { pile } = await booted()
  const status = { timestamp: now(), connectorStatus: 'Available', evseId: 1, connectorId: 1 }
  await expect(pile.call('StartTransaction', {})).rejects.toMatchObject({ code: 'NotImplemented' })
  await expect(pile.call('ClearCache', {})).rejects.toMatchObject({ code: 'NotSupported' })
  await expect(pile.call('StatusNotification', {})).rejects.toMatchObject({ code: 'OccurrenceConstraintViolation' })
  await expect(pile.call('StatusNotification', { ...status, evseId: {} })).rejects.toMatchObject({
    code: 'TypeConstraintViolation',
  })
  await expect(pile.call('StatusNotification', { ...status, evseId: 1000 })).rejects.toMatchObject({
    code: 'PropertyConstraintViolation',
  })
  pile.sendRaw('no message')
  expect((await pile.nextStray()).slice(0, 3)).toEqual([4, '-1', 'RpcFrameworkError'])
  pile.sendRaw('[2,"77","Heartbeat"]')
  expect((await pile.nextStray()).slice(0, 3)).toEqual([4, '77', 'RpcFrameworkError'])
})

test('a message of a later type is not answered', async () => {
  const { pile, id } = await booted()
  pile.sendRaw('[6,"1","NotifyPeriodicEventStream",{}]')
  await pile.call('Heartbeat')
  expect(pile.strays).toEqual([])
  await until(async () => {
    const flags = await rig.db.selectFrom('pile_flag').select('flag').where('pile_id', '=', id).execute()
    return flags.some(({ flag }) => flag === 'ignored_frame')
  })
})

test.each([
  ['DataTransfer', { vendorId: 'org.example' }, { status: 'UnknownVendorId' }],
  ['LogStatusNotification', { status: 'Uploading', requestId: 7 }, {}],
  ['FirmwareStatusNotification', { status: 'Downloading', requestId: 7 }, {}],
  ['SecurityEventNotification', { type: 'TamperDetectionActivated', timestamp: now() }, {}],
  ['SignCertificate', { csr: 'none', certificateType: 'V2GCertificate' }, { status: 'Rejected' }],
  ['NotifyReport', { requestId: 1, generatedAt: now(), seqNo: 0 }, {}],
  ['ReservationStatusUpdate', { reservationId: 1, reservationUpdateStatus: 'Expired' }, {}],
  ['ClearedChargingLimit', { chargingLimitSource: 'EMS' }, {}],
  ['GetCertificateStatus', { ocspRequestData: hash() }, { status: 'Failed' }],
  ['Authorize', { idToken: { idToken: '', type: 'NoAuthorization' } }, { idTokenInfo: { status: 'Invalid' } }],
  ['Authorize', { idToken: { idToken: 'UNKNOWN', type: 'eMAID' } }, { idTokenInfo: { status: 'Invalid' } }],
])('%s is answered', async (action, payload, answer) => {
  const { pile } = await booted()
  expect(await pile.call(action, payload)).toEqual(answer)
})

function hash() {
  const text = { issuerNameHash: 'a', issuerKeyHash: 'b', serialNumber: '1', responderURL: 'https://example.org' }
  return { hashAlgorithm: 'SHA256', ...text }
}

test('a fault of a connector opens an alarm, and its end closes it', async () => {
  const { pile, id } = await booted()
  const alarms = () => rig.db.selectFrom('alarm').select(['code', 'cleared_at']).where('pile_id', '=', id).execute()
  await connectorIs(pile, 'Faulted')
  expect(await alarms()).toEqual([{ code: 'Faulted', cleared_at: null }])
  await connectorIs(pile, 'Available')
  expect(await alarms()).toEqual([{ code: 'Faulted', cleared_at: expect.any(String) }])
})

test('what real piles do wrong is taken and flagged, as in 1.6', async () => {
  const { pile, id } = await booted()
  const odd = { timestamp: '2026-11-20 07:00:00', connectorStatus: 'Sleeping', evseId: '1', connectorId: 1, vendor: 1 }
  expect(await pile.call('StatusNotification', odd)).toEqual({})
  await until(async () => {
    const rows = await rig.db.selectFrom('pile_flag').select('flag').where('pile_id', '=', id).execute()
    const flags = new Set(rows.map(({ flag }) => flag))
    return ['unknown_value', 'number_as_text', 'unknown_field', 'time_without_zone'].every((flag) => flags.has(flag))
  })
})

test('what it is asked for, it is asked for in its own words', async () => {
  const { pile, id } = await booted()
  const ask = async (intent: Parameters<typeof rig.piles.commands.ask>[0]['intent' & keyof object]) =>
    rig.piles.commands.ask({ pile_id: id, connector_number: null, intent, asked_by: 'Ann' } as never)
  for (const action of [
    'Reset',
    'UnlockConnector',
    'ChangeAvailability',
    'TriggerMessage',
    'ClearCache',
    'DataTransfer',
  ])
    pile.onCall(action, { status: action === 'UnlockConnector' ? 'Unlocked' : 'Accepted' })
  const said: [object, string, object][] = [
    [{ ask: 'reset', type: 'Hard' }, 'Reset', { type: 'Immediate' }],
    [{ ask: 'reset', type: 'Soft' }, 'Reset', { type: 'OnIdle' }],
    [{ ask: 'unlock', connector_number: 302 }, 'UnlockConnector', { evseId: 3, connectorId: 2 }],
    [
      { ask: 'availability', connector_number: 2, type: 'Inoperative' },
      'ChangeAvailability',
      { operationalStatus: 'Inoperative', evse: { id: 2, connectorId: 1 } },
    ],
    [
      { ask: 'availability', connector_number: 0, type: 'Operative' },
      'ChangeAvailability',
      { operationalStatus: 'Operative' },
    ],
    [
      { ask: 'trigger', message: 'connector', connector_number: 1 },
      'TriggerMessage',
      { requestedMessage: 'StatusNotification', evse: { id: 1, connectorId: 1 } },
    ],
    [{ ask: 'clear_cards' }, 'ClearCache', {}],
    [{ ask: 'send_data', vendor_id: 'v', message_id: null, data: 'd' }, 'DataTransfer', { vendorId: 'v', data: 'd' }],
  ]
  for (const [intent, action, payload] of said) {
    expect(await ask(intent as never)).toMatchObject({ reply: { meaning: 'yes' } })
    expect(await pile.nextCall(action)).toEqual(payload)
  }
  expect(await ask({ ask: 'raise_profile', profile: 2 } as never)).toMatchObject({
    failure: { status: 'refused', code: 'NotSupported' },
  })
  expect(rig.piles.canAsk(id)).not.toContain('raise_profile')
  const read = (action: string) => rig.piles.readCall(id, { action, payload: { type: 'Immediate' } })
  expect([await read('Reset'), await read('Restart')]).toEqual([{ facts: expect.anything() }, { unknown: true }])
})
