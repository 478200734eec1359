/**
 * Security events of the standard (security whitepaper, 8). Those with an alarm are what a person must look at; some that it calls critical
 * come with everyday work. 2.0.1 spells four of them otherwise.
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
]

const OTHER_SPELLINGS: Record<string, SecurityAlarm> = {
  InvalidCsmsCertificate: 'InvalidCentralSystemCertificate',
  InvalidChargingStationCertificate: 'InvalidChargePointCertificate',
  CsmsFailedToAuthenticate: 'CentralSystemFailedToAuthentication',
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
  ...Object.entries(OTHER_SPELLINGS).map(([spelt, alarm]) => entry(spelt, alarm, alarm)),
])

/** The standard's event of this type; undefined for a vendor's own. */
export const securityEvent = (type: string): SecurityEvent | undefined => known.get(keyOf(type))

export const securityAlarms: readonly SecurityAlarm[] = ALARMS
