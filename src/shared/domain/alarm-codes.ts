/** How much hangs on it, the worst first. */
export const SEVERITIES = ['critical', 'major', 'minor'] as const
export type Severity = (typeof SEVERITIES)[number]

/** What the standard and this console call alarms, by how severe they are where no rule says otherwise. */
const CODES = {
  critical: [
    ...['GroundFailure', 'HighTemperature', 'OverCurrentFailure', 'OverVoltage', 'PowerSwitchFailure'],
    ...['TamperDetectionActivated', 'UnauthorizedCharging'],
    ...['InvalidFirmwareSignature', 'InvalidFirmwareSigningCertificate', 'AttemptedReplayAttacks'],
    ...['MeasuredHighTemperature', 'MeasuredOverVoltage', 'StorageFull'],
    ...['CableBreakawaySensor/Active', 'EmergencyStopSensor/Active', 'FloodSensor/Active', 'TiltSensor/Active'],
  ],
  major: [
    ...['ConnectorLockFailure', 'Faulted', 'InternalError', 'OtherError', 'PowerMeterFailure', 'ReaderFailure'],
    ...['ResetFailure', 'UnderVoltage'],
    ...['Offline', 'CommandWithoutEffect', 'CardGuessing', 'LocalListRefused', 'FirmwareUpdateFailed'],
    ...['SecurityLogWasCleared', 'MemoryExhaustion', 'CentralSystemFailedToAuthentication'],
    ...['InvalidCentralSystemCertificate', 'InvalidChargePointCertificate', 'InvalidTLSVersion'],
    ...['InvalidTLSCipherSuite', 'MeasuredUnderVoltage', 'EnergyFlowLost', 'MeterBackwards', 'MeterJump'],
    ...['OrderStuck', 'StorageNearlyFull', 'PileCertificateEnds', 'AuthorityCertificateEnds', 'TlsCertificateEnds'],
    // A part of the pile and what of it is watched, as piles name them.
    ...['ChargingStation/Problem', 'EVSE/Problem', 'Connector/Problem', 'ElectricalFeed/Problem', 'ELVSupply/Problem'],
    ...['AcDcConverter/Problem', 'LiquidCoolingSystem/Problem', 'LocalEnergyStorage/Problem', 'RCD/Problem'],
    ...['OverCurrentProtection/Problem', 'TemperatureSensor/Problem', 'CaseAccessSensor/Active', 'ShockSensor/Active'],
    ...['InspectionNotOk'],
  ],
  minor: [
    ...['EVCommunicationError', 'LocalListConflict', 'WeakSignal', 'LocalListDiffers', 'ClockAhead', 'ClockBehind'],
    ...['Flood', 'UploadFailed', 'AirCoolingSystem/Problem', 'DataLink/Problem', 'Display/Problem'],
    ...['RealTimeClock/Problem'],
  ],
} as const satisfies Record<Severity, readonly string[]>

export const ALARM_CODES = [...CODES.critical, ...CODES.major, ...CODES.minor]

const SEVERITY_OF: ReadonlyMap<string, Severity> = new Map(
  SEVERITIES.flatMap((severity) => CODES[severity].map((code) => [code, severity] as const)),
)

/** How severe it is where no rule says otherwise; a maker's own code is in the middle. */
export const usualSeverity = (code: string): Severity => SEVERITY_OF.get(code) ?? 'major'
