import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { pileModels } from '../../src/fleet/models.ts'
import { makeMaker } from '../setup/maker.ts'
import { gun, MINUTE, Rig, STATION, sedan, until } from './rig.ts'

const rig = new Rig()
const inAnHour = () => new Date(rig.clock.now() + 60 * MINUTE).toISOString()

test('starts from afar once the cable is in, and stops from afar', async () => {
  const pile = await rig.bootedPile()
  const before = rig.said
  expect(await rig.call('RemoteStartTransaction', { idTag: 'APP-1', connectorId: 2 })).toEqual({ status: 'Accepted' })
  await until(() => gun(pile, 2).status === 'Preparing')
  await gun(pile, 2).plugIn(sedan(0.3))
  await rig.pass(pile, 1)
  expect(await rig.call('RemoteStopTransaction', { transactionId: 1 })).toEqual({ status: 'Accepted' })
  await until(() => gun(pile, 2).status === 'Finishing')
  await pile.settled()
  expect(rig.storySince(before)).toEqual([
    'StatusNotification:2:Preparing',
    'StartTransaction',
    'StatusNotification:2:Charging',
    'StopTransaction:Remote',
    'StatusNotification:2:Finishing',
  ])
})

test('lets a remote start lapse when no cable comes in time', async () => {
  const pile = await rig.bootedPile()
  await rig.call('RemoteStartTransaction', { idTag: 'APP-1', connectorId: 1 })
  await until(() => gun(pile).status === 'Preparing')
  await rig.pass(pile, 2)
  expect(gun(pile).status).toBe('Available')
})

test.each([
  ['RemoteStartTransaction', { idTag: 'APP-1', connectorId: 1 }, 'Rejected'],
  ['RemoteStopTransaction', { transactionId: 99 }, 'Rejected'],
  ['UnlockConnector', { connectorId: 7 }, 'NotSupported'],
  ['ChangeAvailability', { connectorId: 7, type: 'Operative' }, 'Rejected'],
  ['TriggerMessage', { requestedMessage: 'StatusNotification', connectorId: 7 }, 'Rejected'],
  ['TriggerMessage', { requestedMessage: 'Weather' }, 'NotImplemented'],
  ['ChangeConfiguration', { key: 'NoSuchKey', value: '1' }, 'NotSupported'],
  ['ChangeConfiguration', { key: 'NumberOfConnectors', value: '9' }, 'Rejected'],
  ['ChangeConfiguration', { key: 'HeartbeatInterval', value: 'soon' }, 'Rejected'],
  ['CancelReservation', { reservationId: 5 }, 'Rejected'],
  ['ClearChargingProfile', { id: 5 }, 'Unknown'],
  ['DataTransfer', { vendorId: 'Nobody' }, 'UnknownVendorId'],
  ['ClearCache', {}, 'Accepted'],
])('answers %s %j with %s while charging', async (action, payload, status) => {
  await rig.chargingPile()
  expect(await rig.call(action, payload)).toEqual({ status })
})

test.each([
  ['Reset', {}, 'OccurenceConstraintViolation'],
  ['Reset', { type: 'Gentle' }, 'PropertyConstraintViolation'],
  ['UnlockConnector', { connectorId: 'one' }, 'TypeConstraintViolation'],
  ['MakeCoffee', {}, 'NotImplemented'],
])('refuses %s %j in the code %s', async (action, payload, code) => {
  await rig.bootedPile()
  expect(await rig.call(action, payload)).toHaveProperty('0', code)
})

test('unlocks: the transaction ends and the cable comes free', async () => {
  const { pile } = await rig.chargingPile()
  const unlocked: number[] = []
  pile.watch = { unlocked: ({ id }) => unlocked.push(id) }
  expect(await rig.call('UnlockConnector', { connectorId: 1 })).toEqual({ status: 'Unlocked' })
  await until(() => unlocked.length === 1)
  expect(rig.central.all('StopTransaction')).toMatchObject([{ reason: 'UnlockCommand' }])
})

