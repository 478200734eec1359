import { countProfiles } from '../charging-profiles.ts'
import { MEASURANDS } from '../configuration.ts'
import { ATTEMPTS, SLOTS } from '../network.ts'
import { isoOf } from '../open-transactions.ts'
import type { Pile } from '../pile.ts'
import { type Setting, settingOf } from './settings.ts'
import type { Variable } from './variable.ts'

/** `Controller.Variable[instance]`. */
type Name = string
type Traits = Partial<Omit<Variable, 'component' | 'variable' | 'instance' | 'read'>>
type Row = [name: Name, type: Variable['type'], value: string | (() => string), more?: Traits]

/** By whose clock piles show the time. */
export const TIME_ZONE = 'Asia/Shanghai'

const WORDS = 1_000

/** The controllers of a pile, by which it is set up (part 2, chapter 2 of the referenced components). */
export function controllers(pile: Pile): Variable[] {
  return [...mapped(pile), ...own(pile), ...told(pile)].map(([name, type, value, more]) => ({
    ...nameOf(name),
    type,
    read: typeof value === 'string' ? () => value : value,
    ...more,
  }))
}

function nameOf(name: Name) {
  const [, component = '', variable = '', instance] = /^(\w+)\.(\w+)(?:\[(\w+)\])?$/.exec(name) ?? []
  return { component, variable, ...(instance && { instance }) }
}

/** What the pile's configuration has under another name. */
function mapped(pile: Pile): Row[] {
  const { configuration, routines } = pile
  const row = (name: Name, type: Variable['type'], key: string, more: Traits = {}): Row => {
    const write = (value: string) => {
      const result = configuration.change(key, value)
      if (result === 'Accepted') routines.restart()
      return result === 'NotSupported' ? 'Rejected' : result
    }
    return [name, type, () => configuration.text(key), { write, ...more }]
  }
  const seconds = { unit: 's', min: 0 }
  const measurands = { values: MEASURANDS.filter((name) => name !== 'Temperature').join(','), max: WORDS }
  return [
    row('AlignedDataCtrlr.Interval', 'integer', 'ClockAlignedDataInterval', seconds),
    row('AlignedDataCtrlr.Measurands', 'MemberList', 'MeterValuesAlignedData', measurands),
    row('AuthCacheCtrlr.Enabled', 'boolean', 'AuthorizationCacheEnabled'),
    row('AuthCtrlr.AuthorizeRemoteStart', 'boolean', 'AuthorizeRemoteTxRequests'),
    row('AuthCtrlr.LocalAuthorizeOffline', 'boolean', 'LocalAuthorizeOffline'),
    row('AuthCtrlr.LocalPreAuthorize', 'boolean', 'LocalPreAuthorize'),
    row('AuthCtrlr.OfflineTxForUnknownIdEnabled', 'boolean', 'AllowOfflineTxForUnknownId'),
    row('LocalAuthListCtrlr.Enabled', 'boolean', 'LocalAuthListEnabled'),
    row('OCPPCommCtrlr.HeartbeatInterval', 'integer', 'HeartbeatInterval', seconds),
    row(
      'OCPPCommCtrlr.MessageAttemptInterval[TransactionEvent]',
      'integer',
      'TransactionMessageRetryInterval',
      seconds,
    ),
    row('OCPPCommCtrlr.MessageAttempts[TransactionEvent]', 'integer', 'TransactionMessageAttempts'),
    row('OCPPCommCtrlr.ResetRetries', 'integer', 'ResetRetries'),
    row('OCPPCommCtrlr.UnlockOnEVSideDisconnect', 'boolean', 'UnlockConnectorOnEVSideDisconnect'),
    row('OCPPCommCtrlr.WebSocketPingInterval', 'integer', 'WebSocketPingInterval', seconds),
    row('SampledDataCtrlr.TxUpdatedInterval', 'integer', 'MeterValueSampleInterval', seconds),
    row('SampledDataCtrlr.TxUpdatedMeasurands', 'MemberList', 'MeterValuesSampledData', measurands),
    row('SecurityCtrlr.OrganizationName', 'string', 'CpoName'),
    row('TxCtrlr.EVConnectionTimeOut', 'integer', 'ConnectionTimeOut', seconds),
    row('TxCtrlr.StopTxOnEVSideDisconnect', 'boolean', 'StopTransactionOnEVSideDisconnect'),
    row('TxCtrlr.StopTxOnInvalidId', 'boolean', 'StopTransactionOnInvalidId'),
    row('ChargingStatusIndicator.Percent', 'decimal', 'LightIntensity', { unit: 'Percent', min: 0, max: 100 }),
    // A01.FR.02: it connects anew with it.
    row('SecurityCtrlr.BasicAuthPassword', 'string', 'AuthorizationKey', { isSecret: true, max: 40 }),
  ]
}

