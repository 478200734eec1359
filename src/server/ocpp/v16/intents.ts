import { keyOf } from '../../../shared/domain/configuration-keys.ts'
import type {
  Ask,
  Asking,
  Intent,
  ListedCard,
  Maintenance,
  MaintenanceWork,
  Report,
  Transfer,
} from '../../../shared/domain/intent.ts'
import { hashOf, hashPayload } from '../every-version/certificate-hash.ts'
import { transferIn, triesOf, workIn } from '../every-version/transfer.ts'
import type { Payload } from '../framing.ts'
import type { CallFacts, OurCall } from '../protocol.ts'
import { clearing, clearingOf, profileOf, profilePayload } from './charging-profiles.ts'
import { rootUseOf, rootUseWord } from './roots.ts'
import { isSecret, secretSettings } from './secrets.ts'
import { tagInfo } from './tag-info.ts'

const PASSWORD_KEY = 'AuthorizationKey'
const PROFILE_KEY = 'SecurityProfile'

/** One that is not here 1.6 does not know. */
const REPORTS: Readonly<Partial<Record<Report, string>>> = {
  boot: 'BootNotification',
  heartbeat: 'Heartbeat',
  meter: 'MeterValues',
  connector: 'StatusNotification',
  firmware: 'FirmwareStatusNotification',
  signed_firmware: 'FirmwareStatusNotification',
  diagnostics: 'DiagnosticsStatusNotification',
  log: 'LogStatusNotification',
  certificate: 'SignChargePointCertificate',
  // How it stands its readings say.
  transaction: 'MeterValues',
}
const reportNamed = new Map(Object.entries(REPORTS).map(([report, name]) => [name, report as Report]))
reportNamed.set('FirmwareStatusNotification', 'firmware')
reportNamed.set('MeterValues', 'meter')

/** Of the security extension: the plain trigger does not know them, or means others (whitepaper, 6.16). */
const EXTENDED = new Set<Report>(['signed_firmware', 'log', 'certificate'])

const WORK: Readonly<Record<string, Maintenance>> = {
  UpdateFirmware: 'update_firmware',
  SignedUpdateFirmware: 'update_signed_firmware',
  GetDiagnostics: 'upload_diagnostics',
  GetLog: 'upload_log',
}

/** The kinds of logs (whitepaper, 6.13). */
const LOGS = { diagnostics_log: 'DiagnosticsLog', security_log: 'SecurityLog' } as const

type Say = { readonly [A in Ask]?: (intent: Asking<A>) => OurCall | null }

/** What we ask for in 1.6's words. What is not here is written by hand only. */
const SAY: Say = {
  start: ({ connector_number: connectorId, card_number: idTag }) =>
    call('RemoteStartTransaction', { ...(connectorId !== null && { connectorId }), idTag }),
  stop: ({ transaction_id }) => call('RemoteStopTransaction', { transactionId: Number(transaction_id) }),
  unlock: ({ connector_number }) => call('UnlockConnector', { connectorId: connector_number }),
  reset: ({ type }) => call('Reset', { type }),
  availability: ({ connector_number, type }) => call('ChangeAvailability', { connectorId: connector_number, type }),
  trigger: ({ message, connector_number }) => {
    const requestedMessage = REPORTS[message]
    const connector = connector_number ? { connectorId: connector_number } : {}
    const triggering = EXTENDED.has(message) ? 'ExtendedTriggerMessage' : 'TriggerMessage'
    return requestedMessage ? call(triggering, { requestedMessage, ...connector }) : null
  },
  set_password: ({ password }) => call('ChangeConfiguration', { key: PASSWORD_KEY, value: password }),
  send_certificate: ({ chain }) => call('CertificateSigned', { certificateChain: chain }),
  raise_profile: ({ profile }) => call('ChangeConfiguration', { key: PROFILE_KEY, value: String(profile) }),
  install_certificate: ({ use, certificate }) => {
    const certificateType = rootUseWord(use)
    return certificateType === null ? null : call('InstallCertificate', { certificateType, certificate })
  },
  list_certificates: ({ use }) => {
    const certificateType = rootUseWord(use)
    return certificateType === null ? null : call('GetInstalledCertificateIds', { certificateType })
  },
  delete_certificate: (intent) => call('DeleteCertificate', { certificateHashData: hashPayload(intent) }),
  clear_cards: () => call('ClearCache', {}),
  card_list_version: () => call('GetLocalListVersion', {}),
  read_settings: ({ keys }) => reading(keys),
  configure: ({ key, value }) => call('ChangeConfiguration', { key, value }),
  send_data: ({ vendor_id: vendorId, message_id, data }) =>
    call('DataTransfer', {
      vendorId,
      ...(message_id !== null && { messageId: message_id }),
      ...(data !== null && { data }),
    }),
  reserve: ({
    connector_number: connectorId,
    card_number: idTag,
    group,
    reservation: reservationId,
    until: expiryDate,
  }) => call('ReserveNow', { connectorId, expiryDate, idTag, ...(group && { parentIdTag: group }), reservationId }),
  set_profile: ({ connector_number: connectorId, profile }) => {
    const csChargingProfiles = profilePayload(profile)
    return csChargingProfiles && call('SetChargingProfile', { connectorId, csChargingProfiles })
  },
  clear_profile: (intent) => {
    const criteria = clearing(intent)
    return criteria && call('ClearChargingProfile', criteria)
  },
  read_schedule: ({ connector_number: connectorId, seconds: duration, unit }) =>
    call('GetCompositeSchedule', { connectorId, duration, ...(unit && { chargingRateUnit: unit }) }),
  update_firmware: ({ at, ...transfer }) => call('UpdateFirmware', { ...transferOf(transfer), retrieveDate: at }),
  update_signed_firmware: ({
    request: requestId,
    at: retrieveDateTime,
    certificate,
    signature,
    install_at,
    ...transfer
  }) => {
    const { location, ...tries } = transferOf(transfer)
    const firmware = {
      location,
      retrieveDateTime,
      signingCertificate: certificate,
      signature,
      ...(install_at && { installDateTime: install_at }),
    }
    return call('SignedUpdateFirmware', { ...tries, requestId, firmware })
  },
  upload_diagnostics: (transfer) => call('GetDiagnostics', transferOf(transfer)),
  upload_log: ({ log, request: requestId, ...transfer }) => {
    const { location: remoteLocation, ...tries } = transferOf(transfer)
    return call('GetLog', { logType: LOGS[log], ...(requestId && { requestId }), ...tries, log: { remoteLocation } })
  },
  cancel_reservation: ({ reservation }) => call('CancelReservation', { reservationId: reservation }),
  update_card_list: ({ version, full, cards }) =>
    call('SendLocalList', {
      listVersion: version,
      updateType: full ? 'Full' : 'Differential',
      localAuthorizationList: cards.map(({ card_number: idTag, status, ...facts }) => ({
        idTag,
        ...(status && { idTagInfo: tagInfo({ status, ...facts }) }),
      })),
    }),
}

