import { dropTransactionProfiles } from './charging-profiles.ts'
import type { Clock } from './clock.ts'
import type { Configuration } from './configuration.ts'
import type { Payload } from './frame.ts'
import type { KnownTransaction, PileMemory, QueuedMessage } from './memory.ts'
import type { IdTagInfo } from './messages.ts'
import { Outbox } from './outbox.ts'
import { endTransaction, type Message } from './transactions.ts'

/** What transaction messages need of their pile. */
export interface TransactionMessageDeps {
  clock: Clock
  memory: PileMemory
  configuration: Configuration
  ready(): boolean
  send(action: string, payload: Payload): Promise<Payload>
  /** The memory changed in a way that must outlive a loss of power. */
  keep(): void
  /** The central system said this of a card. */
  learned(idTag: string, info: IdTagInfo): void
  /** It refused the card of a transaction that runs already. */
  denied(transaction: KnownTransaction): void
}

/** The messages of a pile's transactions and what the central system answered to them. */
export class TransactionMessages {
  readonly outbox: Outbox
  #deps: TransactionMessageDeps

  constructor(deps: TransactionMessageDeps) {
    const { clock, memory, configuration, ready, send, keep } = deps
    this.#deps = deps
    this.outbox = new Outbox({
      clock,
      queue: memory.queue,
      ready,
      send,
      keep,
      transaction: (local) => this.#known(local),
      done: (message, answer) => this.#done(message, answer),
      attempts: () => configuration.count('TransactionMessageAttempts'),
      retryMs: () => configuration.count('TransactionMessageRetryInterval') * 1000,
    })
  }

  queue(message: Message): Promise<void> {
    const ended = message.action === 'StopTransaction' ? this.#known(message.local) : undefined
    if (ended) dropTransactionProfiles(this.#deps.memory.profiles, ended.connector)
    return this.outbox.push(message)
  }

  /** Words the ends of transactions that a loss of power cut short. */
  endInterrupted() {
    const { clock, memory } = this.#deps
    for (const transaction of memory.transactions.filter(({ stopped }) => !stopped)) {
      const meter_stop = Math.floor(memory.registers_wh[transaction.connector - 1] ?? transaction.meter_start)
      const message = endTransaction(transaction, { at: clock.now(), meter_stop, reason: 'PowerLoss' })
      memory.queue.push({ ...message, attempts: 0 })
    }
  }

  #known(local: number) {
    return this.#deps.memory.transactions.find((transaction) => transaction.local === local)
  }

  #done({ action, local }: QueuedMessage, answer: Payload | undefined) {
    const { memory, learned, denied } = this.#deps
    const transaction = this.#known(local)
    const info = answer?.idTagInfo as IdTagInfo | undefined
    if (!transaction || action === 'MeterValues') return
    if (info) learned(transaction.id_tag, info)
    if (action === 'StopTransaction') {
      memory.transactions = memory.transactions.filter((known) => known !== transaction)
      return
    }
    transaction.id = Number(answer?.transactionId ?? -1)
    if (info && info.status !== 'Accepted') denied(transaction)
  }
}
