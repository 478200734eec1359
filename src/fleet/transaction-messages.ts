import { dropTransactionProfiles } from './charging-profiles.ts'
import type { Clock } from './clock.ts'
import type { Configuration } from './configuration.ts'
import type { Payload } from './frame.ts'
import type { KnownTransaction, PileMemory, QueuedMessage } from './memory.ts'
import type { IdTagInfo } from './messages.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import { Outbox } from './outbox.ts'
import type { Message, TransactionTelling } from './telling.ts'

/** The driver sees it. */
export function showCost(memory: PileMemory, connector: number, cost: number): void {
  memory.costs_shown = { ...memory.costs_shown, [connector]: cost }
}

/** What transaction messages need of their pile. */
export interface TransactionMessageDeps {
  clock: Clock
  memory: PileMemory
  configuration: Configuration
  telling: TransactionTelling
  wrong: Misbehaviour
  ready(): boolean
  send(action: string, payload: Payload): Promise<Payload>
  /** The memory changed in a way that must outlive a loss of power. */
  keep(): void
  /** The central system said this of a card. */
  learned(idTag: string, info: IdTagInfo): void
  /** It refused the card of a transaction that runs already. */
  denied(transaction: KnownTransaction): void
  /** It said what a transaction comes to, or a new limit of that. */
  spent(transaction: KnownTransaction, isNewLimit: boolean): void
}

/** The messages of a pile's transactions and what the central system answered to them. */
export class TransactionMessages {
  readonly outbox: Outbox
  #deps: TransactionMessageDeps

  constructor(deps: TransactionMessageDeps) {
    const { clock, memory, configuration, telling, wrong, ready, send, keep } = deps
    this.#deps = deps
    this.outbox = new Outbox({
      clock,
      queue: memory.queue,
      ready,
      send,
      keep,
      wrong,
      complete: (message) => telling.complete(message),
      kindOf: (message) => telling.kindOf(message),
      done: (message, answer) => this.#done(message, answer),
      attempts: () => configuration.count('TransactionMessageAttempts'),
      retryMs: () => configuration.count('TransactionMessageRetryInterval') * 1000,
    })
  }

  queue(message: Message): Promise<void> {
    const ends = this.#deps.telling.kindOf(message) === 'end'
    const ended = ends ? this.#known(message.local) : undefined
    if (ended) dropTransactionProfiles(this.#deps.memory.profiles, ended.connector)
    return this.outbox.push(message)
  }

  #known(local: number) {
    return this.#deps.memory.transactions.find((transaction) => transaction.local === local)
  }

  #done(message: QueuedMessage, answer: Payload | undefined) {
    const { memory, telling, learned, denied, spent } = this.#deps
    const transaction = this.#known(message.local)
    if (!transaction) return
    const { info, id, limit, cost } = telling.answered(message, answer)
    if (info) learned(transaction.id_tag, info)
    if (cost !== undefined) showCost(memory, transaction.connector, cost)
    if (telling.kindOf(message) === 'end') {
      memory.transactions = memory.transactions.filter((known) => known !== transaction)
      return
    }
    if (id !== undefined) transaction.id = id
    if (info && info.status !== 'Accepted') denied(transaction)
    if (limit) transaction.limit = limit
    if (cost !== undefined) transaction.cost = cost
    if (limit || cost !== undefined) spent(transaction, limit !== undefined)
  }
}
