import { requireConnector, requireRegister } from './bounds.ts'
import { handler } from './message.ts'
import { readInstant } from './timestamp.ts'

interface StartTransaction {
  connectorId: number
  idTag: string
  meterStart: number
  timestamp: string
  reservationId?: number
}

/** Opens the order. A pile repeats this call until it gets an answer, and gets the same transaction each time. */
export const startTransaction = handler<StartTransaction>('StartTransaction', async (call, caller) => {
  requireConnector(call.connectorId, 1)
  requireRegister('meterStart', call.meterStart)
  const { transaction_id, status } = await caller.sessions.start(caller.pile, {
    connector_number: call.connectorId,
    card_number: call.idTag.trim(),
    meter_start_wh: call.meterStart,
    at: readInstant(call.timestamp, caller.flag),
    received_at: caller.received_at,
    reservation_id: call.reservationId ?? null,
    message_id: caller.message_id,
  })
  caller.book.charged(caller.pile)
  return { transactionId: transaction_id, idTagInfo: { status } }
})
