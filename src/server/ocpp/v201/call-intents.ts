import type { Intent, ListedCard, Report } from '../../../shared/domain/intent.ts'
import { hashOf } from '../every-version/certificate-hash.ts'
import { wordOf } from '../every-version/charging-profiles.ts'
import { transferIn, workIn } from '../every-version/transfer.ts'
import type { Payload } from '../framing.ts'
import type { OurCall } from '../protocol.ts'
import { profileRead, WORDS } from './charging-profiles.ts'
import { shownIn } from './display-messages.ts'
import { LOGS, REPORTS } from './intents.ts'
import { BASES, clearedIn, monitorIn } from './monitors.ts'
import { writtenIn } from './network.ts'
import { gunIn } from './places.ts'
import { namedUse } from './roots.ts'
import { passwordIn, settingOf, variablesIn } from './set-in-call.ts'
import { keyNamed, type Named } from './variables.ts'

/** What is none of our intents, or asks for less or more than one of them. */
const OTHER: Intent = { ask: 'other' }

/** What a call that a person wrote asks for; a transaction has its pile's own name. */
export function read(call: OurCall): Intent {
  const password = passwordIn(call)
  if (password !== null) return { ask: 'set_password', password }
  return READ.get(call.action)?.(call) ?? OTHER
}

const READ = new Map<string, (call: OurCall) => Intent | null>(
  Object.entries<(call: OurCall) => Intent | null>({
    RequestStartTransaction: ({ payload }) => ({
      ...{ ask: 'start', connector_number: gunIn(payload), card_number: cardIn(payload), ...groupIn(payload) },
    }),
    RequestStopTransaction: ({ payload }) => ({ ask: 'stop', transaction_id: String(payload.transactionId) }),
    GetTransactionStatus: ({ payload: { transactionId } }) =>
      transactionId === undefined
        ? null
        : { ask: 'transaction_status', transaction_id: String(transactionId), by_pile_name: true },
    UnlockConnector: ({ payload }) => ({ ask: 'unlock', connector_number: gunIn(payload) ?? 0 }),
    Reset: ({ payload }) => {
      const type = payload.type === 'OnIdle' ? 'Soft' : 'Hard'
      const gun = gunIn(payload)
      return gun ? { ask: 'reset_gun', connector_number: gun, type } : { ask: 'reset', type }
    },
    ChangeAvailability: ({ payload }) => ({
      ...{ ask: 'availability', connector_number: gunIn(payload) ?? 0 },
      type: payload.operationalStatus === 'Inoperative' ? 'Inoperative' : 'Operative',
    }),
    TriggerMessage: ({ payload }) => {
      const message = reportNamed.get(String(payload.requestedMessage))
      return message ? { ask: 'trigger', message, connector_number: gunIn(payload) } : null
    },
    ClearCache: () => ({ ask: 'clear_cards' }),
    GetLocalListVersion: () => ({ ask: 'card_list_version' }),
    SendLocalList: ({ payload }) => cardList(payload),
    ReserveNow: ({ payload }) => ({
      ...{ ask: 'reserve', connector_number: gunIn(payload) ?? 0, card_number: cardIn(payload) },
      ...{ reservation: Number(payload.id), until: String(payload.expiryDateTime), ...groupIn(payload) },
    }),
    CancelReservation: ({ payload }) => ({ ask: 'cancel_reservation', reservation: Number(payload.reservationId) }),
    ...profileRead(WORDS),
    GetCompositeSchedule: ({ payload }) => {
      const unit = (payload.chargingRateUnit as 'A' | 'W' | undefined) ?? null
      return { ask: 'read_schedule', connector_number: gunIn(payload) ?? 0, seconds: Number(payload.duration), unit }
    },
    SetVariables: (call) => {
      const [first, ...others] = variablesIn(call).map(settingOf)
      if (!first) return null
      return others.length > 0 ? { ask: 'configure_all', settings: [first, ...others] } : { ask: 'configure', ...first }
    },
    GetVariables: ({ payload: { getVariableData } }) => {
      const named = getVariableData as (Named & { attributeType?: string })[]
      return { ask: 'read_settings', keys: named.map((one) => keyNamed(one, one.attributeType)) }
    },
    GetBaseReport: ({ payload: { reportBase } }) => {
      if (reportBase === 'FullInventory') return { ask: 'read_settings', keys: [] }
      return reportBase === 'ConfigurationInventory' ? { ask: 'read_settings', keys: [], only: 'settable' } : null
    },
    GetReport: ({ payload }) => {
      const component = wholeComponent(payload)
      return component === null ? null : { ask: 'read_settings', keys: [], only: { component } }
    },
    // Of some of them it says nothing of the others.
    GetMonitoringReport: ({ payload: { componentVariable, monitoringCriteria } }) =>
      componentVariable || monitoringCriteria ? null : { ask: 'read_monitors' },
    SetVariableMonitoring: ({ payload }) => monitorIn(payload),
    ClearVariableMonitoring: ({ payload }) => clearedIn(payload),
    SetMonitoringLevel: ({ payload }) => ({ ask: 'set_event_level', level: Number(payload.severity) }),
    SetMonitoringBase: ({ payload }) => {
      const base = wordOf(BASES, payload.monitoringBase)
      return base && { ask: 'reset_monitors', base }
    },
    CustomerInformation: ({ payload }) => customerData(payload),
    // Of some of them it says nothing of the others.
    GetDisplayMessages: ({ payload: { id, priority, state } }) =>
      id || priority || state ? null : { ask: 'read_messages' },
    SetDisplayMessage: ({ payload }) => shownIn(payload),
    ClearDisplayMessage: ({ payload: { id } }) => ({ ask: 'remove_message', message_number: Number(id) }),
    SetNetworkProfile: ({ payload }) => writtenIn(payload),
    CertificateSigned: ({ payload: { certificateChain, certificateType } }) =>
      certificateType === undefined || certificateType === 'ChargingStationCertificate'
        ? { ask: 'send_certificate', chain: String(certificateChain) }
        : null,
    InstallCertificate: ({ payload }) => {
      const use = namedUse(payload.certificateType)
      if (!use || use === 'v2g_chain') return null
      return { ask: 'install_certificate', use, certificate: String(payload.certificate) }
    },
    GetInstalledCertificateIds: ({ payload }) => {
      const [type, ...others] = (payload.certificateType ?? []) as string[]
      const use = others.length > 0 ? null : namedUse(type)
      return use && { ask: 'list_certificates', use }
    },
    DeleteCertificate: ({ payload }) => ({
      ...{ ask: 'delete_certificate', ...hashOf(payload.certificateHashData as Payload) },
    }),
    GetLog: ({ payload }) => {
      const log = wordOf(LOGS, payload.logType)
      const { remoteLocation } = payload.log as Payload
      return log && { ask: 'upload_log', log, ...workIn(payload), ...transferIn(payload, remoteLocation) }
    },
    UpdateFirmware: ({ payload }) => firmware(payload),
    DataTransfer: ({ payload: { vendorId, messageId, data } }) => ({
      ...{ ask: 'send_data', vendor_id: String(vendorId), message_id: (messageId as string | undefined) ?? null },
      data: typeof data === 'string' ? data : null,
    }),
  }),
)

