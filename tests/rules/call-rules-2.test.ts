import { describe, expect, test } from 'vitest'
import type { Payload } from '../../src/server/ocpp/framing.ts'
import { SECRET_MASK } from '../../src/server/ocpp/hidden.ts'
import { v21 } from '../../src/server/ocpp/v21/protocol.ts'
import schemas21 from '../../src/server/ocpp/v21/schemas/ocpp2_1.json' with { type: 'json' }
import { v201 } from '../../src/server/ocpp/v201/protocol.ts'
import schemas201 from '../../src/server/ocpp/v201/schemas/ocpp2_0_1.json' with { type: 'json' }
import { namedIn } from '../../src/server/piles/named-in-call.ts'
import { beginningOf, type FormNode, flawsOfCall } from '../../src/shared/domain/call-form.ts'

/** Calls by hand in the versions of OCPP 2: what may be sent, what it asks for, whom it names, and what of it is hidden. */

const card = { idToken: { idToken: '04A2B3C4', type: 'ISO14443' } }
const profile = (
  chargingProfilePurpose: string,
  { transactionId, startPeriod = 0 }: { transactionId?: string; startPeriod?: number } = {},
) => ({
  ...{ id: 7, stackLevel: 0, chargingProfilePurpose, chargingProfileKind: 'Relative' },
  ...(transactionId !== undefined && { transactionId }),
  chargingSchedule: [{ id: 1, chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod, limit: 11_000 }] }],
})
const start = (more: object) => ({ remoteStartId: 1, ...card, ...more })
const limit = (evseId: number, chargingProfile: object) => ({ evseId, chargingProfile })
const list = (versionNumber: number, updateType: string, entry: object = {}) => ({
  ...{ versionNumber, updateType, localAuthorizationList: [{ ...card, ...entry }] },
})
const may = (status: string) => ({ idTokenInfo: { status } })
const variable = (component: string, name: string, attributeValue: string, more: object = {}) => ({
  ...{ component: { name: component }, variable: { name }, attributeValue, ...more },
})
const set = (...setVariableData: object[]) => ({ setVariableData })
const shown = (more: object = {}) => ({
  ...{ id: 4, priority: 'InFront', message: { format: 'UTF8', content: 'Hello' } },
  ...more,
})
const PASSWORD = 'Nobody-guesses-this-1'
const password = (value = PASSWORD) => variable('SecurityCtrlr', 'BasicAuthPassword', value)
const monitor = (more: object = {}) => ({
  ...{ component: { name: 'EVSE', evse: { id: 1 } }, variable: { name: 'Power' } },
  ...{ value: 5, type: 'UpperThreshold', severity: 4, ...more },
})
const connection = (more: object = {}) => ({
  configurationSlot: 2,
  connectionData: {
    ...{ ocppVersion: 'OCPP20', ocppTransport: 'JSON', ocppCsmsUrl: 'wss://csms.example', messageTimeout: 30 },
    ...{ securityProfile: 2, ocppInterface: 'Wired0', ...more },
  },
})
const vpn = {
  server: 'vpn.example',
  user: 'pile',
  password: 'vpn-password-1',
  key: 'vpn-key-of-the-pile',
  type: 'IKEv2',
}
const apn = { apn: 'iot', apnPassword: 'apn-password-1', apnAuthentication: 'PAP', simPin: 12345678 }
const customer = (more: object) => ({ requestId: 1, report: true, clear: false, ...more })
const certificate = {
  customerCertificate: { hashAlgorithm: 'SHA256', issuerNameHash: 'a', issuerKeyHash: 'b', serialNumber: 'C0FFEE' },
}

const versions = [
  { name: '2.0.1', protocol: v201, schemas: schemas201 as object[] as Schema[] },
  { name: '2.1', protocol: v21, schemas: schemas21 as object[] as Schema[] },
]
interface Schema {
  $id: string
  enum?: string[]
  $ref?: string
  properties?: Record<string, Schema>
  definitions?: Record<string, Schema>
}

