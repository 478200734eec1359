/** A part and what of it is watched, as a pile names them. */
type Pair = `${string}/${string}`

/** What says the same as a code that every version has, so that one rule and one figure hold for piles of all versions. */
const SAME: Readonly<Record<Pair, string>> = {
  'ConnectorPlugRetentionLock/Problem': 'ConnectorLockFailure',
  'EVRetentionLock/Problem': 'ConnectorLockFailure',
  'PowerContactor/Problem': 'PowerSwitchFailure',
  'RCD/Active': 'GroundFailure',
  'RCD/Tripped': 'GroundFailure',
  'GroundIsolationProtection/Active': 'GroundFailure',
  'GroundIsolationProtection/Problem': 'GroundFailure',
  'GroundIsolationProtection/Tripped': 'GroundFailure',
  'OverCurrentProtection/Active': 'OverCurrentFailure',
  'OverCurrentProtection/Tripped': 'OverCurrentFailure',
  'ChargingStation/Overload': 'OverCurrentFailure',
  'EVSE/Overload': 'OverCurrentFailure',
  'Connector/Overload': 'OverCurrentFailure',
  // Its Problem is one of the sensor.
  'TemperatureSensor/Active': 'HighTemperature',
  'FiscalMetering/Problem': 'PowerMeterFailure',
  'ControlMetering/Problem': 'PowerMeterFailure',
  'TokenReader/Problem': 'ReaderFailure',
  'Controller/Problem': 'InternalError',
  'CPPWMController/Problem': 'EVCommunicationError',
  'ISO15118Ctrlr/Problem': 'EVCommunicationError',
  'CHAdeMOCtrlr/Problem': 'EVCommunicationError',
}

/** Longer names than the standard has make no code. */
const LONGEST = 100

/** The code of an alarm: one of ours, or the part and what of it is watched. */
export function eventCode(component: string, variable: string): string {
  const pair: Pair = `${component.trim()}/${variable.trim()}`
  return (Object.hasOwn(SAME, pair) && SAME[pair]) || pair.slice(0, LONGEST)
}

/** True says that something is wrong with the part, false that it is well (appendices, generic variables). */
const FAULTS = new Set(['Problem', 'Tripped', 'Overload', 'Fallback'])
/** Parts that are active only when something is wrong. */
const GUARDS = new Set([
  ...['CableBreakawaySensor', 'CaseAccessSensor', 'EmergencyStopSensor', 'FloodSensor', 'GroundIsolationProtection'],
  ...['OverCurrentProtection', 'RCD', 'ShockSensor', 'TemperatureSensor', 'TiltSensor', 'UpstreamProtectionTrigger'],
])

/** Whether a variable is true for as long as something is wrong. */
export const isFault = (component: string, variable: string): boolean =>
  FAULTS.has(variable) || (variable === 'Active' && GUARDS.has(component))