/** What only 2.0.1 knows. */
function own({ memory }: Pile): Row[] {
  const points = 'Authorized,EVConnected,PowerPathClosed'
  const row = (name: Setting): Row => {
    const write = (value: string) => {
      const isKnown = value.split(',').every((point) => points.split(',').includes(point))
      if (isKnown) memory.configuration[name] = value
      return isKnown ? 'Accepted' : 'Rejected'
    }
    return [name, 'MemberList', () => settingOf(memory, name), { write, values: points }]
  }
  const onOff = (name: Setting): Row => {
    const write = (value: string) => {
      const isKnown = value === 'true' || value === 'false'
      if (isKnown) memory.configuration[name] = value
      return isKnown ? 'Accepted' : 'Rejected'
    }
    return [name, 'boolean', () => settingOf(memory, name), { write }]
  }
  const code = (value: string) => {
    const isCode = /^\d{4,16}$/.test(value)
    if (isCode) memory.configuration['Modem.AccessCode'] = value
    return isCode ? 'Accepted' : 'Rejected'
  }
  return [
    row('TxCtrlr.TxStartPoint'),
    row('TxCtrlr.TxStopPoint'),
    onOff('TariffCostCtrlr.Enabled[Cost]'),
    [
      'Modem.AccessCode',
      'string',
      () => settingOf(memory, 'Modem.AccessCode'),
      { write: code, isSecret: true, max: 16 },
    ],
  ]
}