const reportNamed = new Map(Object.entries(REPORTS).map(([report, name]) => [name, report as Report]))
// All updates are told of alike (L01).
reportNamed.set('FirmwareStatusNotification', 'signed_firmware')

const cardIn = ({ idToken }: Payload): string => String((idToken as { idToken: string }).idToken)

const groupIn = ({ groupIdToken }: Payload): { group?: string } => {
  const group = (groupIdToken as { idToken: string } | undefined)?.idToken
  return group ? { group } : {}
}

interface ListEntry {
  idToken: { idToken: string }
  idTokenInfo?: Payload & { status: string; cacheExpiryDateTime?: string }
}

const LISTED = ['Accepted', 'Blocked', 'Expired', 'Invalid', 'ConcurrentTx'] as const

/** Of the words that 1.6 has not each keeps a card from charging. */
const listedAs = (word: string): ListedCard['status'] => LISTED.find((one) => one === word) ?? 'Invalid'

const cardList = ({ versionNumber, updateType, localAuthorizationList = [] }: Payload): Intent => ({
  ask: 'update_card_list',
  version: Number(versionNumber),
  full: updateType === 'Full',
  cards: (localAuthorizationList as ListEntry[]).map(({ idToken, idTokenInfo }) => ({
    card_number: idToken.idToken,
    status: idTokenInfo ? listedAs(idTokenInfo.status) : null,
    ...(idTokenInfo && groupIn(idTokenInfo)),
    ...(idTokenInfo?.cacheExpiryDateTime && { until: idTokenInfo.cacheExpiryDateTime }),
  })),
})

/** The component that a report is asked of, whole; null where it is asked of anything less or more. */
function wholeComponent({ componentVariable = [], componentCriteria }: Payload): string | null {
  const [first, ...others] = componentVariable as { component: Named['component']; variable?: object }[]
  if (!first || others.length > 0 || first.variable || componentCriteria) return null
  const { name, instance, evse } = first.component
  return instance || evse ? null : name
}

/** By its card alone; what else names a customer here, names none of ours. */
function customerData({ idToken, report, clear }: Payload): Intent | null {
  if (!idToken || !(report || clear)) return null
  const wanted = clear ? (report ? 'report_and_clear' : 'clear') : 'report'
  return { ask: 'customer_data', card_number: cardIn({ idToken }), wanted }
}

function firmware(payload: Payload): Intent {
  const { location, retrieveDateTime, installDateTime, ...signed } = payload.firmware as Payload
  return {
    ...{ ask: 'update_signed_firmware', ...workIn(payload, retrieveDateTime, installDateTime) },
    request: Number(payload.requestId),
    ...{ ...transferIn(payload, location), at: String(retrieveDateTime), version: { before: null, after: null } },
    ...{ certificate: String(signed.signingCertificate ?? ''), signature: String(signed.signature ?? '') },
    install_at: installDateTime === undefined ? null : String(installDateTime),
  }
}
