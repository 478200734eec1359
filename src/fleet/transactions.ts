import type { Payload } from './frame.ts'
import type { KnownTransaction, PileMemory, QueuedMessage, Reservation } from './memory.ts'
import type { MeterValue, StopReason } from './messages.ts'

/** A card that may charge. */
export interface Token {
  id_tag: string
  parent_tag?: string | undefined
}

export type Message = Omit<QueuedMessage, 'attempts'>

const iso = (at: number) => new Date(at).toISOString()

interface Beginning {
  connector: number
  token: Token
  at: number
  meter_start: number
  reservation: Reservation | undefined
}

/** Notes a new transaction in the pile's memory and words its StartTransaction.req; a reservation is used up by it. */
export function beginTransaction(memory: PileMemory, { connector, token, at, meter_start, reservation }: Beginning) {
  const transaction: KnownTransaction = { local: memory.next_local++, connector, ...token, meter_start, started_at: at }
  memory.transactions.push(transaction)
  const payload: Payload = { connectorId: connector, idTag: token.id_tag, meterStart: meter_start, timestamp: iso(at) }
  if (reservation) payload.reservationId = reservation.id
  memory.reservations = memory.reservations.filter((entry) => entry !== reservation)
  const message: Message = { action: 'StartTransaction', local: transaction.local, payload }
  return { transaction, message }
}

interface Ending {
  at: number
  meter_stop: number
  reason: StopReason
  idTag?: string | undefined
  samples?: MeterValue[]
}

/** Notes the end of a transaction and words its StopTransaction.req. */
export function endTransaction(transaction: KnownTransaction, ending: Ending): Message {
  const { at, meter_stop, reason, idTag, samples = [] } = ending
  transaction.stopped = true
  const payload: Payload = { meterStop: meter_stop, timestamp: iso(at), reason }
  if (idTag) payload.idTag = idTag
  if (samples.length > 0) payload.transactionData = samples
  return { action: 'StopTransaction', local: transaction.local, payload }
}
