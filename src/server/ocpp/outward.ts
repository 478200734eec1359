import { randomUUID } from 'node:crypto'
import type { Flag } from './flags.ts'
import { type CallError, CallRefused, type CallResult, callText, type Payload, resultErrorText } from './framing.ts'
import { NO_SETTINGS, type SettingKeys } from './hidden.ts'
import type { Protocol, Reply } from './protocol.ts'

/**
 * How a call to a pile ended: with its answer, its CALLERROR or an answer that cannot be read, or without any. lost: it
 * was sent, and the socket went before the answer; not_connected: it was never sent.
 */
export type CallOutcome =
  | { answer: Payload; reply: Reply }
  | { error: { code: string; description: string; details: unknown }; unreadable?: CallRefused }
  | 'timeout'
  | 'lost'
  | 'not_connected'
  | 'queue_full'

interface Pending {
  id: string
  action: string
  payload: Payload
  timeoutMs: number
  hides: SettingKeys
  end: (outcome: CallOutcome) => void
  timer?: NodeJS.Timeout
}

export interface CallOptions {
  timeoutMs: number
  /** The call's unique id; a fresh one unless given. */
  id?: string
  /** Settings that it sets and that their pile tells nobody: the log has no value of theirs. */
  hides?: SettingKeys
}

/** Sends a frame, of which the log has `kept`; false when the socket does not take it. */
type Send = (text: string, id: string, action: string, kept: string) => boolean

const MOST_WAITING = 16

/** Our calls to one pile: one at a time, the others wait in their order (OCPP-J 1.6, 4.1.1). */
export class Outward {
  readonly #protocol: Protocol
  readonly #send: Send
  readonly #flag: Flag
  #current: Pending | null = null
  #waiting: Pending[] = []
  #ended = false

  constructor(protocol: Protocol, send: Send, flag: Flag) {
    this.#protocol = protocol
    this.#send = send
    this.#flag = flag
  }

  call(action: string, payload: Payload, options: CallOptions): Promise<CallOutcome> {
    const { timeoutMs, id = randomUUID(), hides = NO_SETTINGS } = options
    if (this.#ended) return Promise.resolve('not_connected')
    if (this.#waiting.length >= MOST_WAITING) return Promise.resolve('queue_full')
    return new Promise((end) => {
      this.#waiting.push({ id, action, payload, timeoutMs, hides, end })
      this.#next()
    })
  }

  /** The action that an answer of the pile belongs to; null when nobody waits for it. */
  answered(frame: CallResult | CallError): string | null {
    const current = this.#current
    if (current?.id !== frame.id) return null
    const outcome = readAnswer(this.#protocol, current.action, frame, this.#flag)
    const { refusesAnswers, errorNames } = this.#protocol
    if (refusesAnswers && typeof outcome === 'object' && 'error' in outcome && outcome.unreadable) {
      const text = resultErrorText(frame.id, outcome.unreadable, errorNames)
      this.#send(text, frame.id, current.action, text)
    }
    this.#finish(outcome)
    return current.action
  }

  /** The socket is gone: nobody will answer. */
  end(): void {
    this.#ended = true
    const waiting = this.#waiting.splice(0)
    if (this.#current) this.#finish('lost')
    for (const { end } of waiting) end('not_connected')
  }

  #next(): void {
    if (this.#current || this.#ended) return
    const next = this.#waiting.shift()
    if (!next) return
    this.#current = next
    next.timer = setTimeout(() => this.#finish('timeout'), next.timeoutMs)
    const { id, action, payload, hides } = next
    const text = callText(id, action, payload)
    const kept = hides.size > 0 ? callText(id, action, this.#protocol.withoutSecrets(payload, hides)) : text
    if (!this.#send(text, id, action, kept)) this.#finish('not_connected')
  }

  #finish(outcome: CallOutcome): void {
    const current = this.#current
    this.#current = null
    clearTimeout(current?.timer)
    current?.end(outcome)
    this.#next()
  }
}

/** Reads what a pile answered to a call of this action. Never throws for what a pile may send. */
export function readAnswer(protocol: Protocol, action: string, frame: CallResult | CallError, flag: Flag): CallOutcome {
  if (frame.kind === 'error') {
    const { code, description, details } = frame
    return { error: { code, description, details } }
  }
  try {
    protocol.admitAnswer(action, frame.payload, flag)
    return { answer: frame.payload, reply: protocol.replyOf(action, frame.payload) }
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    flag('unreadable_answer', `${action}: ${error.description}`)
    const { kind, description, details } = error
    const code = protocol.errorNames[kind]
    return { error: { code, description: `the answer cannot be read: ${description}`, details }, unreadable: error }
  }
}
