import { describe, expect, test } from 'vitest'
import { v16 } from '../../src/server/ocpp/v16/protocol.ts'

const profile = (chargingProfilePurpose: string, startPeriod = 0) => ({
  ...{ chargingProfileId: 1, stackLevel: 0, chargingProfilePurpose, chargingProfileKind: 'Relative' },
  chargingSchedule: { chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod, limit: 11_000 }] },
})
const remoteStart = (more: object) => ({ idTag: 'A1', ...more })
const setProfile = (connectorId: number, purpose: string, startPeriod = 0) => ({
  connectorId,
  csChargingProfiles: profile(purpose, startPeriod),
})
const list = (listVersion: number, updateType: string, entry: object = {}) => ({
  ...{ listVersion, updateType },
  localAuthorizationList: [{ idTag: 'A1', ...entry }],
})
const info = { idTagInfo: { status: 'Accepted' } }

describe('a call that the schema lets pass and the standard does not', () => {
  test.each([
    ['RemoteStartTransaction', remoteStart({ connectorId: 0 }), '/connectorId'],
    ['RemoteStartTransaction', remoteStart({ chargingProfile: profile('TxDefaultProfile') }), 'TxDefaultProfile'],
    ['RemoteStartTransaction', remoteStart({ chargingProfile: profile('TxProfile', 60) }), 'startPeriod'],
    ['UnlockConnector', { connectorId: 0 }, '/connectorId'],
    ['TriggerMessage', { requestedMessage: 'Heartbeat', connectorId: 0 }, '/connectorId'],
    ['ExtendedTriggerMessage', { requestedMessage: 'Heartbeat', connectorId: -1 }, '/connectorId'],
    ['ChangeAvailability', { connectorId: -1, type: 'Operative' }, '/connectorId'],
    ['SetChargingProfile', setProfile(0, 'TxProfile'), 'TxProfile'],
    ['SetChargingProfile', setProfile(1, 'ChargePointMaxProfile'), 'ChargePointMaxProfile'],
    ['SetChargingProfile', setProfile(-1, 'TxDefaultProfile'), 'TxDefaultProfile'],
    ['SetChargingProfile', setProfile(1, 'TxProfile', 1), 'startPeriod'],
    ['SendLocalList', list(0, 'Full', info), '/listVersion'],
    ['SendLocalList', list(-1, 'Differential', info), '/listVersion'],
    ['SendLocalList', list(1, 'Full'), 'idTagInfo'],
  ])('%s %j is not sent', (action, payload, why) => {
    expect(v16.flawOf({ action, payload })).toMatchObject({
      kind: 'property',
      description: expect.stringContaining(why),
    })
  })
})

test.each([
  ['RemoteStartTransaction', remoteStart({})],
  ['RemoteStartTransaction', remoteStart({ connectorId: 1, chargingProfile: profile('TxProfile') })],
  ['TriggerMessage', { requestedMessage: 'Heartbeat' }],
  ['ChangeAvailability', { connectorId: 0, type: 'Operative' }],
  ['ReserveNow', { connectorId: 0, expiryDate: new Date().toISOString(), idTag: 'A1', reservationId: 1 }],
  ['SetChargingProfile', setProfile(0, 'ChargePointMaxProfile')],
  ['SetChargingProfile', setProfile(0, 'TxDefaultProfile')],
  ['SetChargingProfile', setProfile(2, 'TxProfile')],
  ['SendLocalList', list(1, 'Full', info)],
  ['SendLocalList', list(2, 'Differential')],
  ['SendLocalList', { listVersion: 1, updateType: 'Full' }],
  ['GetConfiguration', {}],
])('%s %j is sent', (action, payload) => {
  expect(v16.flawOf({ action, payload })).toBeNull()
})
