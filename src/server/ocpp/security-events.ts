/**
 * Security events of the standard (security whitepaper, 8; OCPP 2.1, part 2, appendix 1). Those with an alarm are what a person must look at; some
 * that it calls critical come with everyday work. 2.x spells some of them otherwise, and not always alike.
 */
const ALARMS = [
  'TamperDetectionActivated',
  'SecurityLogWasCleared',
  'MemoryExhaustion',
  'AttemptedReplayAttacks',
  'CentralSystemFailedToAuthentication',
  'InvalidFirmwareSignature',
  'InvalidFirmwareSigningCertificate',
  'InvalidCentralSystemCertificate',
  'InvalidChargePointCertificate',
  'InvalidTLSVersion',
  'InvalidTLSCipherSuite',
] as const
export type SecurityAlarm = (typeof ALARMS)[number]

const EVERYDAY = [
  'FirmwareUpdated',
  'FailedToAuthenticationAtCentralSystem',
  'SettingSystemTime',
  'StartupOfTheDevice',
  'ResetOrReboot',
  'ReconfigurationOfSecurityParameters',
  'InvalidMessages',
  'MaintenanceLoginAccepted',
  'MaintenanceLoginFailed',
  // It is asked for a new one again: by which it comes is kept (`certificate-keeper.ts`).
  'DiscardedRenewedClientCertificate',
] as const

const OTHER_SPELLINGS: Record<string, SecurityAlarm | (typeof EVERYDAY)[number]> = {
  InvalidCsmsCertificate: 'InvalidCentralSystemCertificate',
  InvalidChargingStationCertificate: 'InvalidChargePointCertificate',
  CsmsFailedToAuthenticate: 'CentralSystemFailedToAuthentication',
  CsmsFailedToAuthentication: 'CentralSystemFailedToAuthentication',
  FailedToAuthenticateAtCsms: 'FailedToAuthenticationAtCentralSystem',
  FailedToAuthenticationAtCsms: 'FailedToAuthenticationAtCentralSystem',
  InvalidTlsVersion: 'InvalidTLSVersion',
}

/** What the standard calls critical. */
const CRITICAL = new Set([
  'FirmwareUpdated',
  'SettingSystemTime',
  'StartupOfTheDevice',
  'ResetOrReboot',
  'SecurityLogWasCleared',
  'MemoryExhaustion',
  'TamperDetectionActivated',
  'MaintenanceLoginAccepted',
  'MaintenanceLoginFailed',
  'DiscardedRenewedClientCertificate',
])

interface SecurityEvent {
  /** As the standard spells it. */
  type: string
  severity: 'critical' | 'ordinary'
  alarm: SecurityAlarm | null
}

const keyOf = (type: string) => type.replaceAll(/\s/g, '').toLowerCase()

const entry = (spelt: string, type: string, alarm: SecurityAlarm | null): [string, SecurityEvent] => [
  keyOf(spelt),
  { type, severity: CRITICAL.has(type) ? 'critical' : 'ordinary', alarm },
]

const known = new Map<string, SecurityEvent>([
  ...ALARMS.map((type) => entry(type, type, type)),
  ...EVERYDAY.map((type) => entry(type, type, null)),
  ...Object.entries(OTHER_SPELLINGS).map(([spelt, type]) =>
    entry(spelt, type, ALARMS.find((one) => one === type) ?? null),
  ),
])

/** The standard's event of this type; undefined for a vendor's own. */
export const securityEvent = (type: string): SecurityEvent | undefined => known.get(keyOf(type))

export const securityAlarms: readonly SecurityAlarm[] = ALARMS