describe.each(versions)('in $name', ({ protocol, schemas }) => {
  const call = (action: string, payload: object) => ({ action, payload: payload as Payload })
  const actions = Object.keys(protocol.examples)

  test.each(actions)('%s has a form whose beginning lacks nothing but what is needed', (action) => {
    const node = protocol.form(action)
    if (!node) return expect.fail(action)
    for (const { problem } of flawsOfCall(node, beginningOf(node))) expect(problem).toMatch(/required|too_few/)
  })

  test('the first one asks and changes nothing, and can be sent as it is', () => {
    const [[action, payload]] = Object.entries(protocol.examples) as [[string, Payload]]
    expect([action, protocol.flawOf({ action, payload })]).toEqual(['GetVariables', null])
  })

  test('a form does not ask for makers’ own data in each of its parts', () => {
    const names = (node: FormNode): string[] => {
      if (node.kind === 'list') return names(node.item)
      return node.kind === 'object' ? node.fields.flatMap((field) => [field.name, ...names(field.node)]) : []
    }
    const form = protocol.form('SetVariables') as FormNode
    expect(names(form)).toContain('attributeValue')
    expect(names(form)).not.toContain('customData')
  })

  test('a pile’s own messages, and those of no version, are not ours to send', () => {
    for (const action of ['BootNotification', 'NotifyEvent', 'StatusNotification', 'Remote', 'constructor']) {
      expect(protocol.flawOf(call(action, {}))).toMatchObject({ kind: 'not_implemented' })
      expect(protocol.form(action)).toBeNull()
    }
  })

  test('no word that the standard has for an answer leaves it open what became of a call', () => {
    const open = actions.flatMap((action) => {
      const conf = schemas.find(({ $id }) => [`urn:${action}.conf`, `urn:${action}Response`].includes($id))
      const { $ref } = conf?.properties?.status ?? {}
      const words = ($ref && conf?.definitions?.[$ref.replace('#/definitions/', '')]?.enum) || []
      return words
        .filter((status) => protocol.replyOf(action, { status }).meaning === 'unclear')
        .map((word) => [action, word])
    })
    expect(open).toEqual([])
  })

  test.each<[string, object, string]>([
    ['Reset', {}, 'type'],
    ['Reset', { type: 'Gentle' }, '/type'],
    ['Reset', { type: 'OnIdle', evseId: -1 }, '/evseId'],
    ['GetVariables', { getVariableData: [] }, '/getVariableData'],
    ['UnlockConnector', { evseId: 0, connectorId: 1 }, '/evseId'],
    ['UnlockConnector', { evseId: 1, connectorId: 0 }, '/connectorId'],
    ['TriggerMessage', { requestedMessage: 'Heartbeat', evse: { id: 1000 } }, '/evse/id'],
    ['TriggerMessage', { requestedMessage: 'StatusNotification', evse: { id: 1 } }, 'connectorId'],
    ['ChangeAvailability', { operationalStatus: 'Operative', evse: { id: 1, connectorId: 0 } }, '/evse/connectorId'],
    ['RequestStartTransaction', start({ evseId: 0 }), '/evseId'],
    ['RequestStartTransaction', start({ chargingProfile: profile('TxDefaultProfile') }), 'TxDefaultProfile'],
    ['RequestStartTransaction', start({ chargingProfile: profile('TxProfile', { transactionId: 'a' }) }), 'TxProfile'],
    ['RequestStartTransaction', start({ chargingProfile: profile('TxProfile', { startPeriod: 60 }) }), 'startPeriod'],
    ['SetChargingProfile', limit(0, profile('TxProfile', { transactionId: 'a' })), 'TxProfile'],
    ['SetChargingProfile', limit(1, profile('TxProfile')), 'TxProfile'],
    ['SetChargingProfile', limit(1, profile('ChargingStationMaxProfile')), 'ChargingStationMaxProfile'],
    ['SetChargingProfile', limit(0, profile('ChargingStationExternalConstraints')), 'ExternalConstraints'],
    [
      'ClearChargingProfile',
      { chargingProfileCriteria: { chargingProfilePurpose: 'ChargingStationExternalConstraints' } },
      'ExternalConstraints',
    ],
    ['ClearChargingProfile', {}, 'chargingProfileId'],
    ['ClearChargingProfile', { chargingProfileCriteria: {} }, 'chargingProfileId'],
    ['SendLocalList', list(0, 'Full', may('Accepted')), '/versionNumber'],
    ['SendLocalList', list(1, 'Full'), 'idTokenInfo'],
    ['SetMonitoringLevel', { severity: 10 }, '/severity'],
    [
      'SetVariableMonitoring',
      { setMonitoringData: [monitor(), monitor({ severity: 10 })] },
      '/setMonitoringData/1/severity',
    ],
    ['SetVariables', set(variable('A', 'B', '1'), password()), '/setVariableData/1 must be alone'],
    ['SetVariables', set(password(), variable('A', 'B', '1')), '/setVariableData/0 must be alone'],
    ['SetVariables', set(variable('A', 'B', '1'), variable('a', 'b', '2')), '/setVariableData/1 must not name'],
    ['CustomerInformation', customer({}), 'exactly one'],
    ['CustomerInformation', customer({ ...card, customerIdentifier: 'Zhang' }), 'exactly one'],
  ])('%s %j is not sent', (action, payload, why) => {
    expect(protocol.flawOf(call(action, payload))).toMatchObject({ description: expect.stringContaining(why) })
  })

  test.each<[string, object]>([
    ['RequestStartTransaction', start({ evseId: 1, chargingProfile: profile('TxProfile') })],
    ['Reset', { type: 'Immediate', evseId: 1 }],
    ['SetChargingProfile', limit(0, profile('ChargingStationMaxProfile'))],
    ['SetChargingProfile', limit(0, profile('TxDefaultProfile'))],
    ['SendLocalList', { versionNumber: 2, updateType: 'Full' }],
    ['GetTransactionStatus', {}],
    ['SetVariables', set(variable('A', 'B', '1'), variable('A', 'B', '2', { attributeType: 'MaxSet' }))],
    ['CustomerInformation', customer(certificate)],
    ['SetNetworkProfile', connection({ vpn, apn })],
  ])('%s %j is sent', (action, payload) => {
    expect(protocol.flawOf(call(action, payload))).toBeNull()
  })

  const other = { ask: 'other' }
  test.each<[string, object, object]>([
    ['RequestStartTransaction', start({ evseId: 2 }), { ask: 'start', connector_number: 2, card_number: '04A2B3C4' }],
    ['RequestStartTransaction', start({}), { ask: 'start', connector_number: null, card_number: '04A2B3C4' }],
    ['RequestStopTransaction', { transactionId: 'its-own' }, { ask: 'stop', transaction_id: 'its-own' }],
    [
      'GetTransactionStatus',
      { transactionId: 'its-own' },
      { ask: 'transaction_status', transaction_id: 'its-own', by_pile_name: true },
    ],
    ['GetTransactionStatus', {}, other],
    ['UnlockConnector', { evseId: 1, connectorId: 2 }, { ask: 'unlock', connector_number: 102 }],
    ['Reset', { type: 'Immediate' }, { ask: 'reset', type: 'Hard' }],
    ['Reset', { type: 'OnIdle', evseId: 1 }, { ask: 'reset_gun', connector_number: 1, type: 'Soft' }],
    [
      'ChangeAvailability',
      { operationalStatus: 'Inoperative' },
      { ask: 'availability', connector_number: 0, type: 'Inoperative' },
    ],
    [
      'ChangeAvailability',
      { operationalStatus: 'Operative', evse: { id: 3, connectorId: 2 } },
      { ask: 'availability', connector_number: 302, type: 'Operative' },
    ],
    [
      'TriggerMessage',
      { requestedMessage: 'FirmwareStatusNotification' },
      { ask: 'trigger', message: 'signed_firmware', connector_number: null },
    ],
    ['TriggerMessage', { requestedMessage: 'SignV2GCertificate' }, other],
    ['ClearCache', {}, { ask: 'clear_cards' }],
    ['GetLocalListVersion', {}, { ask: 'card_list_version' }],
    [
      'SendLocalList',
      list(2, 'Full', may('NoCredit')),
      { ask: 'update_card_list', version: 2, full: true, cards: [{ card_number: '04A2B3C4', status: 'Invalid' }] },
    ],
    [
      'SendLocalList',
      list(3, 'Differential'),
      { ask: 'update_card_list', version: 3, full: false, cards: [{ card_number: '04A2B3C4', status: null }] },
    ],
    [
      'ReserveNow',
      { id: 5, expiryDateTime: '2030-01-01T00:00:00Z', evseId: 1, ...card },
      {
        ...{ ask: 'reserve', connector_number: 1, card_number: '04A2B3C4', reservation: 5 },
        until: '2030-01-01T00:00:00Z',
      },
    ],
    ['CancelReservation', { reservationId: 5 }, { ask: 'cancel_reservation', reservation: 5 }],
    [
      'ClearChargingProfile',
      { chargingProfileCriteria: { evseId: 1, chargingProfilePurpose: 'TxProfile' } },
      { ask: 'clear_profile', id: null, connector_number: 1, purpose: 'session', stack_level: null },
    ],
    [
      'GetCompositeSchedule',
      { evseId: 0, duration: 60 },
      { ask: 'read_schedule', connector_number: 0, seconds: 60, unit: null },
    ],
    ['SetVariables', set(password()), { ask: 'set_password', password: PASSWORD }],
    [
      'SetVariables',
      set(variable('securityctrlr', 'basicauthpassword', PASSWORD)),
      { ask: 'set_password', password: PASSWORD },
    ],
    [
      'SetVariables',
      set(variable('OCPPCommCtrlr', 'HeartbeatInterval', '300')),
      { ask: 'configure', key: 'OCPPCommCtrlr/HeartbeatInterval', value: '300' },
    ],
    [
      'SetVariables',
      set(variable('A', 'B', '1'), variable('EVSE', 'Power', '7', { attributeType: 'MaxSet' })),
      {
        ask: 'configure_all',
        settings: [
          { key: 'A/B', value: '1' },
          { key: 'EVSE/Power#MaxSet', value: '7' },
        ],
      },
    ],
    [
      'GetVariables',
      { getVariableData: [{ component: { name: 'A' }, variable: { name: 'B', instance: 'C' } }] },
      { ask: 'read_settings', keys: ['A/B[C]'] },
    ],
    ['GetBaseReport', { requestId: 1, reportBase: 'FullInventory' }, { ask: 'read_settings', keys: [] }],
    [
      'GetBaseReport',
      { requestId: 1, reportBase: 'ConfigurationInventory' },
      { ask: 'read_settings', keys: [], only: 'settable' },
    ],
    ['GetBaseReport', { requestId: 1, reportBase: 'SummaryInventory' }, other],
    [
      'GetReport',
      { requestId: 1, componentVariable: [{ component: { name: 'EVSE' } }] },
      { ask: 'read_settings', keys: [], only: { component: 'EVSE' } },
    ],
    ['GetReport', { requestId: 1, componentVariable: [{ component: { name: 'EVSE', evse: { id: 1 } } }] }, other],
    ['GetReport', { requestId: 1, componentCriteria: ['Problem'] }, other],
    ['GetMonitoringReport', { requestId: 1 }, { ask: 'read_monitors' }],
    ['GetMonitoringReport', { requestId: 1, monitoringCriteria: ['DeltaMonitoring'] }, other],
    [
      'SetVariableMonitoring',
      { setMonitoringData: [monitor()] },
      {
        ...{ ask: 'set_monitor', component: 'EVSE', component_instance: null, evse: 1, connector: null },
        ...{ variable: 'Power', variable_instance: null, watch: 'upper', limit: 5, level: 4, in_session: false },
      },
    ],
    ['SetVariableMonitoring', { setMonitoringData: [monitor(), monitor()] }, { ask: 'other', touches: 'monitors' }],
    ['ClearVariableMonitoring', { id: [3] }, { ask: 'clear_monitor', monitor_number: 3 }],
    ['ClearVariableMonitoring', { id: [3, 4] }, { ask: 'other', touches: 'monitors' }],
    ['SetMonitoringBase', { monitoringBase: 'HardWiredOnly' }, { ask: 'reset_monitors', base: 'hard_wired' }],
    ['GetDisplayMessages', { requestId: 1 }, { ask: 'read_messages' }],
    ['GetDisplayMessages', { requestId: 1, state: 'Idle' }, other],
    ['ClearDisplayMessage', { id: 4 }, { ask: 'remove_message', message_number: 4 }],
    [
      'SetDisplayMessage',
      { message: shown({ state: 'Idle' }) },
      {
        ...{ ask: 'show_message', number: 4, format: 'utf8', priority: 'in_front', shown_while: 'idle' },
        ...{ starts_at: null, ends_at: null, transaction_id: null, texts: [{ language: null, text: 'Hello' }] },
      },
    ],
    ['SetDisplayMessage', { message: shown({ display: { name: 'Display' } }) }, { ask: 'other', touches: 'screen' }],
    ['SetMonitoringLevel', { severity: 4 }, { ask: 'set_event_level', level: 4 }],
    ['CustomerInformation', customer(card), { ask: 'customer_data', card_number: '04A2B3C4', wanted: 'report' }],
    [
      'CustomerInformation',
      customer({ ...card, clear: true, report: false }),
      { ask: 'customer_data', wanted: 'clear' },
    ],
    ['CustomerInformation', customer({ customerIdentifier: 'Zhang' }), other],
    ['SetNetworkProfile', connection(), { ask: 'write_network', slot: 2 }],
    ['CostUpdated', { totalCost: 1, transactionId: 'a' }, other],
    ['InstallCertificate', { certificateType: 'V2GRootCertificate', certificate: 'x' }, { use: 'v2g' }],
    ['GetInstalledCertificateIds', { certificateType: ['V2GCertificateChain'] }, { use: 'v2g_chain' }],
    ['InstallCertificate', { certificateType: 'CSMSRootCertificate', certificate: 'x' }, { use: 'central' }],
    ['GetInstalledCertificateIds', { certificateType: ['ManufacturerRootCertificate'] }, { use: 'manufacturer' }],
    ['GetInstalledCertificateIds', {}, other],
    [
      'GetLog',
      { logType: 'SecurityLog', requestId: 9, log: { remoteLocation: 'https://a' } },
      { log: 'security_log', request: 9 },
    ],
    [
      'DataTransfer',
      { vendorId: 'v', data: { a: 1 } },
      { ask: 'send_data', vendor_id: 'v', message_id: null, data: null },
    ],
  ])('%s %j asks for %j', (action, payload, intent) => {
    expect(protocol.flawOf(call(action, payload))).toBeNull()
    expect(protocol.read(call(action, payload))).toMatchObject(intent)
  })

  test('a limit that our words say is one of ours; one with several schedules is not', () => {
    const one = profile('TxProfile', { transactionId: 'its-own' })
    expect(protocol.read(call('SetChargingProfile', limit(1, one)))).toMatchObject({
      ...{ ask: 'set_profile', connector_number: 1 },
      profile: {
        ...{ id: 7, transaction_id: 'its-own', charging_profile_purpose: 'session', charging_rate_unit: 'W' },
        periods: [{ start: 0, limit: 11_000, phases: null }],
      },
    })
    const [schedule] = one.chargingSchedule
    const two = { ...one, chargingSchedule: [schedule, schedule] }
    expect(protocol.read(call('SetChargingProfile', limit(1, two)))).toEqual(other)
  })

  test.each<[string, object, object]>([
    ['SetVariables', set(password()), { password: PASSWORD, settings: [] }],
    [
      'SetVariables',
      set(variable('A', 'B', '1'), variable('SecurityCtrlr', 'SecurityProfile', '2')),
      { password: null, settings: ['A/B', 'SecurityCtrlr/SecurityProfile'] },
    ],
    ['SetNetworkProfile', connection(), { password: null, settings: ['NetworkConfiguration[2]/OcppCsmsUrl'] }],
    ['CostUpdated', { totalCost: 1, transactionId: 'a' }, { shows_prices: true, settings: [] }],
    ['UnlockConnector', { evseId: 2, connectorId: 1 }, { connector_number: 2 }],
    ['GetCompositeSchedule', { evseId: 0, duration: 60 }, { connector_number: 0 }],
    ['ClearCache', {}, { connector_number: null }],
  ])('%s %j is about %j', (action, payload, facts) => {
    expect(protocol.factsOf(call(action, payload))).toMatchObject(facts)
  })

  test.each<[string, object, string[], string[]]>([
    [
      'RequestStartTransaction',
      start({ groupIdToken: { idToken: 'GROUP1', type: 'Central' } }),
      ['04A2B3C4', 'GROUP1'],
      [],
    ],
    [
      'RequestStartTransaction',
      {
        remoteStartId: 1,
        idToken: { idToken: 'A1', type: 'Central', additionalInfo: [{ additionalIdToken: 'B2', type: 'x' }] },
      },
      ['A1', 'B2'],
      [],
    ],
    ['CustomerInformation', customer({ customerIdentifier: 'Zhang San' }), ['ZHANG SAN'], []],
    ['CustomerInformation', customer(certificate), ['C0FFEE'], []],
    ['CustomerInformation', customer(card), ['04A2B3C4'], []],
    ['SetVariables', set(variable('FreeVend', 'FreeVendIdTag', 'FREE1')), ['FREE1'], []],
    ['SetVariables', set(variable('A', 'B', '1'), variable('Maker', 'Anything', '04A2B3C4')), ['04A2B3C4'], []],
    ['SetVariables', set(variable('AuthCtrlr', 'MasterPassGroupId', 'MASTER1')), ['MASTER1'], []],
    ['SetVariables', set(variable('AuthCtrlr', 'SupportedIdTokenType', 'ISO14443')), [], []],
    ['SetVariables', set(password('04A2B3C4')), [], []],
    ['DataTransfer', { vendorId: 'v', data: { start: { card_no: 'A1B2' } } }, ['A1B2'], []],
    ['DataTransfer', { vendorId: 'v', data: 'customer-12 pays' }, ['CUSTOMER-12'], []],
    ['RequestStopTransaction', { transactionId: 'its-own' }, [], ['its-own']],
    ['GetTransactionStatus', { transactionId: '17' }, [], ['17']],
    ['SetChargingProfile', limit(1, profile('TxProfile', { transactionId: 'its-own' })), [], ['its-own']],
    ['CostUpdated', { totalCost: 1, transactionId: 'its-own' }, [], ['its-own']],
    ['SendLocalList', list(1, 'Full', may('Accepted')), ['04A2B3C4'], []],
  ])('%s %j names cards %j and transactions %j', (action, payload, tags, transactions) => {
    const named = namedIn(protocol.factsOf(call(action, payload)))
    expect([[...named.tags].sort(), named.transactions]).toEqual([[...tags].sort(), transactions])
  })

  test('what opens the pile or its network is hidden where it is kept, in its frame, and where the pile quotes it', () => {
    const payload = connection({ vpn, apn, ...(protocol === v21 && { basicAuthPassword: PASSWORD }) })
    const secrets = [
      vpn.password,
      vpn.key,
      apn.apnPassword,
      String(apn.simPin),
      ...(protocol === v21 ? [PASSWORD] : []),
    ]
    const kept = JSON.stringify(protocol.withoutSecrets(payload as Payload))
    const logged = protocol.loggedText(JSON.stringify([2, '1', 'SetNetworkProfile', payload]))
    for (const secret of secrets) for (const text of [kept, logged]) expect(text).not.toContain(secret)
    for (const text of [kept, logged]) expect(text).toContain('wss://csms.example')
    // A figure stands in many that are none.
    const quoted = secrets.filter((secret) => secret !== String(apn.simPin))
    expect([...protocol.secretsOf(call('SetNetworkProfile', payload))].sort()).toEqual(quoted.sort())
  })

  test('of several variables each secret is hidden, whichever place it has', () => {
    const payload = set(
      variable('OCPPCommCtrlr', 'HeartbeatInterval', '300'),
      variable('NetworkConfiguration', 'ApnPassword', 'apn-password-1'),
      variable('NetworkConfiguration', 'VpnKey', 'vpn-key-of-the-pile'),
    )
    const kept = protocol.withoutSecrets(payload as never)
    expect(JSON.stringify(kept)).not.toMatch(/apn-password-1|vpn-key-of-the-pile/)
    expect(JSON.stringify(kept)).toContain('300')
    expect(protocol.secretsOf(call('SetVariables', payload))).toEqual(['apn-password-1', 'vpn-key-of-the-pile'])
    expect(protocol.secretsOf(call('SetVariables', kept as object))).not.toContain(SECRET_MASK)
  })

  test.each([
    ['RequestStartTransaction', start({}), 'remoteStartId'],
    ['GetBaseReport', { requestId: 1, reportBase: 'FullInventory' }, 'requestId'],
    ['GetReport', { requestId: 1, componentCriteria: ['Problem'] }, 'requestId'],
    ['GetMonitoringReport', { requestId: 1 }, 'requestId'],
    ['CustomerInformation', customer(card), 'requestId'],
  ])('%s bears its command’s number, whatever number was written', (action, payload, name) => {
    expect(protocol.numbered?.(call(action, payload), 77)).toEqual({ action, payload: { ...payload, [name]: 77 } })
  })
})