/** Variables of 2.x are no keys of its own: they are not asked for, and nothing is where there are no others. */
function reading(keys: readonly string[]): OurCall | null {
  const own = keys.filter((key) => keyOf(key).profile !== 'component')
  if (own.length < keys.length && own.length === 0) return null
  return call('GetConfiguration', own.length > 0 ? { key: own } : {})
}

const transferOf = (transfer: Transfer): Payload => ({ location: transfer.location, ...triesOf(transfer) })

export const asks = Object.keys(SAY) as readonly Ask[]

/** Null for what is asked by hand only. */
export function say(intent: Intent): OurCall | null {
  const said = SAY[intent.ask] as ((intent: Intent) => OurCall | null) | undefined
  return said?.(intent) ?? null
}

const call = (action: string, payload: Payload): OurCall => ({ action, payload })

/** What a call asks for. */
export function read({ action, payload }: OurCall): Intent {
  const connector_number = (payload.connectorId as number | undefined) ?? null
  const work = WORK[action]
  if (work) return maintained(work, payload)
  switch (action) {
    case 'RemoteStartTransaction':
      return { ask: 'start', connector_number, card_number: String(payload.idTag) }
    case 'RemoteStopTransaction':
      return { ask: 'stop', transaction_id: String(payload.transactionId) }
    case 'UnlockConnector':
      return { ask: 'unlock', connector_number: connector_number ?? 0 }
    case 'Reset':
      return { ask: 'reset', type: payload.type === 'Hard' ? 'Hard' : 'Soft' }
    case 'ChangeAvailability': {
      const type = payload.type === 'Inoperative' ? 'Inoperative' : 'Operative'
      return { ask: 'availability', connector_number: connector_number ?? 0, type }
    }
    case 'TriggerMessage':
    case 'ExtendedTriggerMessage':
      return { ask: 'trigger', message: reportOf(action, String(payload.requestedMessage)), connector_number }
    case 'ChangeConfiguration':
      return isSecret(payload)
        ? { ask: 'set_password', password: String(payload.value) }
        : { ask: 'configure', key: String(payload.key), value: String(payload.value) }
    case 'GetConfiguration':
      return { ask: 'read_settings', keys: ((payload.key as unknown[] | undefined) ?? []).map(String) }
    case 'DataTransfer':
      return {
        ask: 'send_data',
        vendor_id: String(payload.vendorId),
        message_id: (payload.messageId as string | undefined) ?? null,
        data: (payload.data as string | undefined) ?? null,
      }
    case 'ClearCache':
      return { ask: 'clear_cards' }
    case 'ReserveNow':
      return {
        ask: 'reserve',
        connector_number: connector_number ?? 0,
        card_number: String(payload.idTag),
        reservation: Number(payload.reservationId),
        until: String(payload.expiryDate),
        ...(payload.parentIdTag !== undefined && { group: String(payload.parentIdTag) }),
      }
    case 'CancelReservation':
      return { ask: 'cancel_reservation', reservation: Number(payload.reservationId) }
    case 'SetChargingProfile':
      return {
        ask: 'set_profile',
        connector_number: connector_number ?? 0,
        profile: profileOf(payload.csChargingProfiles as Payload),
      }
    case 'ClearChargingProfile':
      return { ask: 'clear_profile', connector_number, ...clearingOf(payload) }
    case 'GetCompositeSchedule': {
      const unit = (payload.chargingRateUnit as 'A' | 'W' | undefined) ?? null
      return { ask: 'read_schedule', connector_number: connector_number ?? 0, seconds: Number(payload.duration), unit }
    }
    case 'CertificateSigned':
      return { ask: 'send_certificate', chain: String(payload.certificateChain) }
    case 'InstallCertificate':
      return {
        ...{ ask: 'install_certificate', use: rootUseOf(payload.certificateType) },
        certificate: String(payload.certificate),
      }
    case 'GetInstalledCertificateIds':
      return { ask: 'list_certificates', use: rootUseOf(payload.certificateType) }
    case 'DeleteCertificate':
      return { ask: 'delete_certificate', ...hashOf(payload.certificateHashData as Payload) }
    case 'SendLocalList':
      return cardList(payload)
    default:
      return { ask: action === 'GetLocalListVersion' ? 'card_list_version' : 'other' }
  }
}

