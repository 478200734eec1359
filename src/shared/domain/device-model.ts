import type { KeyProfile, KeyType, KeyUnit } from './setting-types.ts'

/*
 * The controllers of OCPP 2.x and their variables (2.0.1 and 2.1, part 2, appendices; dm_components_vars.csv). What a variable takes and who may
 * change it, its pile says; this is what is known before one said anything. Of a letter: b boolean, i whole number, d decimal, s text,
 * o one of several, m several in any order, q several in their order, t time; after it the unit.
 */
const MODEL: Readonly<Record<string, string>> = {
  AlignedDataCtrlr: `Available:b Enabled:b Interval:i,s Measurands:m SendDuringIdle:b SignReadings:b SignUpdatedReadings:b TxEndedInterval:i,s
    TxEndedMeasurands:m UpstreamInterval:i,s UpstreamMeasurands:m`,
  AuthCacheCtrlr: 'Available:b DisablePostAuthorize:b Enabled:b LifeTime:i,s Policy:o Storage:i',
  AuthCtrlr: `AdditionalInfoItemsPerMessage:i AuthorizeRemoteStart:b DisableRemoteAuthorization:b Enabled:b LocalAuthorizeOffline:b
    LocalPreAuthorize:b MasterPassGroupId:s OfflineTxForUnknownIdEnabled:b SupportedIdTokenType:m`,
  ClockCtrlr: `DateTime:t NextTimeOffsetTransitionDateTime:t NtpServerUri:s NtpSource:o TimeAdjustmentReportingThreshold:i,s TimeOffset:s
    TimeSource:q TimeZone:s`,
  CustomizationCtrlr: 'CustomImplementationEnabled:b CustomTriggers:m',
  DeviceDataCtrlr: 'BytesPerMessage:i ConfigurationValueSize:i ItemsPerMessage:i ReportingValueSize:i ValueSize:i',
  DisplayMessageCtrlr: `Available:b DisplayMessages:i Enabled:b Language:o PersonalMessageSize:i SupportedFormats:m SupportedPriorities:m
    SupportedStates:m`,
  ISO15118Ctrlr: `CentralContractValidationAllowed:b ContractCertificateInstallationEnabled:b ContractValidationOffline:b CountryName:s
    MaxScheduleEntries:i OrganizationName:s PnCEnabled:b RequestMeteringReceipt:b SeccId:s V2GCertificateInstallationEnabled:b`,
  LocalAuthListCtrlr: `Available:b BytesPerMessage:i DisablePostAuthorize:b Enabled:b Entries:i ItemsPerMessage:i Storage:i
    SupportsExpiryDateTime:b`,
  MonitoringCtrlr: `ActiveMonitoringBase:o ActiveMonitoringLevel:i Available:b BytesPerMessage:i Enabled:b ItemsPerMessage:i
    OfflineQueuingSeverity:i`,
  OCPPCommCtrlr: `ActiveNetworkProfile:s FieldLength:i FileTransferProtocols:m HeartbeatInterval:i,s MessageAttemptInterval:i,s
    MessageAttempts:i,times MessageTimeout:i,s NetworkConfigurationPriority:q NetworkProfileConnectionAttempts:i,times OfflineThreshold:i,s
    PublicKeyWithSignedMeterValue:o QueueAllMessages:b ResetRetries:i,times RetryBackOffRandomRange:i,s RetryBackOffRepeatTimes:i,times
    RetryBackOffWaitMinimum:i,s UnlockOnEVSideDisconnect:b WebSocketPingInterval:i,s`,
  ReservationCtrlr: 'Available:b Enabled:b NonEvseSpecific:b',
  SampledDataCtrlr: `Available:b Enabled:b RegisterValuesWithoutPhases:b SignReadings:b SignStartedReadings:b SignUpdatedReadings:b
    TxEndedInterval:i,s TxEndedMeasurands:m TxStartedMeasurands:m TxUpdatedInterval:i,s TxUpdatedMeasurands:m UpstreamInterval:i,s
    UpstreamMeasurands:m`,
  SecurityCtrlr: `AdditionalRootCertificateCheck:b AllowSecurityProfileDowngrade:b BasicAuthPassword:s CertSigningRepeatTimes:i,times
    CertSigningWaitMinimum:i,s CertificateEntries:i Identity:s MaxCertificateChainSize:i OrganizationName:s SecurityProfile:i`,
  SmartChargingCtrlr: `Available:b Enabled:b Entries:i ExternalControlSignalsEnabled:b LimitChangeSignificance:d,%
    NotifyChargingLimitWithSchedules:b PeriodsPerSchedule:i Phases3to1:b ProfileStackLevel:i RateUnit:m`,
  TariffCostCtrlr: 'Available:b Currency:s Enabled:b Interval:i,s TariffFallbackMessage:s TotalCostFallbackMessage:s',
  TxCtrlr: `EVConnectionTimeOut:i,s MaxEnergyOnInvalidId:i,Wh ResumptionTimeout:i,s StopTxOnEVSideDisconnect:b StopTxOnInvalidId:b
    TxBeforeAcceptedEnabled:b TxStartPoint:m TxStopPoint:m`,
}

const TYPES: Readonly<Record<string, KeyType>> = {
  ...{ b: 'bool', i: 'int', d: 'decimal', s: 'text', o: 'option', m: 'csv', q: 'sequence', t: 'instant' },
}

export interface ModelVariable {
  component: string
  variable: string
  type: KeyType
  unit: KeyUnit | null
}

const variables: readonly ModelVariable[] = Object.entries(MODEL).flatMap(([component, all]) =>
  all.split(/\s+/).map((one) => {
    const [variable = '', kind = ''] = one.split(':')
    const [letter = '', unit = null] = kind.split(',')
    return { component, variable, type: TYPES[letter] ?? 'text', unit: unit as KeyUnit | null }
  }),
)

const nameOf = (component: string, variable: string) => `${component}/${variable}`.toLowerCase()
const byName = new Map(variables.map((one) => [nameOf(one.component, one.variable), one]))

/** What the standard says of a variable of a controller; names are the same in whatever letters. Null for any other. */
export const modelOf = (component: string, variable: string): ModelVariable | null =>
  byName.get(nameOf(component, variable)) ?? null

/** What the standard knows of its variables, an instance left away. */
export const modelVariables = variables

/** Values that nobody may see, whatever the pile says of them. */
const SECRETS = /password|passphrase|sharedsecret|vpnkey|simpin/i
export const isSecretVariable = (variable: string): boolean => SECRETS.test(variable)

/** One of them as a key of the configuration, so far as the standard knows it. */
export function variableFacts(
  component: string,
  variable: string,
): { profile: KeyProfile; type: KeyType; unit: KeyUnit | null; secret: boolean } {
  const known = modelOf(component, variable)
  const { type, unit } = known ?? { type: 'text' as const, unit: null }
  return { profile: known ? 'component' : 'maker', type, unit, secret: isSecretVariable(variable) }
}
