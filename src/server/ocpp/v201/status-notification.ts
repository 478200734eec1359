import { cableIn, chargingIn } from '../../../shared/domain/connector-states.ts'
import { reporter } from '../every-version/message.ts'
import { readInstant } from '../every-version/timestamp.ts'
import { type ConnectorReport, NO_ERROR } from '../ports.ts'
import { gunOf } from './places.ts'

interface StatusNotification {
  timestamp: string
  connectorStatus: string
  evseId: number
  connectorId: number
}

/** It tells no more of a fault; what it is comes by NotifyEvent (G01.FR.05). */
const UNNAMED_FAULT = 'OtherError'

/** A connector's state (G01). Whether a car that is there charges, its transaction tells. */
export const statusNotification = reporter<StatusNotification>('StatusNotification', async (call, caller) => {
  const { events, flag, received_at } = caller
  const gun = gunOf(call.evseId, call.connectorId)
  const status = readStatus(call.connectorStatus, () => events.stateOfBusy(gun))
  const report: ConnectorReport = {
    evse_number: call.evseId,
    connector_number: gun,
    status,
    cable: cableIn(status),
    charging: chargingIn(status),
    error_code: status === 'Faulted' ? UNNAMED_FAULT : NO_ERROR,
    vendor_code: null,
    info: null,
    at: readInstant(call.timestamp, flag) || received_at,
    received_at,
  }
  const isNew = await events.connector(report, true)
  return { answer: {}, sign: isNew ? ({ shows: 'connector', connector_number: gun, state: status } as const) : null }
})

function readStatus(word: string, busy: () => ConnectorReport['status']): ConnectorReport['status'] {
  switch (word.trim().toLowerCase()) {
    case 'available':
      return 'Available'
    case 'occupied':
      return busy()
    case 'reserved':
      return 'Reserved'
    case 'unavailable':
      return 'Unavailable'
    case 'faulted':
      return 'Faulted'
    default:
      return 'Unknown' // flagged by the schema's check: nothing can be told of it
  }
}
