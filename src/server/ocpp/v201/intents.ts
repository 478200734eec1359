import type { Ask, Asking, Intent, ListedCard, Report } from '../../../shared/domain/intent.ts'
import { triesOf } from '../every-version/transfer.ts'
import type { Payload } from '../framing.ts'
import type { OurCall } from '../protocol.ts'
import { evseIdOf, profileSay, WORDS } from './charging-profiles.ts'
import { messagePayload } from './display-messages.ts'
import { groupOf, tokenInfo, tokenOf } from './id-tokens.ts'
import { BASES, monitorPayload } from './monitors.ts'
import { WORDS as NETWORK_WORDS, writing } from './network.ts'
import { evseOf } from './places.ts'
import { rootSay, USES } from './roots.ts'
import { PASSWORD_KEY, reading, setting } from './settings-calls.ts'

/** What it can be asked to tell; a report that is not here has no message of its own. */
export const REPORTS: Readonly<Partial<Record<Report, string>>> = {
  boot: 'BootNotification',
  heartbeat: 'Heartbeat',
  meter: 'MeterValues',
  connector: 'StatusNotification',
  firmware: 'FirmwareStatusNotification',
  signed_firmware: 'FirmwareStatusNotification',
  log: 'LogStatusNotification',
  certificate: 'SignChargingStationCertificate',
  // One for the pile and for cars (A02); one for cars alone is not signed here, and a pile that is refused it stops charging by contract (A02.FR.21).
  combined_certificate: 'SignCombinedCertificate',
  transaction: 'TransactionEvent',
}

/** At once, or when no transaction runs any more (3.81). */
const RESETS = { Hard: 'Immediate', Soft: 'OnIdle' } as const

/** The kinds of logs (3.48). */
export const LOGS = { diagnostics_log: 'DiagnosticsLog', security_log: 'SecurityLog' } as const

export type Say = { readonly [A in Ask]?: (intent: Asking<A>, command: number | null) => OurCall | null }

