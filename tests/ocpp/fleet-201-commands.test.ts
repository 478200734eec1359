import { afterEach, expect, test } from 'vitest'
import type { Pile } from '../../src/fleet/pile.ts'
import { v201 } from '../../src/server/ocpp/v201/protocol.ts'
import { NumberedFleet } from './numbered-fleet.ts'
import { gun, MINUTE, sedan, until } from './rig.ts'

const { asks, say } = v201

const rig = new NumberedFleet()
afterEach(() => rig.expectConforming())

const CARD = { idToken: '04A2B3C4', type: 'ISO14443' }
const at = (name: string, variable: string, evse?: object) => ({
  component: { name, ...(evse && { evse }) },
  variable: { name: variable },
})
const said = async (action: string, many = 1) => {
  await until(() => rig.central.all(action).length >= many)
  return rig.central.all(action) as Record<string, never>[]
}
const words = (list: unknown) => (list as { attributeStatus: string }[]).map(({ attributeStatus }) => attributeStatus)

async function charging(): Promise<Pile> {
  const pile = await rig.booted()
  gun(pile).plugIn(sedan(0.3))
  await gun(pile).swipe(CARD.idToken)
  await rig.pass(pile, 1)
  return pile
}

test('knows every call that this server makes of 2.0.1', async () => {
  await rig.booted()
  const made = asks.flatMap((ask) => {
    const intent = { ask, connector_number: 1, message: 'boot', card_number: 'A', cards: [], log: 'security_log' }
    try {
      return say({ ...intent, profile: { schedule: {}, periods: [] } } as never, 1)?.action ?? []
    } catch {
      return []
    }
  })
  expect(made.length).toBeGreaterThan(15)
  const unknown: string[] = []
  for (const action of new Set(made)) {
    const answer = await rig.call(action, {})
    if (Array.isArray(answer) && answer[0] === 'NotImplemented') unknown.push(action)
  }
  expect(unknown).toEqual([])
})

test('reads and sets variables, and says what is wrong with each (B05, B06)', async () => {
  const pile = await rig.booted()
  const read = [
    at('TxCtrlr', 'EVConnectionTimeOut'),
    at('Nothing', 'Power'),
    at('TxCtrlr', 'Nothing'),
    at('SecurityCtrlr', 'BasicAuthPassword'),
    { ...at('EVSE', 'Power', { id: 1 }), attributeType: 'Target' },
  ]
  const answer = await rig.ask('GetVariables', { getVariableData: read })
  const told = answer.getVariableResult as { attributeValue?: string }[]
  expect(words(told)).toEqual([
    'Accepted',
    'UnknownComponent',
    'UnknownVariable',
    'Rejected',
    'NotSupportedAttributeType',
  ])
  expect(told[0]?.attributeValue).toBe('120')
  const set = [
    { ...at('SampledDataCtrlr', 'TxUpdatedInterval'), attributeValue: '15' },
    { ...at('SampledDataCtrlr', 'TxUpdatedInterval'), attributeValue: 'often' },
    { ...at('OCPPCommCtrlr', 'WebSocketPingInterval'), attributeValue: '30' },
    { ...at('EVSE', 'Power', { id: 1 }), attributeValue: '1' },
    { ...at('TxCtrlr', 'TxStopPoint'), attributeValue: 'EVConnected' },
  ]
  const result = await rig.ask('SetVariables', { setVariableData: set })
  expect(words(result.setVariableResult)).toEqual(['Accepted', 'Rejected', 'RebootRequired', 'Rejected', 'Accepted'])
  expect(pile.configuration.count('MeterValueSampleInterval')).toBe(15)
})

