/** What the standard's configuration keys are (OCPP 1.6, chapter 9; security whitepaper, chapter 7). Their meanings in words are in the locales. */

export const KEY_PROFILES = [
  'core',
  'security',
  'local_list',
  'smart_charging',
  'reservation',
  'firmware',
  'maker',
] as const
/** `maker`: of the pile's maker, nothing is known of it. */
export type KeyProfile = (typeof KEY_PROFILES)[number]
export type KeyType = 'int' | 'bool' | 'csv' | 'text'
export type KeyUnit = 's' | 'Wh' | '%' | 'times'

export interface ConfigurationKey {
  name: string
  profile: KeyProfile
  type: KeyType
  unit: KeyUnit | null
  /** By the standard. What the pile says of it counts more. */
  read_only: boolean
  /** Never shown, never kept. */
  secret: boolean
  /** The greatest of an `int`; the longest of a text, in characters. */
  max: number
}

/** The standard's integers have 32 bits on most piles; ChangeConfiguration takes 500 characters (OCPP 1.6, 6.21). */
const MOST: Readonly<Record<KeyType, number>> = { int: 2 ** 31 - 1, bool: 5, csv: 500, text: 500 }

type More = Partial<Pick<ConfigurationKey, 'unit' | 'read_only' | 'secret' | 'max'>>

const of = (profile: KeyProfile, type: KeyType, names: string, more: More = {}): ConfigurationKey[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => ({ name, profile, type, unit: null, read_only: false, secret: false, max: MOST[type], ...more }))

const fixed = { read_only: true }

const KEYS: readonly ConfigurationKey[] = [
  ...of(
    'core',
    'bool',
    `AllowOfflineTxForUnknownId AuthorizationCacheEnabled AuthorizeRemoteTxRequests LocalAuthorizeOffline LocalPreAuthorize
    StopTransactionOnEVSideDisconnect StopTransactionOnInvalidId UnlockConnectorOnEVSideDisconnect`,
  ),
  ...of(
    'core',
    'int',
    `ClockAlignedDataInterval ConnectionTimeOut HeartbeatInterval MeterValueSampleInterval MinimumStatusDuration
    TransactionMessageRetryInterval WebSocketPingInterval`,
    { unit: 's' },
  ),
  ...of('core', 'int', 'BlinkRepeat ResetRetries TransactionMessageAttempts', { unit: 'times' }),
  ...of('core', 'int', 'LightIntensity', { unit: '%', max: 100 }),
  ...of('core', 'int', 'MaxEnergyOnInvalidId', { unit: 'Wh' }),
  ...of(
    'core',
    'csv',
    'ConnectorPhaseRotation MeterValuesAlignedData MeterValuesSampledData StopTxnAlignedData StopTxnSampledData',
  ),
  ...of('core', 'csv', 'SupportedFeatureProfiles', fixed),
  ...of(
    'core',
    'int',
    `ConnectorPhaseRotationMaxLength GetConfigurationMaxKeys MeterValuesAlignedDataMaxLength
    MeterValuesSampledDataMaxLength NumberOfConnectors StopTxnAlignedDataMaxLength StopTxnSampledDataMaxLength
    SupportedFeatureProfilesMaxLength`,
    fixed,
  ),
  ...of('security', 'bool', 'AdditionalRootCertificateCheck', fixed),
  ...of('security', 'text', 'AuthorizationKey', { secret: true, max: 40 }),
  ...of('security', 'int', 'CertificateSignedMaxChainSize CertificateStoreMaxLength', fixed),
  ...of('security', 'text', 'CpoName'),
  ...of('security', 'int', 'SecurityProfile', { max: 3 }),
  ...of('local_list', 'bool', 'LocalAuthListEnabled'),
  ...of('local_list', 'int', 'LocalAuthListMaxLength SendLocalListMaxLength', fixed),
  ...of('reservation', 'bool', 'ReserveConnectorZeroSupported', fixed),
  ...of(
    'smart_charging',
    'int',
    'ChargeProfileMaxStackLevel ChargingScheduleMaxPeriods MaxChargingProfilesInstalled',
    fixed,
  ),
  ...of('smart_charging', 'csv', 'ChargingScheduleAllowedChargingRateUnit', fixed),
  ...of('smart_charging', 'bool', 'ConnectorSwitch3to1PhaseSupported', fixed),
  ...of('firmware', 'csv', 'SupportedFileTransferProtocols', fixed),
]

/** Keys are the same in whatever letters they are written (CiString, OCPP 1.6, 7.4). */
const byName = new Map(KEYS.map((key) => [key.name.toLowerCase(), key]))

export const standardKeys: readonly ConfigurationKey[] = KEYS

/** The key that the standard knows, or what is known of any other. */
export const keyOf = (name: string): ConfigurationKey =>
  byName.get(name.toLowerCase()) ?? {
    ...{ name, profile: 'maker', type: 'text', unit: null, read_only: false, secret: false, max: MOST.text },
  }

/** Whether its value is one that nobody may see (OCPP 1.6 J, 6.2.1). */
export const isSecretKey = (name: string): boolean => byName.get(name.toLowerCase())?.secret ?? false

/** How and where a pile connects: after a wrong value it may not come back by itself. Makers call theirs as they like. */
const CONNECTS =
  /^(securityprofile|authorizationkey)$|central.?system|csms|server.?(url|address|uri|host|port)|ocpp.?(url|endpoint|server)|backend.?(url|address)|apn$/i

/** Whether a wrong value of this key may lose the pile. */
export const mayLosePile = (name: string): boolean => CONNECTS.test(name.trim())

/**
 * Whether a command of its own (`raise_profile`) changes it: as a key it would go without the pile being asked what it has, and nothing would be
 * closed behind it.
 */
export const isRaised = (name: string): boolean => name.trim().toLowerCase() === 'securityprofile'

/** What is wrong with a change, by the field at fault; its words are in the locales. */
export interface KeyFlaw {
  field: 'key' | 'value'
  problem:
    | 'secret'
    | 'by_raise'
    | 'read_only'
    | 'whole_number'
    | 'too_great'
    | 'true_or_false'
    | 'empty_entry'
    | 'too_long'
  max: number
}

/** What keeps a value from being sent; null when nothing does. `read_only` is what the pile says, null where it said nothing. */
export function flawOfChange(name: string, value: string, read_only: boolean | null): KeyFlaw | null {
  const known = keyOf(name)
  const { max } = known
  if (known.secret) return { field: 'key', problem: 'secret', max }
  if (isRaised(name)) return { field: 'key', problem: 'by_raise', max }
  if (read_only ?? known.read_only) return { field: 'key', problem: 'read_only', max }
  const flaw = flawOfValue(known, value)
  return flaw && { field: 'value', problem: flaw, max }
}

function flawOfValue({ type, max }: ConfigurationKey, value: string): KeyFlaw['problem'] | null {
  switch (type) {
    case 'int':
      if (!/^\d+$/.test(value)) return 'whole_number'
      return Number(value) > max ? 'too_great' : null
    case 'bool':
      return /^(true|false)$/i.test(value) ? null : 'true_or_false'
    case 'csv':
      if (value !== '' && value.split(',').some((entry) => entry.trim() === '')) return 'empty_entry'
      break
    case 'text':
  }
  return value.length > max ? 'too_long' : null
}
