import { readStatus } from '../connector-state.ts'
import type { ConnectorReport } from '../ports.ts'
import { requireConnector } from './bounds.ts'
import { type Caller, reporter } from './message.ts'
import { readInstant } from './timestamp.ts'

interface StatusNotification {
  connectorId: number
  errorCode: string
  status: string
  info?: string
  timestamp?: string
  vendorErrorCode?: string
}

/**
 * A connector's state (OCPP 1.6, 4.9): kept, then told to the order that may be on it and to the alarms. Connector 0 is the pile. One
 * that is older than the state we know is in the log and on the pile's page, and changes nothing.
 */
export const statusNotification = reporter<StatusNotification>('StatusNotification', async (call, caller) => {
  requireConnector(call.connectorId, 0)
  const report = readReport(call, caller)
  if (call.timestamp) caller.book.clock(caller.pile, report.at, caller.received_at)
  if (caller.book.isOld(caller.pile, report)) {
    const at = new Date(report.at).toISOString()
    caller.flag('old_status', `${report.connector_number}: ${report.status} ${report.error_code} ${at}`)
    return { answer: {}, isOld: true }
  }
  await caller.book.reported(caller.pile, report)
  await caller.sessions.connector(caller.pile, report)
  await caller.alarms.connector(caller.pile, report)
  return { answer: {} }
})

function readReport(call: StatusNotification, { received_at, flag }: Caller): ConnectorReport {
  return {
    connector_number: call.connectorId,
    status: readStatus(call.status) ?? 'Unknown', // flagged by the schema's check: nothing can be told of it
    error_code: readErrorCode(call.errorCode),
    vendor_code: call.vendorErrorCode || null,
    info: call.info || null,
    at: call.timestamp ? readInstant(call.timestamp, flag) || received_at : received_at,
    received_at,
  }
}

// A vendor's own error code is kept as it came; the one that means no error has to be known.
const readErrorCode = (code: string) => (/^\s*(no_?error|none)?\s*$/i.test(code) ? 'NoError' : code.trim().slice(0, 60))