test('reports some 200 variables in parts, numbered, the last one marked (B07)', async () => {
  const pile = await rig.booted()
  expect(await rig.ask('GetBaseReport', { requestId: 5, reportBase: 'FullInventory' })).toEqual({ status: 'Accepted' })
  await until(() => rig.central.all('NotifyReport').some(({ tbc }) => tbc === false))
  const parts = rig.central.all('NotifyReport') as { seqNo: number; tbc: boolean; reportData: object[] }[]
  expect(parts.map(({ seqNo }) => seqNo)).toEqual(parts.map((_, index) => index))
  expect(parts.map(({ tbc }) => tbc)).toEqual(parts.map((_, index) => index < parts.length - 1))
  const names = parts.flatMap(({ reportData }) =>
    (reportData as Record<string, object>[]).map(({ component, variable }) => JSON.stringify([component, variable])),
  )
  expect(names.length).toBeGreaterThan(200)
  expect(new Set(names).size).toBe(names.length)
  await gun(pile).raise({ code: 'ConnectorLockFailure' })
  await rig.ask('GetReport', { requestId: 6, componentCriteria: ['Problem'] })
  const problems = await said('NotifyReport', parts.length + 1)
  const named = ((problems.at(-1)?.reportData ?? []) as { component: { name: string } }[]).map(
    ({ component }) => component.name,
  )
  expect(new Set(named)).toEqual(new Set(['ChargingStation', 'EVSE', 'Connector', 'ConnectorPlugRetentionLock']))
})

test('takes, reports and clears monitors, and keeps them (N02, N04, N06)', async () => {
  const pile = await rig.booted()
  const power = { ...at('EVSE', 'Power', { id: 1 }), type: 'UpperThreshold', severity: 4, value: 100_000 }
  const wrong = [
    { ...power, value: 1e9, severity: 5 },
    { ...power, ...at('TxCtrlr', 'TxStopPoint') },
  ]
  const answer = await rig.ask('SetVariableMonitoring', { setMonitoringData: [power, power, ...wrong] })
  const results = answer.setMonitoringResult as { status: string; id?: number }[]
  expect(results.map(({ status }) => status)).toEqual(['Accepted', 'Duplicate', 'Rejected', 'UnsupportedMonitorType'])
  expect(pile.memory.monitors).toHaveLength(1)
  await rig.ask('GetMonitoringReport', { requestId: 7 })
  const [report] = await said('NotifyMonitoringReport')
  expect(report).toMatchObject({ monitor: [{ variableMonitoring: [{ id: results[0]?.id, severity: 4 }] }] })
  const cleared = await rig.ask('ClearVariableMonitoring', { id: [results[0]?.id, 99] })
  expect(cleared.clearMonitoringResult).toMatchObject([{ status: 'Accepted' }, { status: 'NotFound' }])
  expect(await rig.ask('GetMonitoringReport', { requestId: 8 })).toEqual({ status: 'EmptyResultSet' })
})

test('knows of a transaction whether it runs and whether messages wait (E14)', async () => {
  const pile = await charging()
  const { transactionId } = rig.events[0]?.transactionInfo ?? {}
  const status = () => rig.ask('GetTransactionStatus', { transactionId })
  expect(await status()).toEqual({ ongoingIndicator: true, messagesInQueue: false })
  await gun(pile).swipe(CARD.idToken)
  await pile.settled()
  expect(await status()).toEqual({ ongoingIndicator: false, messagesInQueue: false })
  expect(await rig.ask('GetTransactionStatus', {})).toEqual({ messagesInQueue: false })
})

test('unlocks no connector that charges, and resets when idle (F05.FR.02, B12)', async () => {
  const pile = await charging()
  const unlock = { evseId: 1, connectorId: 1 }
  expect(await rig.ask('UnlockConnector', unlock)).toEqual({ status: 'OngoingAuthorizedTransaction' })
  expect(await rig.ask('UnlockConnector', { evseId: 9, connectorId: 1 })).toEqual({ status: 'UnknownConnector' })
  expect(await rig.ask('Reset', { type: 'OnIdle' })).toEqual({ status: 'Scheduled' })
  expect(await rig.ask('Reset', { type: 'OnIdle', evseId: 9 })).toEqual({ status: 'Rejected' })
  await gun(pile).swipe(CARD.idToken)
  await rig.pass(pile, 1)
  expect((await said('BootNotification', 2)).at(-1)).toMatchObject({ reason: 'RemoteReset' })
  await until(() => pile.online)
  expect(await rig.ask('UnlockConnector', unlock)).toEqual({ status: 'Unlocked' })
})

test('starts one EVSE anew: at once its transaction ends, on idle it waits for that, and nothing else of the pile does (B11, B12)', async () => {
  const pile = await charging()
  expect(await rig.ask('Reset', { type: 'OnIdle', evseId: 1 })).toEqual({ status: 'Scheduled' })
  expect(rig.events.some(({ eventType }) => eventType === 'Ended')).toBe(false)
  expect(await rig.ask('Reset', { type: 'Immediate', evseId: 1 })).toEqual({ status: 'Accepted' })
  await until(() => rig.events.some(({ eventType }) => eventType === 'Ended'))
  expect(rig.events.at(-1)).toMatchObject({ transactionInfo: { stoppedReason: 'ImmediateReset' } })
  expect(await rig.ask('Reset', { type: 'OnIdle', evseId: 1 })).toEqual({ status: 'Accepted' })
  expect(pile.online).toBe(true)
  expect(await said('BootNotification', 1)).toHaveLength(1)
})