/** What we ask for in the words of 2.0.1, and of those after it. */
export const SAY: Say = {
  // Its answer to the command's number is how a transaction is known to be this one (F01.FR.25).
  start: ({ connector_number, card_number, group }, command) =>
    call('RequestStartTransaction', {
      idToken: tokenOf(card_number),
      // Any card of the group ends it (F01).
      ...(group && { groupIdToken: groupOf(group) }),
      remoteStartId: command ?? 0,
      ...(connector_number !== null && { evseId: evseIdOf(connector_number) }),
    }),
  stop: ({ transaction_id: transactionId }) => call('RequestStopTransaction', { transactionId }),
  // I02.
  tell_cost: ({ transaction_id: transactionId, cents }) =>
    call('CostUpdated', { totalCost: cents / 100, transactionId }),
  transaction_status: ({ transaction_id: transactionId }) => call('GetTransactionStatus', { transactionId }),
  read_monitors: (_, command) => call('GetMonitoringReport', { requestId: command ?? 0 }),
  set_monitor: (monitor) => call('SetVariableMonitoring', { setMonitoringData: [monitorPayload(monitor)] }),
  clear_monitor: ({ monitor_number }) => call('ClearVariableMonitoring', { id: [monitor_number] }),
  set_event_level: ({ level: severity }) => call('SetMonitoringLevel', { severity }),
  reset_monitors: ({ base }) => call('SetMonitoringBase', { monitoringBase: BASES[base] }),
  // Exactly one way to name the customer (N09.FR.04, N10.FR.08).
  customer_data: ({ card_number, wanted }, command) =>
    call('CustomerInformation', {
      ...{ requestId: command ?? 0, report: wanted !== 'clear', clear: wanted !== 'report' },
      idToken: tokenOf(card_number),
    }),
  read_messages: (_, command) => call('GetDisplayMessages', { requestId: command ?? 0 }),
  show_message: (message) => showing(messagePayload(message)),
  remove_message: ({ message_number: id }) => call('ClearDisplayMessage', { id }),
  unlock: ({ connector_number }) => {
    const { id: evseId, connectorId } = evseOf(connector_number)
    return call('UnlockConnector', { evseId, connectorId })
  },
  // B11: what is not at once waits until no transaction runs.
  reset: ({ type }) => call('Reset', { type: RESETS[type] }),
  reset_gun: ({ type, connector_number }) => call('Reset', { type: RESETS[type], evseId: evseIdOf(connector_number) }),
  availability: ({ connector_number, type: operationalStatus }) =>
    call('ChangeAvailability', { operationalStatus, ...(connector_number > 0 && { evse: evseOf(connector_number) }) }),
  trigger: ({ message, connector_number }) => {
    const requestedMessage = REPORTS[message]
    const evse = connector_number ? { evse: evseOf(connector_number) } : {}
    return requestedMessage ? call('TriggerMessage', { requestedMessage, ...evse }) : null
  },
  clear_cards: () => call('ClearCache', {}),
  card_list_version: () => call('GetLocalListVersion', {}),
  update_card_list: ({ version: versionNumber, full, cards }) =>
    call('SendLocalList', {
      versionNumber,
      updateType: full ? 'Full' : 'Differential',
      ...(cards.length > 0 && { localAuthorizationList: cards.map(listed) }),
    }),
  reserve: ({ connector_number, card_number, group, reservation: id, until: expiryDateTime }) =>
    call('ReserveNow', {
      ...{ id, expiryDateTime, idToken: tokenOf(card_number) },
      // Any card of the group may use it (H03).
      ...(group && { groupIdToken: groupOf(group) }),
      ...(connector_number > 0 && { evseId: evseIdOf(connector_number) }),
    }),
  cancel_reservation: ({ reservation: reservationId }) => call('CancelReservation', { reservationId }),
  ...profileSay(WORDS),
  read_schedule: ({ connector_number, seconds: duration, unit }) =>
    call('GetCompositeSchedule', {
      ...{ evseId: evseIdOf(connector_number), duration },
      ...(unit && { chargingRateUnit: unit }),
    }),
  // Those of other systems are told by themselves (K09, K11).
  read_profiles: (_, command) =>
    call('GetChargingProfiles', { requestId: command ?? 0, chargingProfile: { chargingLimitSource: ['CSO'] } }),
  // Its answer and its words name the request (L01, N01).
  update_signed_firmware: ({ request, at, certificate, signature, install_at, ...transfer }, command) =>
    call('UpdateFirmware', {
      ...{ requestId: request ?? command ?? 0, ...triesOf(transfer) },
      firmware: {
        location: transfer.location,
        retrieveDateTime: at,
        // Without them it is not to be checked (L02).
        ...(certificate && { signingCertificate: certificate }),
        ...(signature && { signature }),
        ...(install_at && { installDateTime: install_at }),
      },
    }),
  upload_log: ({ log, request, ...transfer }, command) =>
    call('GetLog', {
      ...{ logType: LOGS[log], requestId: request ?? command ?? 0, ...triesOf(transfer) },
      log: { remoteLocation: transfer.location },
    }),
  write_network: writing(NETWORK_WORDS),
  // The first of its order is tried then (B10.FR.04).
  move_network: () => call('Reset', { type: RESETS.Soft }),
  ...rootSay(USES),
  send_certificate: ({ chain: certificateChain }) =>
    call('CertificateSigned', { certificateChain, certificateType: 'ChargingStationCertificate' }),
  read_settings: reading,
  configure: (one) => setting([one]),
  configure_all: ({ settings }) => setting(settings),
  set_password: ({ password: value }) => setting([{ key: PASSWORD_KEY, value }]),
  send_data: ({ vendor_id: vendorId, message_id, data }) =>
    call('DataTransfer', {
      vendorId,
      ...(message_id !== null && { messageId: message_id }),
      ...(data !== null && { data }),
    }),
}

/** What it has one call for: diagnostics are a log (N01), and firmware is signed or not (L01, L02). */
const OWN: { readonly [A in Ask]?: (intent: Asking<A>, request: number | undefined) => Intent } = {
  upload_diagnostics: (asked, request) => ({ ...asked, ask: 'upload_log', log: 'diagnostics_log', request }),
  update_firmware: (asked, request) => ({
    ...{ ...asked, ask: 'update_signed_firmware', request },
    ...{ certificate: '', signature: '', install_at: null },
  }),
}

export const owned = Object.keys(OWN) as Ask[]

export function own(intent: Intent, command: number | null): Intent {
  const make = OWN[intent.ask] as ((intent: Intent, request: number | undefined) => Intent) | undefined
  return make?.(intent, command ?? undefined) ?? intent
}

/** Null for one that the version has no words for. */
export const showing = (message: Payload | null) => message && call('SetDisplayMessage', { message })

/** Without what it may it is taken out (D01.FR.16). */
const listed = ({ card_number, status, ...facts }: ListedCard) => ({
  idToken: tokenOf(card_number),
  ...(status && { idTokenInfo: tokenInfo({ status, ...facts }) }),
})

/** Null for what a version has no words for. */
export function sayBy(words: Say, intent: Intent, command: number | null): OurCall | null {
  const asked = own(intent, command)
  const said = words[asked.ask] as ((intent: Intent, command: number | null) => OurCall | null) | undefined
  return said?.(asked, command) ?? null
}

const call = (action: string, payload: Payload): OurCall => ({ action, payload })
