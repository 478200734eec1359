import { expect, test } from 'vitest'
import { protocols } from '../../src/server/ocpp/protocols.ts'
import { v16 } from '../../src/server/ocpp/v16/protocol.ts'
import { v21 } from '../../src/server/ocpp/v21/protocol.ts'
import { schemas21 } from '../../src/server/ocpp/v21/schemas.ts'
import { replyOf } from '../../src/server/ocpp/v201/answers.ts'
import { v201 } from '../../src/server/ocpp/v201/protocol.ts'
import { schemas201 } from '../../src/server/ocpp/v201/schemas.ts'
import type { SentProfile } from '../../src/shared/domain/charging-profiles/profile.ts'
import type { Intent } from '../../src/shared/domain/intent.ts'
import type { Connection } from '../../src/shared/domain/network.ts'
import { pile } from '../../src/shared/entities/pile.ts'

const at = '2026-11-24T22:00:00Z'
const transfer = { location: 'https://example.org/file', retries: 3, retry_seconds: 60, times: [], retries_ms: 0 }
const profile: SentProfile = {
  ...{ id: 5, transaction_id: 'its-own', stack_level: 2, charging_profile_purpose: 'session' },
  ...{ charging_profile_kind: 'recurring', recurrency_kind: 'daily', valid_from: at, valid_to: null },
  ...{ duration: 3600, start_schedule: at, charging_rate_unit: 'A', min_charging_rate: null },
  periods: [
    { start: 0, limit: 16, phases: 3 },
    { start: 600, limit: 8.5, phases: null },
  ],
}

const connection: Connection = {
  ...{ address: 'wss://a.example/ocpp', profile: 2, interface: 'wireless0', message_seconds: 30 },
  apn: { name: 'iot', user: 'me', password: 'secret', sign_in: 'chap' },
}

