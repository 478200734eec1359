import { describe, expect, test } from 'vitest'
import type { ScriptedPile } from '../../src/fleet/scripted.ts'
import { securityAlarms, securityEvent } from '../../src/server/ocpp/security-events.ts'
import { GatewayRig, until } from './gateway-rig.ts'

const rig = new GatewayRig()

const event = (pile: ScriptedPile, type: string, techInfo?: string) =>
  pile.call('SecurityEventNotification', { type, timestamp: new Date().toISOString(), ...(techInfo && { techInfo }) })

const ofKind = async (pile_id: number, flag: string) =>
  (await rig.anomalies(pile_id)).filter((anomaly) => anomaly.flag === flag)

test('a pile that someone opened is still known as such after its clock was set and after all else that it may say', async () => {
  const { pile, id } = await rig.pile()
  await event(pile, 'TamperDetectionActivated', 'front door')
  await event(pile, 'SettingSystemTime')
  for (let nth = 0; nth < 50; nth++) await event(pile, `Vendor${nth}`)
  await event(pile, 'TamperDetectionActivated', 'back door')
  const kept = await ofKind(id, 'security_event')
  const about = (subject: string) => kept.find((anomaly) => anomaly.subject === subject)
  expect(about('TamperDetectionActivated')).toMatchObject({ times: 2, detail: 'TamperDetectionActivated: back door' })
  expect(about('TamperDetectionActivated')?.first_at).not.toBe(about('TamperDetectionActivated')?.at)
  expect(about('SettingSystemTime')).toMatchObject({ times: 1 })
  // Of a vendor's own the newest, the others counted.
  expect(kept.filter(({ subject }) => subject.startsWith('Vendor'))).toHaveLength(20)
  expect(about('Vendor49')).toBeDefined()
  expect(about('Vendor0')).toBeUndefined()
  expect(about('')).toMatchObject({ times: 30 })
})

test('what floods a pile’s page within one commit is counted, none of it lost', async () => {
  const { pile, id } = await rig.pile()
  for (let nth = 0; nth < 300; nth++) pile.sendRaw(JSON.stringify([3, `nobody-asked-${nth}`, {}]))
  await event(pile, 'StartupOfTheDevice')
  await until(async () => {
    const kept = await ofKind(id, 'answer_without_call')
    return kept.reduce((sum, { times }) => sum + times, 0) === 300
  })
  const kept = await ofKind(id, 'answer_without_call')
  expect(kept).toHaveLength(21)
  expect(kept.some(({ subject }) => subject === 'nobody-asked-299')).toBe(true)
})

test.each([
  ['CsmsFailedToAuthenticate', 'CentralSystemFailedToAuthentication', 'ordinary'],
  ['CsmsFailedToAuthentication', 'CentralSystemFailedToAuthentication', 'ordinary'],
  ['FailedToAuthenticateAtCsms', 'FailedToAuthenticationAtCentralSystem', 'ordinary'],
  ['FailedToAuthenticationAtCsms', 'FailedToAuthenticationAtCentralSystem', 'ordinary'],
  ['InvalidCsmsCertificate', 'InvalidCentralSystemCertificate', 'ordinary'],
  ['MaintenanceLoginFailed', 'MaintenanceLoginFailed', 'critical'],
  ['MaintenanceLoginAccepted', 'MaintenanceLoginAccepted', 'critical'],
  ['DiscardedRenewedClientCertificate', 'DiscardedRenewedClientCertificate', 'critical'],
  ['TheVendorsOwn', 'TheVendorsOwn', 'own'],
])('%s of 2.x is known as %s', (spelt, type, severity) => {
  expect([securityEvent(spelt)?.type ?? spelt, securityEvent(spelt)?.severity ?? 'own']).toEqual([type, severity])
})

describe('an alarm', () => {
  test.each(securityAlarms)('is raised by %s', async (type) => {
    const { pile, id } = await rig.pile()
    await event(pile, type, 'details')
    expect(rig.neighbours.alarmed).toEqual([{ code: type, pile_id: id }])
  })

  test.each([
    'FirmwareUpdated',
    'SettingSystemTime',
    'StartupOfTheDevice',
    'ResetOrReboot',
    'ReconfigurationOfSecurityParameters',
    'TheVendorsOwn',
  ])('is not raised by %s', async (type) => {
    const { pile, id } = await rig.pile()
    await event(pile, type)
    expect(rig.neighbours.alarmed).toEqual([])
    expect(await ofKind(id, 'security_event')).toHaveLength(1)
  })

  test.each([
    [' tamperdetectionactivated', 'TamperDetectionActivated', 'critical'],
    ['InvalidCsmsCertificate', 'InvalidCentralSystemCertificate', 'ordinary'],
  ])('is raised by %s as well', async (type, code, severity) => {
    const { pile, id } = await rig.pile()
    await event(pile, type)
    expect(rig.neighbours.securityEvents).toEqual([{ type: code, severity }])
    expect(rig.neighbours.alarmed).toEqual([{ code, pile_id: id }])
  })

  test.each([
    ['FirmwareStatusNotification', 'DownloadFailed', 'FirmwareUpdateFailed'],
    ['FirmwareStatusNotification', 'InstallationFailed', 'FirmwareUpdateFailed'],
    ['SignedFirmwareStatusNotification', 'InstallVerificationFailed', 'FirmwareUpdateFailed'],
    ['SignedFirmwareStatusNotification', 'InvalidSignature', 'InvalidFirmwareSignature'],
    ['DiagnosticsStatusNotification', 'UploadFailed', 'UploadFailed'],
    ['LogStatusNotification', 'PermissionDenied', 'UploadFailed'],
  ])('is raised by %s %s, and over with a later success', async (action, word, code) => {
    const { pile, id } = await rig.pile()
    const isUpdate = action.includes('Firmware')
    const more = action.startsWith('Signed') || action.startsWith('Log') ? { requestId: 1 } : {}
    await pile.call(action, { status: isUpdate ? 'Downloading' : 'Uploading', ...more })
    expect(rig.neighbours.alarmed).toEqual([])
    await pile.call(action, { status: word, ...more })
    expect(rig.neighbours.alarmed).toEqual([{ code, pile_id: id }])
    expect(rig.neighbours.cleared).toEqual([])
    await pile.call(action, { status: isUpdate ? 'Installed' : 'Uploaded', ...more })
    expect(rig.neighbours.cleared).toContain(id)
  })
})
