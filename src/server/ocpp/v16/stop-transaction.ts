import { knownTransaction, requireRegister } from './bounds.ts'
import { handler } from './message.ts'
import { type MeterValue, readMeterValues } from './meter.ts'
import { readInstant } from './timestamp.ts'

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
export const stopTransaction = handler<StopTransaction>('StopTransaction', async (call, caller) => {
  requireRegister('meterStop', call.meterStop)
  const { status, misfit } = await caller.sessions.stop(caller.pile, {
    transaction_id: knownTransaction(call.transactionId),
    card_number: call.idTag?.trim() ?? null,
    meter_stop_wh: call.meterStop,
    at: readInstant(call.timestamp, caller.flag),
    received_at: caller.received_at,
    reason: call.reason ?? 'Local', // the standard's default (OCPP 1.6, 6.49)
    readings: readMeterValues(call.transactionData ?? [], caller.flag),
  })
  if (misfit) caller.flag('misfit_stop', `${call.transactionId}`)
  caller.book.charged(caller.pile)
  return status ? { idTagInfo: { status } } : {}
})
