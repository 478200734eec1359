import { randomUUID } from 'node:crypto'
import type { Flag } from './flags.ts'
import { type CallError, CallRefused, type CallResult, callText, type Payload } from './framing.ts'
import { admit } from './v16/tolerance.ts'

/** How a call to a pile ended: with its answer, its CALLERROR, or without either. */
export type CallOutcome =
  | { answer: Payload }
  | { error: { code: string; description: string; details: unknown } }
  | 'timeout'
  | 'not_connected'
  | 'queue_full'

interface Pending {
  id: string
  action: string
  payload: object
  timeoutMs: number
  end: (outcome: CallOutcome) => void
  timer?: NodeJS.Timeout
}

const MOST_WAITING = 16

/** Our calls to one pile: one at a time, the others wait in their order (OCPP-J 1.6, 4.1.1). */
export class Outward {
  readonly #send: (text: string, id: string, action: string) => void
  readonly #flag: Flag
  #current: Pending | null = null
  #waiting: Pending[] = []
  #ended = false

  constructor(send: (text: string, id: string, action: string) => void, flag: Flag) {
    this.#send = send
    this.#flag = flag
  }

  call(action: string, payload: object, timeoutMs: number): Promise<CallOutcome> {
    if (this.#ended) return Promise.resolve('not_connected')
    if (this.#waiting.length >= MOST_WAITING) return Promise.resolve('queue_full')
    return new Promise((end) => {
      this.#waiting.push({ id: randomUUID(), action, payload, timeoutMs, end })
      this.#next()
    })
  }

  /** The action that an answer of the pile belongs to; null when nobody waits for it. */
  answered(frame: CallResult | CallError): string | null {
    const current = this.#current
    if (current?.id !== frame.id) return null
    this.#finish(frame.kind === 'result' ? this.#read(current.action, frame.payload) : { error: errorOf(frame) })
    return current.action
  }

  /** The socket is gone: nobody will answer. */
  end(): void {
    this.#ended = true
    const waiting = this.#waiting.splice(0)
    if (this.#current) this.#finish('not_connected')
    for (const { end } of waiting) end('not_connected')
  }

  #next(): void {
    if (this.#current || this.#ended) return
    const next = this.#waiting.shift()
    if (!next) return
    this.#current = next
    next.timer = setTimeout(() => this.#finish('timeout'), next.timeoutMs)
    this.#send(callText(next.id, next.action, next.payload), next.id, next.action)
  }

  #finish(outcome: CallOutcome): void {
    const current = this.#current
    this.#current = null
    clearTimeout(current?.timer)
    current?.end(outcome)
    this.#next()
  }

  #read(action: string, payload: Payload): CallOutcome {
    try {
      admit(action, 'conf', payload, this.#flag)
      return { answer: payload }
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      this.#flag('unreadable_answer', `${action}: ${error.description}`)
      const { code, description, details } = error
      return { error: { code, description: `the answer cannot be read: ${description}`, details } }
    }
  }
}

const errorOf = ({ code, description, details }: CallError) => ({ code, description, details })
