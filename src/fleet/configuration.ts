type Kind = 'count' | 'flag' | 'list' | 'text'

interface Key {
  kind: Kind
  value: string
  readonly?: boolean
  /** A change takes effect at the next boot only. */
  reboot?: boolean
  /** Written but never told (OCPP-J 1.6, clause 6.2: the key of HTTP Basic). */
  secret?: boolean
}

const count = (value: number, more: Partial<Key> = {}): Key => ({ kind: 'count', value: String(value), ...more })
const flag = (value: boolean, more: Partial<Key> = {}): Key => ({ kind: 'flag', value: String(value), ...more })
const list = (value: string, more: Partial<Key> = {}): Key => ({ kind: 'list', value, ...more })
const text = (value: string, more: Partial<Key> = {}): Key => ({ kind: 'text', value, ...more })
const fixed = { readonly: true }

export const MEASURANDS = [
  'Energy.Active.Import.Register',
  'Power.Active.Import',
  'Power.Offered',
  'Current.Import',
  'Current.Offered',
  'Voltage',
  'SoC',
  'Temperature',
]
const USUAL_MEASURANDS = 'Energy.Active.Import.Register,Power.Active.Import,Current.Import,Voltage,SoC'

/** Keys of OCPP 1.6, clause 9, with the values that a pile leaves the factory with. */
const KEYS: Record<string, Key> = {
  AllowOfflineTxForUnknownId: flag(false),
  AuthorizationCacheEnabled: flag(true),
  AuthorizationKey: text('', { secret: true }),
  AuthorizeRemoteTxRequests: flag(false),
  ChargeProfileMaxStackLevel: count(10, fixed),
  ChargingScheduleAllowedChargingRateUnit: list('Current,Power', fixed),
  ChargingScheduleMaxPeriods: count(48, fixed),
  CertificateStoreMaxLength: count(10, fixed),
  ClockAlignedDataInterval: count(0),
  ConnectionTimeOut: count(120),
  ConnectorPhaseRotation: list('NotApplicable'),
  ConnectorSwitch3to1PhaseSupported: flag(false, fixed),
  CpoName: text('Chargedeck'),
  GetConfigurationMaxKeys: count(100, fixed),
  HeartbeatInterval: count(300),
  LightIntensity: count(80),
  LocalAuthListEnabled: flag(true),
  LocalAuthListMaxLength: count(5_000, fixed),
  LocalAuthorizeOffline: flag(true),
  LocalPreAuthorize: flag(false),
  MaxChargingProfilesInstalled: count(20, fixed),
  MeterValueSampleInterval: count(30),
  MeterValuesAlignedData: list('Energy.Active.Import.Register'),
  MeterValuesSampledData: list(USUAL_MEASURANDS),
  NumberOfConnectors: count(1, fixed),
  ReserveConnectorZeroSupported: flag(true, fixed),
  ResetRetries: count(1),
  SecurityProfile: count(0),
  SendLocalListMaxLength: count(1_000, fixed),
  StopTransactionOnEVSideDisconnect: flag(true),
  StopTransactionOnInvalidId: flag(true),
  StopTxnAlignedData: list(''),
  StopTxnSampledData: list(''),
  SupportedFeatureProfiles: list(
    'Core,FirmwareManagement,LocalAuthListManagement,Reservation,SmartCharging,RemoteTrigger',
    fixed,
  ),
  TransactionMessageAttempts: count(3),
  TransactionMessageRetryInterval: count(10),
  UnlockConnectorOnEVSideDisconnect: flag(true),
  WebSocketPingInterval: count(0, { reboot: true }),
}
const MEASURAND_KEYS = new Set([
  'MeterValuesAlignedData',
  'MeterValuesSampledData',
  'StopTxnAlignedData',
  'StopTxnSampledData',
])

export type ChangeResult = 'Accepted' | 'Rejected' | 'RebootRequired' | 'NotSupported'

/** A pile's configuration: what was changed is kept in `changed`, the rest is the factory's and shared by all piles. */
export class Configuration {
  #changed: Record<string, string>

  constructor(changed: Record<string, string>) {
    this.#changed = changed
  }

  text(key: string): string {
    return this.#changed[key] ?? KEYS[key]?.value ?? ''
  }

  count(key: string): number {
    return Number(this.text(key))
  }

  on(key: string): boolean {
    return this.text(key) === 'true'
  }

  list(key: string): string[] {
    return this.text(key).split(',').filter(Boolean)
  }

  /** Sets what only the pile itself may set, such as its number of connectors. */
  set(key: string, value: string) {
    this.#changed[key] = value
  }

  /** ChangeConfiguration.req. */
  change(key: string, value: string): ChangeResult {
    const known = KEYS[key]
    if (!known) return 'NotSupported'
    if (known.readonly || !fits(key, known.kind, value)) return 'Rejected'
    this.#changed[key] = known.kind === 'flag' ? value.toLowerCase() : value
    return known.reboot ? 'RebootRequired' : 'Accepted'
  }

  /** GetConfiguration.req; no keys asked for means all. */
  tell(asked: string[]) {
    const names = asked.length > 0 ? asked : Object.keys(KEYS)
    const told = names.filter((name) => KEYS[name] && !KEYS[name].secret)
    return {
      configurationKey: told.map((key) => ({ key, readonly: KEYS[key]?.readonly ?? false, value: this.text(key) })),
      unknownKey: names.filter((name) => !KEYS[name]),
    }
  }
}

function fits(key: string, kind: Kind, value: string): boolean {
  if (kind === 'count') return /^\d{1,9}$/.test(value)
  if (kind === 'flag') return /^(true|false)$/i.test(value)
  if (key === 'AuthorizationKey') return value.length >= 8 && value.length <= 40
  if (MEASURAND_KEYS.has(key)) return value.split(',').every((name) => name === '' || MEASURANDS.includes(name))
  return value.length <= 500
}
