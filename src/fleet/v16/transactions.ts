import type { Payload } from '../frame.ts'
import type { KnownTransaction, QueuedMessage } from '../memory.ts'
import type { IdTagInfo, MeterValue } from '../messages.ts'
import { consume, isoOf, noteTransaction } from '../open-transactions.ts'
import type { Beginning, Ending, Gun, TellingDeps, TransactionAnswer, TransactionTelling } from '../telling.ts'

/** Transactions in the words of 1.6: a start, meter values, a stop (clauses 4.7, 4.8 and 4.10). */
export class Transactions16 implements TransactionTelling {
  readonly #deps: TellingDeps

  constructor(deps: TellingDeps) {
    this.#deps = deps
  }

  begin({ id, register_wh: meter_start }: Gun, { token, at, reservation }: Beginning) {
    const transaction = noteTransaction(this.#deps.memory, { connector: id, token, at, meter_start })
    const payload: Payload = { connectorId: id, idTag: token.id_tag, meterStart: meter_start, timestamp: isoOf(at) }
    if (reservation) payload.reservationId = reservation.id
    consume(this.#deps.memory, reservation)
    const sent = this.#deps.queue({ action: 'StartTransaction', local: transaction.local, payload })
    return { transaction, sent }
  }

  sampled({ id: connectorId }: Gun, { local }: KnownTransaction, { value }: { value: MeterValue }) {
    return this.#deps.queue({ action: 'MeterValues', local, payload: { connectorId, meterValue: [value] } })
  }

  end(_: Gun, transaction: KnownTransaction, { at, meter_stop, reason, idTag, samples = [] }: Ending) {
    transaction.stopped = true
    const payload: Payload = { meterStop: meter_stop, timestamp: isoOf(at), reason }
    if (idTag) payload.idTag = idTag
    if (samples.length > 0) payload.transactionData = samples
    return this.#deps.queue({ action: 'StopTransaction', local: transaction.local, payload })
  }

  // A transaction of 1.6 begins with card and cable, and its states are the connector's.
  waits() {}
  waitedInVain() {}
  plugged() {}
  unplugged() {
    return undefined
  }
  follows() {}
  limitSet() {}
  holds() {
    return false
  }

  complete({ action, local, payload }: QueuedMessage): Payload {
    if (action === 'StartTransaction') return payload
    const known = this.#deps.memory.transactions.find((transaction) => transaction.local === local)
    return { ...payload, transactionId: known?.id ?? -1 }
  }

  kindOf({ action }: Pick<QueuedMessage, 'action'>) {
    if (action === 'StartTransaction') return 'start'
    return action === 'StopTransaction' ? 'end' : 'during'
  }

  answered({ action }: QueuedMessage, answer: Payload | undefined): TransactionAnswer {
    if (action === 'MeterValues') return {}
    const info = answer?.idTagInfo as IdTagInfo | undefined
    return { info, ...(action === 'StartTransaction' && { id: Number(answer?.transactionId ?? -1) }) }
  }
}