test('each version has its own calls and fields', () => {
  const priority = { action: 'UsePriorityCharging', payload: { transactionId: 'a', activate: true } }
  expect(v201.flawOf(priority)).toMatchObject({ kind: 'not_implemented' })
  expect(v21.flawOf(priority)).toBeNull()
  const trigger = { action: 'TriggerMessage', payload: { requestedMessage: 'CustomTrigger', customTrigger: 'x' } }
  expect(v201.flawOf(trigger)).toMatchObject({ description: expect.any(String) })
  expect(v21.flawOf(trigger)).toBeNull()
  const fields = (protocol: typeof v21) => JSON.stringify(protocol.form('TriggerMessage')).includes('customTrigger')
  expect([fields(v201), fields(v21)]).toEqual([false, true])
  expect(v201.form('UsePriorityCharging')).toBeNull()
})

test('a password in how a pile of 2.1 connects is one by which it comes', () => {
  const payload = connection({ basicAuthPassword: PASSWORD }) as Payload
  expect(v21.read({ action: 'SetNetworkProfile', payload })).toEqual({ ask: 'set_password', password: PASSWORD })
  expect(v21.factsOf({ action: 'SetNetworkProfile', payload })).toMatchObject({
    ...{ password: PASSWORD, settings: ['NetworkConfiguration[2]/OcppCsmsUrl'] },
  })
})

