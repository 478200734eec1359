import { reporter } from '../every-version/message.ts'
import { type MeterValue, readMeterValues } from '../every-version/meter.ts'
import type { Outcome } from '../protocol.ts'
import { knownTransaction, requireConnector } from './bounds.ts'

interface MeterValues {
  connectorId: number
  transactionId?: number
  meterValue: MeterValue[]
}

/** Readings of a session, or of an idle connector; acknowledged once they are stored, in one commit with those of other piles. */
export const meterValues = reporter<MeterValues>('MeterValues', (call, { events, received_at, flag }) => {
  const { connectorId } = call
  requireConnector(connectorId, 0)
  const metered = {
    evse_number: connectorId,
    connector_number: connectorId,
    // Some piles say 0 for no transaction; ours begin at 1.
    transaction_id: call.transactionId ? knownTransaction(call.transactionId) : null,
    seq_no: null,
    readings: readMeterValues(call.meterValue, flag),
    received_at,
  }
  const rows = events.measured(metered, call)
  return rows instanceof Promise ? rows.then((late) => outcomeOf(connectorId, late)) : outcomeOf(connectorId, rows)
})

const outcomeOf = (connector_number: number, readings: NonNullable<Outcome['readings']>): Outcome => ({
  answer: {},
  readings,
  sign: { shows: 'meter', connector_number },
})