test('a soft reset reports the end of the transaction, then boots anew on a new connection', async () => {
  const { pile } = await rig.chargingPile()
  const before = rig.said
  await rig.call('Reset', { type: 'Soft' })
  await until(() => pile.registration.state === 'none')
  await rig.clock.advance(3_000)
  await until(() => pile.online && rig.said >= before + 6)
  expect(rig.central.connections).toBe(2)
  expect(rig.storySince(before)).toEqual([
    'StopTransaction:SoftReset',
    'StatusNotification:1:Finishing',
    'BootNotification',
    'StatusNotification:0:Available',
    'StatusNotification:1:Preparing',
    'StatusNotification:2:Available',
  ])
})

test('a hard reset drops the connection at once and reports the end of the transaction after the boot', async () => {
  const { pile } = await rig.chargingPile()
  const before = rig.said
  await rig.call('Reset', { type: 'Hard' })
  await until(() => pile.registration.state === 'none')
  await rig.clock.advance(8_000)
  await until(() => rig.central.all('StopTransaction').length === 1)
  expect(rig.storySince(before)).toEqual([
    'BootNotification',
    'StatusNotification:0:Available',
    'StatusNotification:1:Preparing',
    'StatusNotification:2:Available',
    'StopTransaction:HardReset',
  ])
})

test('goes out of service at once when idle, and after the transaction when charging', async () => {
  const { pile, connector } = await rig.chargingPile()
  expect(await rig.call('ChangeAvailability', { connectorId: 2, type: 'Inoperative' })).toEqual({ status: 'Accepted' })
  expect(await rig.call('ChangeAvailability', { connectorId: 1, type: 'Inoperative' })).toEqual({ status: 'Scheduled' })
  await until(() => gun(pile, 2).status === 'Unavailable')
  expect(connector.status).toBe('Charging')
  await connector.swipe('CARD-1')
  await connector.unplug()
  expect(connector.status).toBe('Unavailable')
  expect(await connector.swipe('CARD-1')).toBe('not usable')
  await rig.call('ChangeAvailability', { connectorId: 0, type: 'Operative' })
  await until(() => connector.status === 'Available' && gun(pile, 2).status === 'Available')
})

test.each([
  ['BootNotification', undefined, ['BootNotification']],
  ['Heartbeat', undefined, ['Heartbeat']],
  ['StatusNotification', 2, ['StatusNotification:2:Available']],
  ['FirmwareStatusNotification', undefined, ['FirmwareStatusNotification']],
  ['DiagnosticsStatusNotification', undefined, ['DiagnosticsStatusNotification']],
  ['MeterValues', 1, ['MeterValues']],
])('sends %s when triggered', async (requestedMessage, connectorId, expected) => {
  const pile = await rig.bootedPile()
  const before = rig.said
  await rig.call('TriggerMessage', { requestedMessage, ...(connectorId && { connectorId }) })
  await until(() => rig.said > before)
  await pile.settled()
  expect(rig.central.story(STATION).slice(before, before + 1)).toEqual(expected)
})

test('a changed sample interval and changed measurands show in the next meter values', async () => {
  const { pile } = await rig.chargingPile()
  await rig.call('ChangeConfiguration', { key: 'MeterValueSampleInterval', value: '5' })
  await rig.call('ChangeConfiguration', { key: 'MeterValuesSampledData', value: 'SoC' })
  await rig.pass(pile, 1)
  const before = rig.central.all('MeterValues').length
  await rig.pass(pile, 1)
  const values = rig.central.all('MeterValues').slice(before)
  expect(values).toHaveLength(12)
  expect(values[0]).toMatchObject({ meterValue: [{ sampledValue: [{ measurand: 'SoC' }] }] })
})