test('what 2.1 has beyond our words is none of our intents', () => {
  const payload = limit(1, { ...profile('LocalGeneration') }) as Payload
  expect(v21.flawOf({ action: 'SetChargingProfile', payload })).toBeNull()
  expect(v21.read({ action: 'SetChargingProfile', payload })).toEqual({ ask: 'other' })
  for (const action of ['SetDefaultTariff', 'ChangeTransactionTariff'])
    expect(v21.factsOf({ action, payload: {} })).toMatchObject({ shows_prices: true })
})

test('every call of 2.1 is a pile’s to make or ours', () => {
  const actions = (schemas21 as object[] as Schema[]).flatMap(
    ({ $id }) => /^(?:urn:)?(\w+)Request$/.exec($id)?.[1] ?? [],
  )
  const ours = Object.keys(v21.examples)
  const theirs = actions.filter((action) => !ours.includes(action))
  expect(ours.filter((action) => !actions.includes(action))).toEqual([])
  expect(theirs.sort()).toEqual(
    [
      ...['Authorize', 'BatterySwap', 'BootNotification', 'ClearedChargingLimit', 'ClosePeriodicEventStream'],
      ...['FirmwareStatusNotification', 'Get15118EVCertificate', 'GetCertificateChainStatus', 'GetCertificateStatus'],
      ...['Heartbeat', 'LogStatusNotification', 'MeterValues', 'NotifyChargingLimit', 'NotifyCustomerInformation'],
      ...['NotifyDERAlarm', 'NotifyDERStartStop', 'NotifyDisplayMessages', 'NotifyEVChargingNeeds'],
      ...[
        'NotifyEVChargingSchedule',
        'NotifyEvent',
        'NotifyMonitoringReport',
        'NotifyPriorityCharging',
        'NotifyReport',
      ],
      ...['NotifySettlement', 'OpenPeriodicEventStream', 'PublishFirmwareStatusNotification'],
      ...['PullDynamicScheduleUpdate', 'ReportChargingProfiles', 'ReportDERControl', 'ReservationStatusUpdate'],
      ...['SecurityEventNotification', 'SignCertificate', 'StatusNotification', 'TransactionEvent'],
      ...['VatNumberValidation'],
    ].sort(),
  )
})
