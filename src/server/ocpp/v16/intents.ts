import type { Intent, Maintenance, MaintenanceWork, Report } from '../../../shared/domain/intent.ts'
import type { Payload } from '../framing.ts'
import type { CallFacts, OurCall } from '../protocol.ts'
import { isSecret } from './secrets.ts'

const PASSWORD_KEY = 'AuthorizationKey'

const REPORTS: Readonly<Record<Report, string>> = {
  boot: 'BootNotification',
  heartbeat: 'Heartbeat',
  meter: 'MeterValues',
  connector: 'StatusNotification',
  firmware: 'FirmwareStatusNotification',
  signed_firmware: 'FirmwareStatusNotification',
  diagnostics: 'DiagnosticsStatusNotification',
  log: 'LogStatusNotification',
  certificate: 'SignChargePointCertificate',
}
const reportNamed = new Map(Object.entries(REPORTS).map(([report, name]) => [name, report as Report]))
reportNamed.set('FirmwareStatusNotification', 'firmware')

const WORK: Readonly<Record<string, Maintenance>> = {
  UpdateFirmware: 'firmware',
  SignedUpdateFirmware: 'signed_firmware',
  GetDiagnostics: 'diagnostics',
  GetLog: 'log',
}

/** What we ask for in 1.6's words; null for what is asked by hand only. */
export function say(intent: Intent): OurCall | null {
  switch (intent.ask) {
    case 'start': {
      const { connector_number: connectorId, card_number: idTag } = intent
      return call('RemoteStartTransaction', { ...(connectorId !== null && { connectorId }), idTag })
    }
    case 'stop':
      return call('RemoteStopTransaction', { transactionId: Number(intent.transaction_id) })
    case 'unlock':
      return call('UnlockConnector', { connectorId: intent.connector_number })
    case 'reset':
      return call('Reset', { type: intent.hard ? 'Hard' : 'Soft' })
    case 'set_available': {
      const type = intent.available ? 'Operative' : 'Inoperative'
      return call('ChangeAvailability', { connectorId: intent.connector_number, type })
    }
    case 'report':
      return call('TriggerMessage', {
        requestedMessage: REPORTS[intent.report],
        ...(intent.connector_number && { connectorId: intent.connector_number }),
      })
    case 'set_password':
      return call('ChangeConfiguration', { key: PASSWORD_KEY, value: intent.password })
    case 'clear_card_cache':
      return call('ClearCache', {})
    case 'card_list_version':
      return call('GetLocalListVersion', {})
    case 'update_card_list':
      return call('SendLocalList', {
        listVersion: intent.version,
        updateType: 'Differential',
        localAuthorizationList: intent.cards.map(({ card_number: idTag, is }) =>
          is === 'blocked' ? { idTag, idTagInfo: { status: 'Blocked' } } : { idTag },
        ),
      })
    case 'configure':
    case 'maintain':
      return null
  }
}

const call = (action: string, payload: Payload): OurCall => ({ action, payload })

/** What a call asks for; null for what is followed by nothing that anybody waits for. */
export function read({ action, payload }: OurCall): Intent | null {
  const connector_number = (payload.connectorId as number | undefined) ?? null
  const work = WORK[action]
  if (work) return { ask: 'maintain', ...maintenance(work, payload) }
  switch (action) {
    case 'RemoteStartTransaction':
      return { ask: 'start', connector_number, card_number: String(payload.idTag) }
    case 'RemoteStopTransaction':
      return { ask: 'stop', transaction_id: String(payload.transactionId) }
    case 'UnlockConnector':
      return { ask: 'unlock', connector_number: connector_number ?? 0 }
    case 'Reset':
      return { ask: 'reset', hard: payload.type === 'Hard' }
    case 'ChangeAvailability': {
      return {
        ask: 'set_available',
        connector_number: connector_number ?? 0,
        available: payload.type !== 'Inoperative',
      }
    }
    case 'TriggerMessage':
    case 'ExtendedTriggerMessage':
      return { ask: 'report', report: reportOf(action, String(payload.requestedMessage)), connector_number }
    case 'ChangeConfiguration':
      return isSecret(payload) ? { ask: 'set_password', password: String(payload.value) } : { ask: 'configure' }
    case 'ClearCache':
      return { ask: 'clear_card_cache' }
    case 'GetLocalListVersion':
      return { ask: 'card_list_version' }
    default:
      return null
  }
}

/** The extended trigger means the messages of the security extension (whitepaper, 6.16). */
function reportOf(action: string, message: string): Report {
  const report = reportNamed.get(message) ?? 'heartbeat'
  return action === 'ExtendedTriggerMessage' && report === 'firmware' ? 'signed_firmware' : report
}

function maintenance(work: Maintenance, payload: Payload): MaintenanceWork {
  const firmware = (payload.firmware ?? {}) as Payload
  const times = [payload.retrieveDate, firmware.retrieveDateTime, firmware.installDateTime]
  const retries_ms = Number(payload.retries ?? 0) * Number(payload.retryInterval ?? 0) * 1000
  return {
    work,
    // Plain ones have none; those of the security extension do (whitepaper, L01.FR.10).
    request: payload.requestId as number | undefined,
    times: times.map((time) => Date.parse(String(time))).filter((at) => !Number.isNaN(at)),
    retries_ms: retries_ms > 0 ? retries_ms : 0,
  }
}

/** What a call that a person wrote is about. */
export function factsOf({ action, payload }: OurCall): CallFacts {
  const isSetting = action === 'ChangeConfiguration'
  return {
    connector_number: typeof payload.connectorId === 'number' ? payload.connectorId : null,
    password: isSetting && isSecret(payload) ? String(payload.value) : null,
    free: action === 'DataTransfer' || isSetting,
    // A setting is called by its key: vendors have one for the idTag that all free sessions run on.
    named: isSetting && typeof payload.key === 'string' ? { [payload.key]: payload.value } : payload,
  }
}