test('a changed heartbeat interval holds at once', async () => {
  const pile = await rig.bootedPile()
  await rig.call('ChangeConfiguration', { key: 'HeartbeatInterval', value: '10' })
  await pile.settled()
  await rig.pass(pile, 1)
  expect(rig.central.all('Heartbeat')).toHaveLength(6)
})

test('connects anew with the password that the central system set, and never tells it', async () => {
  const pile = await rig.bootedPile({ password: 'first-secret' })
  await rig.call('ChangeConfiguration', { key: 'AuthorizationKey', value: 'second-secret' })
  await until(() => rig.central.connections === 2 && pile.online)
  const basic = (password: string) => `Basic ${Buffer.from(`${STATION}:${password}`).toString('base64')}`
  expect(rig.central.credentials).toEqual([basic('first-secret'), basic('second-secret')])
  expect(JSON.stringify(await rig.call('GetConfiguration', {}))).not.toContain('second-secret')
})

test('tells its configuration and the keys that it does not know', async () => {
  await rig.bootedPile()
  expect(await rig.call('GetConfiguration', { key: ['NumberOfConnectors', 'NoSuchKey'] })).toEqual({
    configurationKey: [{ key: 'NumberOfConnectors', readonly: true, value: '2' }],
    unknownKey: ['NoSuchKey'],
  })
})

test('keeps a local list: full, differential, refused when it is older', async () => {
  const pile = await rig.bootedPile()
  const send = (listVersion: number, updateType: string, localAuthorizationList: unknown[]) =>
    rig.call('SendLocalList', { listVersion, updateType, localAuthorizationList })
  const accepted = { idTagInfo: { status: 'Accepted' } }
  await send(3, 'Full', [
    { idTag: 'CARD-1', ...accepted },
    { idTag: 'CARD-2', ...accepted },
  ])
  expect(await send(4, 'Differential', [{ idTag: 'card-2' }])).toEqual({ status: 'Accepted' })
  expect(await send(4, 'Differential', [])).toEqual({ status: 'VersionMismatch' })
  expect(await rig.call('GetLocalListVersion', {})).toEqual({ listVersion: 4 })
  pile.goOffline(60 * MINUTE)
  await until(() => !pile.online)
  gun(pile).plugIn(sedan(0.5))
  gun(pile, 2).plugIn(sedan(0.5))
  expect(await gun(pile).swipe('card-1')).toBe('started')
  expect(await gun(pile, 2).swipe('CARD-2')).toBe('refused')
})

test('keeps a reserved connector for its card, and uses the reservation up', async () => {
  const pile = await rig.bootedPile()
  const reservation = { connectorId: 1, expiryDate: inAnHour(), idTag: 'CARD-1', reservationId: 11 }
  expect(await rig.call('ReserveNow', reservation)).toEqual({ status: 'Accepted' })
  await until(() => gun(pile).status === 'Reserved')
  expect(await rig.call('ReserveNow', { ...reservation, reservationId: 12 })).toEqual({ status: 'Occupied' })
  expect(await gun(pile).swipe('CARD-2')).toBe('not usable')
  gun(pile).plugIn(sedan(0.5))
  expect(await gun(pile).swipe('CARD-1')).toBe('started')
  expect(rig.central.all('StartTransaction')).toMatchObject([{ reservationId: 11 }])
})

test('frees a reserved connector when cancelled, and when the time is over', async () => {
  const pile = await rig.bootedPile()
  const reserve = (reservationId: number) =>
    rig.call('ReserveNow', { connectorId: 0, expiryDate: inAnHour(), idTag: 'CARD-1', reservationId })
  await reserve(1)
  await until(() => gun(pile).status === 'Reserved')
  await rig.call('CancelReservation', { reservationId: 1 })
  await until(() => gun(pile).status === 'Available')
  await reserve(2)
  await until(() => gun(pile).status === 'Reserved')
  await rig.pass(pile, 61)
  expect(rig.central.story(STATION).at(-1)).toBe('Heartbeat')
  expect(
    rig
      .storySince(0)
      .filter((call) => call !== 'Heartbeat')
      .at(-1),
  ).toBe('StatusNotification:1:Available')
})

