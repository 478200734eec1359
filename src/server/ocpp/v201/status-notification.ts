import { cableIn, chargingIn } from '../../../shared/domain/connector-states.ts'
import type { Sign } from '../command-sign.ts'
import { reporter } from '../every-version/message.ts'
import { readInstant } from '../every-version/timestamp.ts'
import { type ConnectorReport, NO_ERROR } from '../ports.ts'
import type { Caller } from '../protocol.ts'
import { gunOf } from './places.ts'

interface StatusNotification {
  timestamp: string
  connectorStatus: string
  evseId: number
  connectorId: number
}

/** A connector's state (G01). Whether a car that is there charges, its transaction tells. */
export const statusNotification = reporter<StatusNotification>('StatusNotification', async (call, caller) => ({
  answer: {},
  sign: await connectorReported(call, caller),
}))

/** Null: it is older than what is known. */
export async function connectorReported(call: StatusNotification, caller: Caller): Promise<Sign | null> {
  const { events, flag, received_at } = caller
  const gun = gunOf(call.evseId, call.connectorId)
  const status = readStatus(call.connectorStatus, () => events.stateOfBusy(gun))
  const report: ConnectorReport = {
    evse_number: call.evseId,
    connector_number: gun,
    status,
    cable: cableIn(status),
    charging: chargingIn(status),
    // It tells no more of a fault; what it is comes by an event (G01.FR.05).
    error_code: NO_ERROR,
    vendor_code: null,
    info: null,
    at: readInstant(call.timestamp, flag) || received_at,
    received_at,
  }
  const isNew = await events.connector(report, true)
  return isNew ? { shows: 'connector', connector_number: gun, state: status } : null
}

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