const intents: Intent[] = [
  { ask: 'start', connector_number: 2, card_number: '04A2B3C4' },
  { ask: 'start', connector_number: null, card_number: 'CUSTOMER-5' },
  { ask: 'stop', transaction_id: 'its-own' },
  { ask: 'transaction_status', transaction_id: 'its-own', by_pile_name: true },
  { ask: 'read_monitors' },
  {
    ...{
      ask: 'set_monitor',
      component: 'EVSE',
      component_instance: 'a',
      evse: 1,
      connector: 2,
      variable: 'Temperature',
    },
    ...{ variable_instance: 'inlet', watch: 'upper', limit: 80.5, level: 4, in_session: true },
  },
  { ask: 'clear_monitor', monitor_number: 7 },
  { ask: 'set_event_level', level: 6 },
  { ask: 'reset_monitors', base: 'factory' },
  { ask: 'customer_data', card_number: '04A2B3C4', wanted: 'report_and_clear' },
  { ask: 'read_messages' },
  { ask: 'tell_cost', transaction_id: 'its-own', cents: 1234 },
  {
    ...{ ask: 'show_message', number: 7, format: 'uri', priority: 'always_front', shown_while: 'idle', starts_at: at },
    ...{ ends_at: at, transaction_id: 'its-own', texts: [{ language: 'en', text: 'https://example.org' }] },
  },
  { ask: 'remove_message', message_number: 7 },
  { ask: 'unlock', connector_number: 102 },
  { ask: 'reset_gun', connector_number: 3, type: 'Hard' },
  { ask: 'reset', type: 'Hard' },
  { ask: 'availability', connector_number: 0, type: 'Operative' },
  { ask: 'availability', connector_number: 302, type: 'Inoperative' },
  { ask: 'trigger', message: 'meter', connector_number: 1 },
  { ask: 'trigger', message: 'certificate', connector_number: null },
  { ask: 'clear_cards' },
  { ask: 'card_list_version' },
  { ask: 'update_card_list', version: 3, full: true, cards: [] },
  {
    ...{ ask: 'update_card_list', version: 4, full: false },
    cards: [
      { card_number: '04A2B3C4', status: 'Accepted' },
      { card_number: 'GONE', status: null },
    ],
  },
  { ask: 'reserve', connector_number: 2, card_number: '04A2B3C4', reservation: 9, until: at },
  { ask: 'cancel_reservation', reservation: 9 },
  { ask: 'set_profile', connector_number: 202, profile },
  { ask: 'clear_profile', id: 5, connector_number: 2, purpose: null, stack_level: null },
  { ask: 'clear_profile', id: null, connector_number: 2, purpose: 'pile_max', stack_level: 1 },
  { ask: 'clear_profile', id: null, connector_number: null, purpose: null, stack_level: null },
  { ask: 'read_schedule', connector_number: 0, seconds: 86_400, unit: 'W' },
  { ask: 'read_profiles' },
  { ask: 'send_certificate', chain: 'PEM' },
  { ask: 'trigger', message: 'combined_certificate', connector_number: null },
  { ask: 'install_certificate', use: 'mobility', certificate: 'PEM' },
  { ask: 'list_certificates', use: 'v2g_chain' },
  {
    ...{ ask: 'delete_certificate', use: 'v2g', algorithm: 'SHA256' },
    ...{ issuer_name_hash: 'aa', issuer_key_hash: 'bb', serial_number: 'c' },
  },
  { ask: 'write_network', slot: 2, connection },
  { ask: 'move_network', slot: 2 },
  { ask: 'set_password', password: 'a long enough password' },
  { ask: 'read_settings', keys: [] },
  { ask: 'read_settings', keys: [], only: 'settable' },
  { ask: 'read_settings', keys: [], only: { component: 'EVSE' } },
  { ask: 'read_settings', keys: ['Connector(1,2)/Power#MaxSet', 'OCPPCommCtrlr/MessageTimeout[Default]'] },
  { ask: 'configure', key: 'OCPPCommCtrlr/HeartbeatInterval', value: '60' },
  { ask: 'configure_all', settings: [{ key: 'EVSE(1)/Power#MinSet', value: '7' }] },
  { ask: 'send_data', vendor_id: 'v', message_id: 'm', data: 'd' },
  { ask: 'upload_log', log: 'security_log', request: 7, ...transfer },
  {
    ...{ ask: 'update_signed_firmware', request: 8, at, certificate: 'PEM', signature: 'c2ln', install_at: at },
    ...{ ...transfer, version: { before: null, after: null } },
  },
  // It has one call for both.
  { ask: 'upload_diagnostics', request: undefined, ...transfer },
  { ask: 'update_firmware', request: undefined, at, ...transfer, version: { before: null, after: null } },
]

const PRIORITY: Intent = { ask: 'priority', transaction_id: 'its-own', on: true }
const ofPriority: SentProfile = {
  ...{ ...profile, transaction_id: null, charging_profile_purpose: 'priority', duration: null },
  ...{ charging_profile_kind: 'absolute', recurrency_kind: null },
}
const tariff = {
  ...{ id: 'CD01', currency: 'CNY', free_minutes: 15 },
  bands: [
    { start_hour: 6, end_hour: 22, energy_fee: 178, occupation_fee: 600 },
    { start_hour: 22, end_hour: 6, energy_fee: 51, occupation_fee: 0 },
  ],
}
const NO_MORE = { dyn_update_interval: null, max_offline_duration: null, invalid_after_offline_duration: false }
const DYNAMIC: SentProfile = {
  ...{ ...ofPriority, charging_profile_purpose: 'session_default', charging_profile_kind: 'dynamic' },
  ...{ start_schedule: null, periods: [{ start: 0, limit: 11_000, phases: null }] },
  ...{ dyn_update_interval: 60, max_offline_duration: 600, invalid_after_offline_duration: true },
}
/** What 2.1 alone can be asked for. */
const intents21: Intent[] = [
  PRIORITY,
  { ask: 'set_profile', connector_number: 2, profile: { ...ofPriority, ...NO_MORE } },
  { ask: 'clear_profile', id: null, connector_number: 2, purpose: 'priority', stack_level: null },
  { ask: 'set_tariff', connector_number: 0, tariff },
  { ask: 'set_tariff', connector_number: 2, tariff },
  { ask: 'clear_tariffs', connector_number: null, ids: null },
  { ask: 'clear_tariffs', connector_number: 1, ids: ['CD01'] },
  { ask: 'read_tariffs', connector_number: 0 },
  { ask: 'set_profile', connector_number: 0, profile: DYNAMIC },
  { ask: 'set_profile', connector_number: 0, profile: { ...ofPriority, ...NO_MORE, max_offline_duration: 0 } },
  { ask: 'change_limit', id: 5, limit: 7400.5 },
  { ask: 'install_certificate', use: 'oem', certificate: 'PEM' },
  { ask: 'list_certificates', use: 'oem' },
  { ask: 'write_network', slot: 3, connection: { ...connection, interface: 'any', apn: null } },
]