const profile = (limit: number, more = {}) => ({
  chargingProfileId: 1,
  stackLevel: 0,
  chargingProfilePurpose: 'TxProfile',
  chargingProfileKind: 'Relative',
  chargingSchedule: { chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit }] },
  ...more,
})

test('keeps to a profile for the transaction, stops at a limit of nothing, and goes on when it is cleared', async () => {
  const { pile, connector } = await rig.chargingPile()
  await rig.call('SetChargingProfile', { connectorId: 1, csChargingProfiles: profile(30_000) })
  await rig.pass(pile, 1)
  expect(connector.power_w).toBe(30_000)
  await rig.call('SetChargingProfile', { connectorId: 1, csChargingProfiles: profile(0) })
  await rig.pass(pile, 1)
  expect(connector.status).toBe('SuspendedEVSE')
  expect(await rig.call('ClearChargingProfile', { id: 1 })).toEqual({ status: 'Accepted' })
  await rig.pass(pile, 1)
  expect(connector.power_w).toBeGreaterThan(100_000)
})

test('follows the highest of the profiles of one purpose', async () => {
  const { pile, connector } = await rig.chargingPile()
  const set = (stackLevel: number, limit: number) => {
    const csChargingProfiles = profile(limit, { chargingProfileId: stackLevel, stackLevel })
    return rig.call('SetChargingProfile', { connectorId: 1, csChargingProfiles })
  }
  await set(2, 40_000)
  await set(5, 50_000)
  await set(3, 20_000)
  await rig.pass(pile, 1)
  expect(connector.power_w).toBe(50_000)
})

test('refuses a profile for a transaction that does not run', async () => {
  await rig.bootedPile()
  const answer = await rig.call('SetChargingProfile', { connectorId: 1, csChargingProfiles: profile(30_000) })
  expect(answer).toEqual({ status: 'Rejected' })
})

test('composes the schedule of all profiles', async () => {
  await rig.bootedPile({ model: pileModels.ac22 })
  const night = {
    chargingProfilePurpose: 'TxDefaultProfile',
    chargingProfileKind: 'Recurring',
    recurrencyKind: 'Daily',
    chargingSchedule: {
      startSchedule: '2026-11-01T22:30:00Z',
      duration: 3_600,
      chargingRateUnit: 'A',
      chargingSchedulePeriod: [
        { startPeriod: 0, limit: 16 },
        { startPeriod: 1_200, limit: 10 },
      ],
    },
  }
  const most = { chargingProfileId: 2, chargingProfilePurpose: 'ChargePointMaxProfile' }
  await rig.call('SetChargingProfile', { connectorId: 1, csChargingProfiles: profile(0, night) })
  await rig.call('SetChargingProfile', { connectorId: 0, csChargingProfiles: profile(8_280, most) })
  const { chargingSchedule } = await rig.call('GetCompositeSchedule', {
    connectorId: 1,
    duration: 7_200,
    chargingRateUnit: 'A',
  })
  expect(chargingSchedule).toMatchObject({
    chargingSchedulePeriod: [
      { startPeriod: 0, limit: 12 },
      { startPeriod: 3_000, limit: 10 },
      { startPeriod: 5_400, limit: 12 },
    ],
  })
})

test('walks a firmware update through to the boot with the new version', async () => {
  const files = await fileServer()
  const { pile, connector } = await rig.chargingPile()
  const location = `${files.url}/cd-d120-2.3.0.bin`
  expect(await rig.call('UpdateFirmware', { location, retrieveDate: inAnHour() })).toEqual({})
  await rig.pass(pile, 61)
  await until(() => firmwareStates().includes('Downloaded'))
  await rig.pass(pile, 5)
  expect(firmwareStates()).toEqual(['Downloading', 'Downloaded'])
  await connector.stop('Local')
  await rig.pass(pile, 1)
  await until(() => firmwareStates().includes('Installing'))
  await rig.pass(pile, 1)
  await until(() => rig.central.all('BootNotification').length === 2)
  expect(firmwareStates()).toEqual(['Downloading', 'Downloaded', 'Installing', 'Installed'])
  expect(rig.central.all('BootNotification').at(-1)).toMatchObject({ firmwareVersion: '2.3.0' })
  await files.close()
})

