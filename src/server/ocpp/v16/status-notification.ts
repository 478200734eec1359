import { CONNECTOR_STATES, type ConnectorState, cableIn, chargingIn } from '../../../shared/domain/connector-states.ts'
import { reporter } from '../every-version/message.ts'
import { readInstant } from '../every-version/timestamp.ts'
import { type ConnectorReport, NO_ERROR } from '../ports.ts'
import type { Caller } from '../protocol.ts'
import { requireConnector } from './bounds.ts'

/** 1.6's nine statuses (7.7) are ours as well. */
const known = new Map<string, ConnectorState>(CONNECTOR_STATES.map((state) => [state.toLowerCase(), state]))
// What older and newer firmware says in their place: 1.5 and 2.0.1 know one word for "someone is there".
known.set('occupied', 'Preparing')
known.set('suspended', 'SuspendedEV')
known.set('outofservice', 'Unavailable')

/** What a pile reported, in our words; null when it is none that we know. */
const readStatus = (status: string): ConnectorState | null => known.get(status.trim().toLowerCase()) ?? null

interface StatusNotification {
  connectorId: number
  errorCode: string
  status: string
  info?: string
  timestamp?: string
  vendorErrorCode?: string
}

/** A connector's state (OCPP 1.6, 4.9). */
export const statusNotification = reporter<StatusNotification>('StatusNotification', async (call, caller) => {
  requireConnector(call.connectorId, 0)
  const report = readReport(call, caller)
  const isNew = await caller.events.connector(report, Boolean(call.timestamp))
  const { connector_number, status: state } = report
  return { answer: {}, sign: isNew ? ({ shows: 'connector', connector_number, state } as const) : null }
})

function readReport(call: StatusNotification, { received_at, flag }: Caller): ConnectorReport {
  const status = readStatus(call.status) ?? 'Unknown' // flagged by the schema's check: nothing can be told of it
  return {
    evse_number: call.connectorId,
    connector_number: call.connectorId,
    status,
    cable: cableIn(status),
    charging: chargingIn(status),
    error_code: readErrorCode(call.errorCode),
    vendor_code: call.vendorErrorCode || null,
    info: call.info || null,
    at: call.timestamp ? readInstant(call.timestamp, flag) || received_at : received_at,
    received_at,
  }
}

// A vendor's own error code is kept as it came; the one that means no error has to be known.
const readErrorCode = (code: string) => (/^\s*(no_?error|none)?\s*$/i.test(code) ? NO_ERROR : code.trim().slice(0, 60))
