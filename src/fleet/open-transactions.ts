import type { KnownTransaction, PileMemory, Reservation } from './memory.ts'
import type { Token } from './telling.ts'

interface New {
  connector: number
  token: Token
  at: number
  meter_start: number
}

/** Notes a new transaction in the pile's memory. */
export function noteTransaction(memory: PileMemory, { connector, token, at, meter_start }: New): KnownTransaction {
  const { id_tag, parent_tag } = token
  const transaction = { local: memory.next_local++, connector, id_tag, parent_tag, meter_start, started_at: at }
  memory.transactions.push(transaction)
  return transaction
}

/** A reservation is used up by the transaction that begins. */
export function consume(memory: PileMemory, reservation: Reservation | undefined) {
  memory.reservations = memory.reservations.filter((entry) => entry !== reservation)
}

export const isoOf = (at: number) => new Date(at).toISOString()