interface ListEntry {
  idTag: string
  idTagInfo?: { status: ListedCard['status']; parentIdTag?: string; expiryDate?: string }
}

const cardList = ({ listVersion, updateType, localAuthorizationList = [] }: Payload): Intent => ({
  ask: 'update_card_list',
  version: Number(listVersion),
  full: updateType === 'Full',
  cards: (localAuthorizationList as ListEntry[]).map(({ idTag, idTagInfo }) => ({
    card_number: idTag,
    status: idTagInfo?.status ?? null,
    ...(idTagInfo?.parentIdTag && { group: idTagInfo.parentIdTag }),
    ...(idTagInfo?.expiryDate && { until: idTagInfo.expiryDate }),
  })),
})

/** The extended trigger means the messages of the security extension (whitepaper, 6.16). */
function reportOf(action: string, message: string): Report {
  const report = reportNamed.get(message) ?? 'heartbeat'
  return action === 'ExtendedTriggerMessage' && report === 'firmware' ? 'signed_firmware' : report
}

function maintained(ask: Maintenance, payload: Payload): Intent {
  const work = maintenance(payload)
  if (ask === 'upload_diagnostics') return { ask, ...work, ...transferIn(payload, payload.location) }
  if (ask === 'upload_log') return { ask, ...work, ...logIn(payload) }
  const version = { before: null, after: null }
  if (ask === 'update_firmware')
    return { ask, ...work, ...transferIn(payload, payload.location), at: String(payload.retrieveDate), version }
  return { ask, ...work, ...signedIn(payload), version }
}

function signedIn({ requestId, firmware, ...tries }: Payload) {
  const { location, retrieveDateTime, installDateTime, signingCertificate, signature } = (firmware ?? {}) as Payload
  const install_at = installDateTime === undefined ? null : String(installDateTime)
  const signed = { certificate: String(signingCertificate), signature: String(signature), install_at }
  return { ...transferIn(tries, location), request: Number(requestId), at: String(retrieveDateTime), ...signed }
}

function logIn({ log, logType, ...tries }: Payload) {
  const kind = logType === LOGS.security_log ? ('security_log' as const) : ('diagnostics_log' as const)
  return { log: kind, ...transferIn(tries, (log as Payload | undefined)?.remoteLocation) }
}

function maintenance(payload: Payload): MaintenanceWork {
  const { retrieveDateTime, installDateTime } = (payload.firmware ?? {}) as Payload
  return workIn(payload, payload.retrieveDate, retrieveDateTime, installDateTime)
}

/** What a call that a person wrote is about. */
export function factsOf({ action, payload }: OurCall): CallFacts {
  const isSetting = action === 'ChangeConfiguration'
  const isPassword = isSetting && isSecret(payload)
  return {
    connector_number: typeof payload.connectorId === 'number' ? payload.connectorId : null,
    settings: isSetting && !isPassword ? [String(payload.key)] : [],
    password: isPassword ? String(payload.value) : null,
    free: action === 'DataTransfer' || isSetting,
    secrets: secretSettings,
    // A setting is called by its key: vendors have one for the idTag that all free sessions run on.
    named: isSetting && typeof payload.key === 'string' ? { [payload.key]: payload.value } : payload,
  }
}
