import { reporter } from '../every-version/message.ts'
import { type MeterValue, readMeterValues } from '../every-version/meter.ts'
import { readInstant } from '../every-version/timestamp.ts'
import { knownTransaction, requireRegister } from './bounds.ts'
import { tagInfo } from './tag-info.ts'

interface StopTransaction {
  transactionId: number
  idTag?: string
  meterStop: number
  timestamp: string
  reason?: string
  transactionData?: MeterValue[]
}

/**
 * Closes the order. Piles repeat this call until they get an answer, some of them days later, so an order that is closed
 * already, or that we never opened, is answered like any other.
 */
export const stopTransaction = reporter<StopTransaction>(
  'StopTransaction',
  async (call, { events, flag, received_at }) => {
    requireRegister('meterStop', call.meterStop)
    const transaction_id = knownTransaction(call.transactionId)
    const told = await events.stopped({
      transaction_id,
      card_number: call.idTag?.trim() ?? null,
      meter_stop_wh: call.meterStop,
      at: readInstant(call.timestamp, flag),
      received_at,
      reason: call.reason ?? 'Local', // the standard's default (OCPP 1.6, 6.49)
      readings: readMeterValues(call.transactionData ?? [], flag),
      seq_no: null,
    })
    return { answer: told ? { idTagInfo: tagInfo(told) } : {}, sign: { shows: 'stopped', transaction_id } }
  },
)