/** What it tells and is not set here. */
function told({ clock, memory, configuration, station, network }: Pile): Row[] {
  const yes = (...names: Name[]) => names.map((name): Row => [name, 'boolean', 'true'])
  const whole = (name: Name, value: number | (() => number), more: Traits = {}): Row =>
    typeof value === 'number'
      ? [name, 'integer', String(value), { isConstant: true, ...more }]
      : [name, 'integer', () => String(value()), more]
  const room = (key: string) => ({ max: configuration.count(key) })
  const size = (name: string, message: string, most: number) => whole(`${name}[${message}]`, most)
  return [
    ...yes('AlignedDataCtrlr.Available', 'AlignedDataCtrlr.Enabled', 'AuthCacheCtrlr.Available', 'AuthCtrlr.Enabled'),
    ...yes('LocalAuthListCtrlr.Available', 'MonitoringCtrlr.Available', 'MonitoringCtrlr.Enabled'),
    ...yes('ReservationCtrlr.Available', 'ReservationCtrlr.Enabled', 'ReservationCtrlr.NonEvseSpecific'),
    ...yes('SampledDataCtrlr.Available', 'SampledDataCtrlr.Enabled'),
    ...yes('SmartChargingCtrlr.Available', 'SmartChargingCtrlr.Enabled'),
    whole('AlignedDataCtrlr.TxEndedInterval', 0, { unit: 's' }),
    ['AlignedDataCtrlr.TxEndedMeasurands', 'MemberList', ''],
    ['AuthCacheCtrlr.Policy', 'OptionList', 'FIFO', { values: 'LRU,LFU,FIFO,CUSTOM' }],
    whole('AuthCacheCtrlr.Storage', () => JSON.stringify(memory.cache).length, { unit: 'B', max: 200_000 }),
    ['ClockCtrlr.DateTime', 'dateTime', () => isoOf(clock.now())],
    ['ClockCtrlr.TimeSource', 'SequenceList', 'Heartbeat,NTP', { values: 'Heartbeat,NTP,RealTimeClock' }],
    ['ClockCtrlr.TimeZone', 'string', TIME_ZONE],
    ['ClockCtrlr.NtpSource', 'OptionList', 'manual', { values: 'DHCP,manual' }],
    size('DeviceDataCtrlr.ItemsPerMessage', 'GetReport', 50),
    size('DeviceDataCtrlr.ItemsPerMessage', 'GetVariables', 50),
    size('DeviceDataCtrlr.ItemsPerMessage', 'SetVariables', 20),
    size('DeviceDataCtrlr.BytesPerMessage', 'GetReport', 16_384),
    size('DeviceDataCtrlr.BytesPerMessage', 'GetVariables', 16_384),
    size('DeviceDataCtrlr.BytesPerMessage', 'SetVariables', 16_384),
    whole('DeviceDataCtrlr.ReportingValueSize', 2_500),
    whole('DeviceDataCtrlr.ConfigurationValueSize', 1_000),
    whole('LocalAuthListCtrlr.BytesPerMessage', 65_536),
    whole('LocalAuthListCtrlr.ItemsPerMessage', configuration.count('SendLocalListMaxLength')),
    whole(
      'LocalAuthListCtrlr.Entries',
      () => Object.keys(memory.local_list.tags).length,
      room('LocalAuthListMaxLength'),
    ),
    size('MonitoringCtrlr.ItemsPerMessage', 'SetVariableMonitoring', 20),
    size('MonitoringCtrlr.ItemsPerMessage', 'ClearVariableMonitoring', 20),
    size('MonitoringCtrlr.BytesPerMessage', 'SetVariableMonitoring', 16_384),
    ['OCPPCommCtrlr.ActiveNetworkProfile', 'string', () => network.memory.active],
    [
      'OCPPCommCtrlr.NetworkConfigurationPriority',
      'SequenceList',
      () => network.memory.order.join(','),
      { values: SLOTS.join(','), write: (value) => network.setOrder(value) },
    ],
    ['OCPPCommCtrlr.FileTransferProtocols', 'MemberList', 'HTTP,HTTPS', { values: 'FTP,FTPS,HTTP,HTTPS,SFTP' }],
    whole('OCPPCommCtrlr.MessageTimeout[Default]', 30, { unit: 's' }),
    whole('OCPPCommCtrlr.NetworkProfileConnectionAttempts', ATTEMPTS),
    whole('OCPPCommCtrlr.OfflineThreshold', 120, { unit: 's' }),
    whole('OCPPCommCtrlr.RetryBackOffWaitMinimum', 1, { unit: 's' }),
    whole('OCPPCommCtrlr.RetryBackOffRepeatTimes', 6),
    whole('OCPPCommCtrlr.RetryBackOffRandomRange', 1, { unit: 's' }),
    ['SampledDataCtrlr.TxStartedMeasurands', 'MemberList', 'Energy.Active.Import.Register'],
    ['SampledDataCtrlr.TxEndedMeasurands', 'MemberList', 'Energy.Active.Import.Register'],
    whole('SampledDataCtrlr.TxEndedInterval', 0, { unit: 's' }),
    ['SampledDataCtrlr.SignReadings', 'boolean', 'false'],
    whole('SecurityCtrlr.CertificateEntries', () => memory.security.roots.length, room('CertificateStoreMaxLength')),
    ['SecurityCtrlr.Identity', 'string', station],
    whole('SecurityCtrlr.MaxCertificateChainSize', 10_000),
    whole('SecurityCtrlr.CertSigningWaitMinimum', 60, { unit: 's' }),
    whole('SecurityCtrlr.CertSigningRepeatTimes', 3),
    whole('SecurityCtrlr.SecurityProfile', () => configuration.count('SecurityProfile')),
    ['SmartChargingCtrlr.RateUnit', 'MemberList', 'A,W', { values: 'A,W' }],
    ['SmartChargingCtrlr.Phases3to1', 'boolean', 'false'],
    ['SmartChargingCtrlr.LimitChangeSignificance', 'decimal', '1.0', { unit: 'Percent' }],
    whole('SmartChargingCtrlr.PeriodsPerSchedule', configuration.count('ChargingScheduleMaxPeriods')),
    whole('SmartChargingCtrlr.ProfileStackLevel', configuration.count('ChargeProfileMaxStackLevel')),
    whole(
      'SmartChargingCtrlr.Entries[ChargingProfiles]',
      () => countProfiles(memory.profiles),
      room('MaxChargingProfilesInstalled'),
    ),
    ['TariffCostCtrlr.Available[Tariff]', 'boolean', 'false'],
    ['TariffCostCtrlr.Available[Cost]', 'boolean', 'true'],
    ['TariffCostCtrlr.Currency', 'string', 'CNY'],
    ['TxCtrlr.TxBeforeAcceptedEnabled', 'boolean', 'false'],
    whole('TxCtrlr.MaxEnergyOnInvalidId', 0, { unit: 'Wh' }),
  ]
}
