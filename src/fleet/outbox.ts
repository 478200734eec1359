import type { Clock } from './clock.ts'
import { CallError, type Payload } from './frame.ts'
import type { QueuedMessage } from './memory.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import type { Message } from './telling.ts'

/** What an outbox needs of its pile. */
export interface OutboxDeps {
  clock: Clock
  queue: QueuedMessage[]
  wrong: Misbehaviour
  /** The message as it is sent. */
  complete(message: QueuedMessage): Payload
  kindOf(message: Message): 'start' | 'during' | 'end'
  /** Whether messages may go now: connected and accepted by the central system. */
  ready(): boolean
  send(action: string, payload: Payload): Promise<Payload>
  /** The central system has it, or refused it for good (no answer then). */
  done(message: QueuedMessage, answer: Payload | undefined): void
  /** Writes down what is queued before it is sent, so that no loss of power can take a meter back. */
  keep(): void
  attempts(): number
  retryMs(): number
}

/**
 * Messages about transactions, in their order, each sent until it is answered (OCPP 1.6, clauses 3.7.1 and 4.8 to 4.10):
 * while the pile is offline they wait; a message that the central system cannot process is given up after some attempts.
 */
export class Outbox {
  #deps: OutboxDeps
  #working: Promise<void> | undefined
  /** No attempt before this instant of the pile's clock. */
  #pausedUntil = 0

  constructor(deps: OutboxDeps) {
    this.#deps = deps
  }

  get working() {
    return this.#working !== undefined
  }

  push(message: Message) {
    const { queue, wrong, kindOf, ready, keep } = this.#deps
    const isLost = !ready() && kindOf(message) === 'during' && wrong.happens(wrong.losesEvents)
    if (!isLost) queue.push({ ...message, attempts: 0 })
    keep()
    return this.wake()
  }

  /** Some piles send what waited in another order: readings and ends change places. */
  shuffle() {
    const { queue, wrong, kindOf } = this.#deps
    if (!wrong.happens(wrong.shufflesEvents)) return
    const loose = queue.flatMap((message, index) => (kindOf(message) === 'start' ? [] : [index]))
    for (const [at, other] of loose.slice(1).map((index, before) => [index, loose[before] ?? index] as const)) {
      const [one, two] = [queue[at], queue[other]]
      if (one && two && wrong.happens(0.5)) [queue[at], queue[other]] = [two, one]
    }
  }

  /** Sends what waits; resolves when the queue is empty or stuck. */
  wake(): Promise<void> {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
    })
    return this.#working
  }

  async #work() {
    const { queue, ready, done, clock } = this.#deps
    for (let message = queue[0]; message && ready() && clock.now() >= this.#pausedUntil; message = queue[0]) {
      const answer = await this.#deliver(message)
      if (answer === 'offline') return
      if (answer === 'again') return void this.#later(message)
      // As if the answer was lost: what is first in the queue is sent again.
      if (answer !== 'given up' && this.#deps.wrong.happens(this.#deps.wrong.repeatsEvents)) continue
      queue.shift()
      done(message, answer === 'given up' ? undefined : answer)
    }
  }

  async #deliver(message: QueuedMessage): Promise<Payload | 'offline' | 'again' | 'given up'> {
    const { send, attempts } = this.#deps
    try {
      return await send(message.action, this.#deps.complete(message))
    } catch (error) {
      if (!(error instanceof CallError)) return 'offline'
      message.attempts++
      return message.attempts < attempts() ? 'again' : 'given up'
    }
  }

  /** The wait grows with each attempt (clause 9.1.28). */
  #later({ attempts }: QueuedMessage) {
    const { clock, retryMs } = this.#deps
    const waitMs = attempts * retryMs()
    this.#pausedUntil = clock.now() + waitMs
    clock.after(waitMs, () => this.wake())
  }
}
