/**
 * Security events of the standard (security whitepaper, 8). Those with an alarm are what a person must look at; the others
 * that it calls critical (FirmwareUpdated, SettingSystemTime, StartupOfTheDevice, ResetOrReboot) come with everyday work.
 * 2.0.1 spells four of them otherwise.
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

interface SecurityEvent {
  /** As the standard spells it. */
  type: string
  alarm: SecurityAlarm | null
}

const keyOf = (type: string) => type.replaceAll(/\s/g, '').toLowerCase()

const known = new Map<string, SecurityEvent>([
  ...ALARMS.map((type): [string, SecurityEvent] => [keyOf(type), { type, alarm: type }]),
  ...EVERYDAY.map((type): [string, SecurityEvent] => [keyOf(type), { type, alarm: null }]),
  ...Object.entries(OTHER_SPELLINGS).map(([type, alarm]): [string, SecurityEvent] => [
    keyOf(type),
    { type: alarm, alarm },
  ]),
])

/** The standard's event of this type; undefined for a vendor's own. */
export const securityEvent = (type: string): SecurityEvent | undefined => known.get(keyOf(type))

export const securityAlarms: readonly SecurityAlarm[] = ALARMS
