import { reporter } from '../every-version/message.ts'
import { ownNumber } from '../every-version/own-number.ts'
import { readInstant } from '../every-version/timestamp.ts'
import { requireConnector, requireRegister } from './bounds.ts'
import { tagInfo } from './tag-info.ts'

interface StartTransaction {
  connectorId: number
  idTag: string
  meterStart: number
  timestamp: string
  reservationId?: number
}

/** Opens the order. A pile repeats this call until it gets an answer, and gets the same transaction each time. */
export const startTransaction = reporter<StartTransaction>('StartTransaction', async (call, caller) => {
  const { connectorId } = call
  requireConnector(connectorId, 1)
  requireRegister('meterStart', call.meterStart)
  const card_number = call.idTag.trim()
  const at = readInstant(call.timestamp, caller.flag)
  const { transaction_id, told } = await caller.events.started({
    evse_number: connectorId,
    connector_number: connectorId,
    card_number,
    meter_start_wh: call.meterStart,
    at,
    received_at: caller.received_at,
    reservation_id: ownNumber(call.reservationId),
    message_id: caller.message_id,
    seq_no: null,
  })
  return {
    answer: { transactionId: Number(transaction_id), idTagInfo: tagInfo(told) },
    sign: { shows: 'started', connector_number: connectorId, card_number, at, accepted: told.status === 'Accepted' },
  }
})
