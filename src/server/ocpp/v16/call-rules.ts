import type { Payload } from '../framing.ts'

/** What a central system may call in OCPP 1.6 and its security extension; all else is a pile's to call. */
export const OURS = new Set([
  'CancelReservation',
  'CertificateSigned',
  'ChangeAvailability',
  'ChangeConfiguration',
  'ClearCache',
  'ClearChargingProfile',
  'DataTransfer',
  'DeleteCertificate',
  'ExtendedTriggerMessage',
  'GetCompositeSchedule',
  'GetConfiguration',
  'GetDiagnostics',
  'GetInstalledCertificateIds',
  'GetLocalListVersion',
  'GetLog',
  'InstallCertificate',
  'RemoteStartTransaction',
  'RemoteStopTransaction',
  'ReserveNow',
  'Reset',
  'SendLocalList',
  'SetChargingProfile',
  'SignedUpdateFirmware',
  'TriggerMessage',
  'UnlockConnector',
  'UpdateFirmware',
])

interface Profile {
  chargingProfilePurpose: string
  chargingSchedule: { chargingSchedulePeriod: { startPeriod: number }[] }
}

/**
 * What the standard's text asks of our calls beside their schemas, of a payload that has passed its schema; null when nothing is
 * wrong. A pile refuses such a call, or does with it what nobody meant.
 */
export function brokenRule(action: string, payload: Payload): string | null {
  switch (action) {
    case 'RemoteStartTransaction': // OCPP 1.6, 6.33
      return ofConnector(payload) ?? ofProfile(payload.chargingProfile, (purpose) => purpose === 'TxProfile')
    case 'UnlockConnector': // 6.53
    case 'TriggerMessage': // 6.51
    case 'ExtendedTriggerMessage':
      return ofConnector(payload)
    case 'SetChargingProfile': // 3.13.1
      return ofProfile(payload.csChargingProfiles, (purpose) => fits(purpose, payload.connectorId as number))
    case 'SendLocalList':
      return ofList(payload)
    default:
      return (payload.connectorId as number) < 0 ? '/connectorId must be >= 0' : null
  }
}

const ofConnector = ({ connectorId }: Payload) =>
  connectorId !== undefined && (connectorId as number) <= 0 ? '/connectorId must be > 0' : null

/** A limit of the whole pile stands at connector 0, one of a transaction where it runs. */
function fits(purpose: string, connector: number): boolean {
  if (purpose === 'TxProfile') return connector > 0
  return purpose === 'ChargePointMaxProfile' ? connector === 0 : connector >= 0
}

function ofProfile(given: unknown, isFit: (purpose: string) => boolean): string | null {
  if (given === undefined) return null
  const { chargingProfilePurpose: purpose, chargingSchedule } = given as Profile
  if (!isFit(purpose)) return `/chargingProfilePurpose ${purpose} does not fit here`
  const [first] = chargingSchedule.chargingSchedulePeriod
  // Errata 3.45
  return first && first.startPeriod !== 0 ? '/chargingSchedulePeriod/0/startPeriod must be 0' : null
}

/** Versions 0 and -1 mean something else (errata 3.52); a full list says of each card what it may (7.1). */
function ofList({ listVersion, updateType, localAuthorizationList = [] }: Payload): string | null {
  if ((listVersion as number) < 1) return '/listVersion must be > 0'
  const entries = localAuthorizationList as { idTagInfo?: object }[]
  const bare = updateType === 'Full' ? entries.findIndex(({ idTagInfo }) => !idTagInfo) : -1
  return bare < 0 ? null : `/localAuthorizationList/${bare} must have required property 'idTagInfo'`
}
