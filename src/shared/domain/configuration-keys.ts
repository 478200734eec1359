import { modelVariables, variableFacts } from './device-model.ts'
import { addressOf } from './setting-address.ts'
import type { KeyProfile, KeyType } from './setting-types.ts'

/**
 * What the standard's configuration keys are: of OCPP 1.6 (chapter 9; security whitepaper, chapter 7), and the variables of 2.x, whose key is their
 * address. Their meanings in words are in the locales.
 */

export interface ConfigurationKey {
  name: string
  profile: KeyProfile
  type: KeyType
  /** One of the standard's, or another as the pile writes it. */
  unit: string | null
  /** By the standard. What the pile says of it counts more. */
  read_only: boolean
  /** Never shown, never kept. */
  secret: boolean
  /** The least of a number; null where that is not said. */
  min: number | null
  /** The greatest of a number; the longest of a text, in characters. */
  max: number
  /** What it may be, where the pile says it. */
  choices: readonly string[]
}

/** What a pile says of a variable's values. */
export interface ToldFacts {
  type: KeyType
  unit: string | null
  minimum: number | null
  maximum: number | null
  choices: string[] | null
}

/** The standard's integers have 32 bits on most piles; ChangeConfiguration takes 500 characters (OCPP 1.6, 6.21). */
const MOST = { int: 2 ** 31 - 1, bool: 5, csv: 500, text: 500 } as const
/** A key of 1.6 has so many characters at most. */
const MOST_KEY_OF_16 = 50
/** A value that 2.x sets has 1,000 characters at most (SetVariableDataType). */
const MOST_OF_VARIABLES = 1_000

type More = Partial<Pick<ConfigurationKey, 'unit' | 'read_only' | 'secret' | 'max'>>

const of = (profile: KeyProfile, type: keyof typeof MOST, names: string, more: More = {}): ConfigurationKey[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => ({
      ...{ name, profile, type, unit: null, read_only: false, secret: false },
      ...{ min: null, max: MOST[type], choices: [], ...more },
    }))

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

/** Those of 2.x by their addresses, for who looks for one before a pile told it. */
export const standardVariables = (): ConfigurationKey[] =>
  modelVariables.map(({ component, variable }) => keyOf(`${component}/${variable}`))

/** The key that the standard knows, or what is known of any other: what its pile says of its values counts more. */
export function keyOf(name: string, told: ToldFacts | null = null): ConfigurationKey {
  const known = byName.get(name.toLowerCase())
  if (known) return known
  const address = addressOf(name)
  const plain = { name, read_only: false, secret: false, unit: null, min: null, choices: [] }
  if (!address) return { ...plain, profile: 'maker', type: 'text', max: MOST.text }
  const facts = { ...plain, ...variableFacts(address.component, address.variable) }
  const type = told?.type ?? facts.type
  const isNumber = type === 'int' || type === 'decimal'
  return {
    ...{ ...facts, type, unit: told?.unit || facts.unit, min: isNumber ? (told?.minimum ?? null) : null },
    // Of a text a limit is one of its length (OCPP 2.0.1, VariableCharacteristicsType).
    max: isNumber ? (told?.maximum ?? Number.MAX_SAFE_INTEGER) : Math.min(told?.maximum || Infinity, MOST_OF_VARIABLES),
    choices: told?.choices ?? [],
  }
}

/** Whether its value is one that nobody may see (OCPP 1.6 J, 6.2.1; 2.0.1, A01). */
export const isSecretKey = (name: string): boolean => keyOf(name).secret

const PASSWORD = /(^|\/)(authorizationkey|basicauthpassword)$/i

/** Whether it is a password by which the pile comes to us: it is changed by a command of its own (`set_password`). */
export const isPasswordKey = (name: string): boolean => PASSWORD.test(name.trim())

/** How and where a pile connects: after a wrong value it may not come back by itself. Makers call theirs as they like. */
const CONNECTS =
  /^(securityprofile|authorizationkey)$|central.?system|csms|server.?(url|address|uri|host|port)|ocpp.?(url|endpoint|server)|backend.?(url|address)|apn(user|user.?name|password)?$|simpin|networkconfiguration|^securityctrlr\/(identity|securityprofile|basicauthpassword)/i

/** Whether a wrong value of this key may lose the pile. */
export const mayLosePile = (name: string): boolean => CONNECTS.test(name.trim())

/**
 * Whether it is its security profile: as a key it would go without the pile being asked what it has, and nothing would be
 * closed behind it.
 */