const { say } = v201

test.each([
  { protocol: v201, schemas: schemas201, asked: intents },
  { protocol: v21, schemas: schemas21, asked: [...intents, ...intents21] },
])('everything that can be asked is asked as the standard says: $protocol.name', ({ protocol, schemas, asked }) => {
  for (const intent of asked) {
    const call = protocol.say(intent, 77)
    if (!call) expect.fail(intent.ask)
    expect({ [call.action]: schemas.deviations(call.action, 'req', call.payload) }).toEqual({ [call.action]: [] })
  }
  expect(new Set(asked.map(({ ask }) => ask))).toEqual(new Set(protocol.asks))
})

test('what 2.1 has beyond 2.0.1 is asked in 2.1 alone, and read again as it was', () => {
  for (const intent of intents21) {
    expect([v16.say(intent, 1), v201.say(intent, 1)]).toEqual([null, null])
    const call = v21.say(intent, 1)
    expect(call && v21.read(call)).toEqual(intent)
  }
})

test('a connection is read again as it was, and one that says more is none of ours', () => {
  const intent: Intent = { ask: 'write_network', slot: 2, connection }
  for (const protocol of [v201, v21]) {
    const call = protocol.say(intent, 1)
    expect(call && protocol.read(call)).toEqual(intent)
    const payload = call?.payload as { connectionData: object }
    for (const more of [{ vpn: {} }, { identity: 'B' }, { ocppTransport: 'SOAP' }])
      expect(
        protocol.read({
          action: 'SetNetworkProfile',
          payload: { configurationSlot: 2, connectionData: { ...payload.connectionData, ...more } },
        }),
      ).toEqual({ ask: 'other' })
  }
})

test('a tariff that our words are too few for is none of ours, and what its pile holds is asked', () => {
  const beyond = { tariffId: 'X', currency: 'CNY', chargingTime: { prices: [{ priceMinute: 1 }] } }
  const call = { action: 'SetDefaultTariff', payload: { evseId: 0, tariff: beyond } }
  expect(v21.read(call)).toEqual({ ask: 'other', touches: 'tariffs' })
})

test.each([
  ['SetDefaultTariff', { status: 'TooManyElements' }, { meaning: 'no' }],
  ['SetDefaultTariff', { status: 'ConditionNotSupported' }, { meaning: 'no' }],
  ['SetDefaultTariff', { status: 'DuplicateTariffId' }, { meaning: 'no' }],
  ['SetDefaultTariff', { status: 'Accepted' }, { meaning: 'yes' }],
  ['ClearTariffs', { clearTariffsResult: [{ tariffId: 'A', status: 'Accepted' }] }, { meaning: 'yes' }],
  ['ClearTariffs', { clearTariffsResult: [{ status: 'NoTariff' }] }, { meaning: 'yes' }],
  [
    'ClearTariffs',
    {
      clearTariffsResult: [
        { tariffId: 'A', status: 'Accepted' },
        { tariffId: 'B', status: 'Rejected' },
      ],
    },
    { meaning: 'no', word: 'Rejected' },
  ],
  ['GetTariffs', { status: 'NoTariff' }, { meaning: 'yes', tariffs: [] }],
  ['GetTariffs', { status: 'Rejected' }, { meaning: 'no' }],
  [
    'GetTariffs',
    {
      status: 'Accepted',
      tariffAssignments: [
        { tariffId: 'A', tariffKind: 'DefaultTariff', evseIds: [1, 2], validFrom: at },
        { tariffId: 'B', tariffKind: 'DriverTariff', idTokens: ['04A2'] },
      ],
    },
    { meaning: 'yes', tariffs: [{ id: 'A', evses: [1, 2], from: at }] },
  ],
])('an answer about tariffs to %s of %j', (action, answer, reply) => {
  expect(schemas21.deviations(action, 'conf', answer)).toEqual([])
  expect(v21.replyOf(action, answer)).toMatchObject(reply)
})