const signedStates = () =>
  rig.central.all('SignedFirmwareStatusNotification').map(({ status, requestId }) => `${requestId}:${status}`)

test('walks a signed update, installs it at its time, and drops it for a newer one', async () => {
  const files = await fileServer()
  const pile = await rig.bootedPile()
  const maker = await makeMaker({ from: -3_650 })
  const signedUpdate = (requestId: number, more: object = {}) => {
    const signing = { signingCertificate: maker.pem, signature: maker.sign(Buffer.from('bytes')) }
    const firmware = { location: `${files.url}/cd-d120-2.3.0.bin`, retrieveDateTime: inAnHour(), ...signing, ...more }
    return rig.call('SignedUpdateFirmware', { requestId, firmware })
  }
  const told = (text: string) => until(() => signedStates().includes(text))
  expect(await signedUpdate(1)).toEqual({ status: 'Accepted' })
  const installDateTime = new Date(rig.clock.now() + 120 * MINUTE).toISOString()
  expect(await signedUpdate(2, { installDateTime })).toEqual({ status: 'AcceptedCanceled' })
  expect(await signedUpdate(3, { signingCertificate: 'none' })).toEqual({ status: 'InvalidCertificate' })
  await rig.pass(pile, 61)
  await told('2:SignatureVerified')
  await rig.pass(pile, 5)
  await told('2:InstallScheduled')
  await rig.call('ExtendedTriggerMessage', { requestedMessage: 'FirmwareStatusNotification' })
  await until(() => signedStates().filter((state) => state === '2:InstallScheduled').length === 2)
  await rig.pass(pile, 60)
  await told('2:Installed')
  await rig.pass(pile, 1)
  await until(() => rig.central.all('BootNotification').length === 2)
  expect(pile.memory.firmware).toBe('2.3.0')
  expect(signedStates().filter((state) => state.startsWith('1:'))).toEqual([])
  await rig.call('ExtendedTriggerMessage', { requestedMessage: 'FirmwareStatusNotification' })
  await told('undefined:Idle')
  await files.close()
})

test('tells that a firmware file is not to be had, after the retries', async () => {
  const files = await fileServer(404)
  const pile = await rig.bootedPile()
  const job = { location: `${files.url}/x.bin`, retrieveDate: inAnHour(), retries: 2, retryInterval: 60 }
  await rig.call('UpdateFirmware', job)
  await rig.pass(pile, 60)
  for (const attempts of [1, 2, 3]) {
    await until(() => files.requests.length === attempts)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await rig.pass(pile, 1)
  }
  expect(firmwareStates()).toEqual(['Downloading', 'DownloadFailed'])
  await files.close()
})

test('uploads diagnostics where it was told to', async () => {
  const files = await fileServer()
  await rig.bootedPile()
  const answer = await rig.call('GetDiagnostics', { location: `${files.url}/in/` })
  expect(answer).toEqual({ fileName: 'SIM-1-diagnostics.txt' })
  await until(() => rig.central.all('DiagnosticsStatusNotification').length === 2)
  expect(rig.central.all('DiagnosticsStatusNotification')).toEqual([{ status: 'Uploading' }, { status: 'Uploaded' }])
  expect(files.requests).toEqual(['PUT /in/SIM-1-diagnostics.txt'])
  await files.close()
})

const firmwareStates = () => rig.central.all('FirmwareStatusNotification').map(({ status }) => status)

async function fileServer(status = 200) {
  const requests: string[] = []
  const server: Server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => response.writeHead(status).end('bytes'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close }
}