test('sets, reports and clears limits, and charges by them (K01, K08 to K10)', async () => {
  const pile = await charging()
  const limit = {
    ...{ id: 3, stackLevel: 1, chargingProfilePurpose: 'TxDefaultProfile', chargingProfileKind: 'Relative' },
    chargingSchedule: [{ id: 1, chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 7_000 }] }],
  }
  expect(await rig.ask('SetChargingProfile', { evseId: 1, chargingProfile: limit })).toEqual({ status: 'Accepted' })
  await rig.pass(pile, 1)
  expect(gun(pile).power_w).toBe(7_000)
  await rig.ask('GetChargingProfiles', { requestId: 4, chargingProfile: {} })
  const [report] = await said('ReportChargingProfiles')
  expect(report).toMatchObject({ requestId: 4, evseId: 1, chargingProfile: [limit] })
  const schedule = await rig.ask('GetCompositeSchedule', { evseId: 1, duration: 600 })
  expect(schedule).toMatchObject({
    schedule: { evseId: 1, chargingSchedulePeriod: [{ startPeriod: 0, limit: 7_000 }] },
  })
  expect(await rig.ask('ClearChargingProfile', { chargingProfileId: 3 })).toEqual({ status: 'Accepted' })
  expect(await rig.ask('ClearChargingProfile', { chargingProfileId: 3 })).toEqual({ status: 'Unknown' })
})

test('tells what it knows of a customer and forgets it (N09, N10)', async () => {
  const pile = await charging()
  await rig.ask('CustomerInformation', { requestId: 8, report: true, clear: true, idToken: CARD })
  const [told] = await said('NotifyCustomerInformation')
  expect(told?.data).toContain('cache: 04A2B3C4 Accepted')
  expect(pile.memory.cache).toEqual({})
})

test('reserves an EVSE, says when nobody came, and takes lists (H01, H04, D01)', async () => {
  const pile = await rig.booted()
  const until_ = new Date(rig.clock.now() + 5 * MINUTE).toISOString()
  const wanted = { id: 9, expiryDateTime: until_, evseId: 2, idToken: CARD }
  expect(await rig.ask('ReserveNow', wanted)).toEqual({ status: 'Accepted' })
  await rig.pass(pile, 6)
  expect(await said('ReservationStatusUpdate')).toEqual([{ reservationId: 9, reservationUpdateStatus: 'Expired' }])
  const list = [{ idToken: CARD, idTokenInfo: { status: 'Accepted' } }]
  const sent = { versionNumber: 3, updateType: 'Full', localAuthorizationList: list }
  expect(await rig.ask('SendLocalList', sent)).toEqual({ status: 'Accepted' })
  const old = { versionNumber: 2, updateType: 'Differential' }
  expect(await rig.ask('SendLocalList', old)).toEqual({ status: 'VersionMismatch' })
  expect(await rig.ask('GetLocalListVersion', {})).toEqual({ versionNumber: 3 })
})

test('sends what it is triggered to, of one EVSE or of all (F06)', async () => {
  await charging()
  const trigger = (requestedMessage: string, evse?: object) =>
    rig.ask('TriggerMessage', { requestedMessage, ...(evse && { evse }) })
  const before = rig.central.all('StatusNotification').length
  expect(await trigger('StatusNotification')).toEqual({ status: 'Accepted' })
  await said('StatusNotification', before + 2)
  await trigger('TransactionEvent', { id: 1 })
  await until(() => rig.story.at(-1) === 'Updated Trigger Charging')
  await trigger('BootNotification')
  expect((await said('BootNotification', 2)).at(-1)).toMatchObject({ reason: 'Triggered' })
  await trigger('SignChargingStationCertificate')
  expect(await said('SignCertificate')).toMatchObject([{ certificateType: 'ChargingStationCertificate' }])
  expect(await trigger('MeterValues', { id: 9 })).toEqual({ status: 'Rejected' })
})