export const isRaised = (name: string): boolean => /^(securityctrlr\/)?securityprofile$/i.test(name.trim())

/**
 * By which command of its own a key is changed, if by any: its security profile by `raise_profile`, the order of its slots by `move_network`, which
 * keeps the slot in use behind the new one and looks by which the pile came, and what is in a slot by `write_network`, which leaves the slot in use
 * alone (OCPP 2.1, B09.FR.21).
 */
export function changedBy(name: string): 'by_raise' | 'by_network' | null {
  if (isRaised(name)) return 'by_raise'
  return NETWORK.test(name.trim()) ? 'by_network' : null
}

const NETWORK = /^(ocppcommctrlr\/networkconfigurationpriority(#|$)|networkconfiguration\b)/i

/** What is wrong with a change, by the field at fault; its words are in the locales. */
export interface KeyFlaw {
  field: 'key' | 'value'
  problem:
    | 'secret'
    | 'by_raise'
    | 'by_network'
    | 'read_only'
    | 'write_only'
    | 'whole_number'
    | 'number'
    | 'instant'
    | 'too_small'
    | 'too_great'
    | 'not_offered'
    | 'true_or_false'
    | 'empty_entry'
    | 'too_long'
  /** The limit that it breaks. */
  max: number
}

/** What a pile says of a key of its own; null where it said nothing. */
export interface ToldOfKey {
  read_only: boolean
  /** It takes a value and tells it nobody. */
  write_only?: boolean
  facts?: ToldFacts | null
}

/** What keeps a value from being sent to one pile; null when nothing does. Of a value that is to be kept, `flawOfKept` says more. */
export function flawOfChange(name: string, value: string, told: ToldOfKey | null): KeyFlaw | null {
  const known = keyOf(name, told?.facts)
  const { max } = known
  if (name.length > MOST_KEY_OF_16 && !addressOf(name))
    return { field: 'key', problem: 'too_long', max: MOST_KEY_OF_16 }
  if (isPasswordKey(name)) return { field: 'key', problem: 'secret', max }
  if (told?.read_only ?? known.read_only) return { field: 'key', problem: 'read_only', max }
  const by = changedBy(name)
  if (by) return { field: 'key', problem: by, max }
  const flaw = flawOfValue(known, value)
  return flaw && { field: 'value', problem: flaw, max: flaw === 'too_small' ? (known.min ?? 0) : max }
}

/** What keeps a value from standing in a template and being sent from there: nobody may read it in a pile, and so nowhere else. */
export function flawOfKept(name: string, value: string, told: ToldOfKey | null): KeyFlaw | null {
  const isHidden = !isPasswordKey(name) && (isSecretKey(name) || told?.write_only)
  return isHidden ? { field: 'key', problem: 'write_only', max: 0 } : flawOfChange(name, value, told)
}

const WHOLE = /^\d+$/
/** A variable may be below zero. */
const WHOLE_OR_LESS = /^-?\d+$/
const DECIMAL = /^-?\d+(\.\d+)?$/

function flawOfValue(known: ConfigurationKey, value: string): KeyFlaw['problem'] | null {
  const { type, max, choices } = known
  switch (type) {
    case 'int':
      return (addressOf(known.name) ? WHOLE_OR_LESS : WHOLE).test(value) ? outOfBounds(known, value) : 'whole_number'
    case 'decimal':
      return DECIMAL.test(value) ? outOfBounds(known, value) : 'number'
    case 'bool':
      return /^(true|false)$/i.test(value) ? null : 'true_or_false'
    case 'instant':
      return /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value)) ? null : 'instant'
    case 'option':
      if (choices.length > 0 && !isOffered(choices, value)) return 'not_offered'
      break
    case 'csv':
    case 'sequence': {
      const entries = value === '' ? [] : value.split(',').map((entry) => entry.trim())
      if (entries.includes('')) return 'empty_entry'
      if (choices.length > 0 && !entries.every((entry) => isOffered(choices, entry))) return 'not_offered'
      break
    }
    case 'text':
  }
  return value.length > max ? 'too_long' : null
}

function outOfBounds({ min, max }: ConfigurationKey, value: string): KeyFlaw['problem'] | null {
  if (Number(value) > max) return 'too_great'
  return min !== null && Number(value) < min ? 'too_small' : null
}

const isOffered = (choices: readonly string[], value: string) =>
  choices.some((choice) => choice.toLowerCase() === value.trim().toLowerCase())
