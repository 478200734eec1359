/** Types of OCPP 1.6 edition 2, clause 7, as far as a virtual pile reads or writes them. */

export type ConnectorStatus =
  | 'Available'
  | 'Preparing'
  | 'Charging'
  | 'SuspendedEV'
  | 'SuspendedEVSE'
  | 'Finishing'
  | 'Reserved'
  | 'Unavailable'
  | 'Faulted'

export type ErrorCode =
  | 'ConnectorLockFailure'
  | 'EVCommunicationError'
  | 'GroundFailure'
  | 'HighTemperature'
  | 'InternalError'
  | 'LocalListConflict'
  | 'NoError'
  | 'OtherError'
  | 'OverCurrentFailure'
  | 'OverVoltage'
  | 'PowerMeterFailure'
  | 'PowerSwitchFailure'
  | 'ReaderFailure'
  | 'ResetFailure'
  | 'UnderVoltage'
  | 'WeakSignal'

export type StopReason =
  | 'DeAuthorized'
  | 'EmergencyStop'
  | 'EVDisconnected'
  | 'HardReset'
  | 'Local'
  | 'Other'
  | 'PowerLoss'
  | 'Reboot'
  | 'Remote'
  | 'SoftReset'
  | 'UnlockCommand'

export interface IdTagInfo {
  status: 'Accepted' | 'Blocked' | 'Expired' | 'Invalid' | 'ConcurrentTx'
  expiryDate?: string
  parentIdTag?: string
}

export interface SampledValue {
  value: string
  context?: string
  measurand?: string
  phase?: string
  location?: string
  unit?: string
}

export interface MeterValue {
  timestamp: string
  sampledValue: SampledValue[]
}

export interface ChargingSchedule {
  duration?: number
  startSchedule?: string
  chargingRateUnit: 'A' | 'W'
  chargingSchedulePeriod: { startPeriod: number; limit: number; numberPhases?: number }[]
}

export interface ChargingProfile {
  chargingProfileId: number
  transactionId?: number | string
  stackLevel: number
  chargingProfilePurpose:
    | 'ChargePointMaxProfile'
    | 'TxDefaultProfile'
    | 'TxProfile'
    // Of 2.x: another system's limit, and of 2.1.
    | 'ChargingStationExternalConstraints'
    | 'PriorityCharging'
  chargingProfileKind: 'Absolute' | 'Recurring' | 'Relative' | 'Dynamic'
  recurrencyKind?: 'Daily' | 'Weekly'
  validFrom?: string
  validTo?: string
  /** Of a dynamic one: how often it is asked for, in seconds, and when it was told last. */
  dynUpdateInterval?: number
  dynUpdateTime?: string
  /** Seconds without the central system after which it does not hold. */
  maxOfflineDuration?: number
  invalidAfterOfflineDuration?: boolean
  /** It held no longer while the central system was away, and does not come back. */
  isOver?: boolean
  chargingSchedule: ChargingSchedule
}

export interface BootAnswer {
  status: 'Accepted' | 'Pending' | 'Rejected'
  currentTime: string
  interval: number
}