test('what has no words is not asked', () => {
  expect(say({ ask: 'trigger', message: 'diagnostics', connector_number: null }, 1)).toBeNull()
  // Keys of 1.6.
  expect(say({ ask: 'read_settings', keys: ['HeartbeatInterval'] }, 1)).toBeNull()
  expect(say({ ask: 'configure', key: 'HeartbeatInterval', value: '60' }, 1)).toBeNull()
})

test('a profile of a session bears the pile’s own name of it, and stands at its EVSE', () => {
  expect(say({ ask: 'set_profile', connector_number: 202, profile }, 1)?.payload).toEqual({
    evseId: 2,
    chargingProfile: {
      ...{ id: 5, transactionId: 'its-own', stackLevel: 2, chargingProfilePurpose: 'TxProfile' },
      ...{ chargingProfileKind: 'Recurring', recurrencyKind: 'Daily', validFrom: at },
      chargingSchedule: [
        {
          ...{ id: 5, duration: 3600, startSchedule: at, chargingRateUnit: 'A' },
          chargingSchedulePeriod: [
            { startPeriod: 0, limit: 16, numberPhases: 3 },
            { startPeriod: 600, limit: 8.5 },
          ],
        },
      ],
    },
  })
})

test.each([
  ['Reset', { status: 'Scheduled' }, { meaning: 'yes', proviso: 'Scheduled' }],
  ['GetLog', { status: 'AcceptedCanceled' }, { meaning: 'yes', proviso: 'AcceptedCanceled' }],
  ['UnlockConnector', { status: 'UnlockFailed' }, { meaning: 'failed' }],
  ['UnlockConnector', { status: 'OngoingAuthorizedTransaction' }, { meaning: 'no' }],
  ['SendLocalList', { status: 'VersionMismatch' }, { meaning: 'no' }],
  ['SendLocalList', { status: 'Failed' }, { meaning: 'failed' }],
  ['GetLocalListVersion', { versionNumber: 4 }, { meaning: 'yes', list_version: 4 }],
  ['ReserveNow', { status: 'Occupied' }, { meaning: 'no', obstacle: 'occupied' }],
  ['ClearChargingProfile', { status: 'Unknown' }, { meaning: 'yes' }],
  ['UpdateFirmware', { status: 'RevokedCertificate' }, { meaning: 'no' }],
  ['CustomerInformation', { status: 'Accepted' }, { meaning: 'yes', proviso: 'Reports' }],
  ['CustomerInformation', { status: 'Invalid' }, { meaning: 'no', proviso: null }],
  ['Reset', { status: 'Perhaps' }, { meaning: 'unclear', word: 'Perhaps' }],
])('an answer to %s of %j', (action, answer, reply) => {
  expect(replyOf(action, answer)).toMatchObject(reply)
})

test('a schedule that a pile tells is read', () => {
  const chargingSchedulePeriod = [{ startPeriod: 0, limit: 11_000 }]
  const told = { evseId: 1, duration: 60, scheduleStart: at, chargingRateUnit: 'W', chargingSchedulePeriod }
  const answer = { status: 'Accepted', schedule: told }
  expect(schemas201.deviations('GetCompositeSchedule', 'conf', answer)).toEqual([])
  expect(replyOf('GetCompositeSchedule', answer).schedule).toEqual({
    ...{ starts_at: at, duration: 60, charging_rate_unit: 'W', periods: [{ start: 0, limit: 11_000, phases: null }] },
  })
})

test('a pile may be held to any version that is spoken', () => {
  expect(pile.fields.only_protocol.choices).toEqual(protocols.pins)
})
