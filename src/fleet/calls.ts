import { CallError, callFrame } from './frame.ts'

interface Call {
  id: string
  /** The beginning of the answer, so that the usual one is known without parsing it. */
  prefix: string
  frame: string
  resolve(answer: Buffer): void
  reject(error: Error): void
  timeout: NodeJS.Timeout | undefined
}

const run = Date.now().toString(36)
let sequence = 0

/** The calls of one connection: one in flight, the others wait their turn (OCPP-J 1.6, clause 4.1.1). */
export class Calls {
  /** Calls sent since the beginning, for rates. */
  sent = 0
  #inFlight: Call | undefined
  #waiting: Call[] = []
  #timeoutMs: number
  #transmit: (frame: string) => void

  constructor(timeoutMs: number, transmit: (frame: string) => void) {
    this.#timeoutMs = timeoutMs
    this.#transmit = transmit
  }

  get idle() {
    return !this.#inFlight
  }

  /** Resolves to the unparsed CALLRESULT; rejects with CallError on a CALLERROR or when no answer comes in time. */
  add(action: string, json: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const id = run + (++sequence).toString(36)
      const frame = callFrame(id, action, json)
      const call: Call = { id, prefix: `[3,"${id}",`, frame, resolve, reject, timeout: undefined }
      if (this.#inFlight) this.#waiting.push(call)
      else this.#send(call)
    })
  }

  /** Takes the data if it is the CALLRESULT in flight, as servers usually print it. */
  takeUsual(data: Buffer): boolean {
    const call = this.#inFlight
    if (!call || data.toString('latin1', 0, call.prefix.length) !== call.prefix) return false
    this.#next()
    call.resolve(data)
    return true
  }

  /** Takes any result or error, however it is spaced, if it answers the call in flight. */
  take(id: unknown, answer: Buffer | CallError): boolean {
    const call = this.#inFlight
    if (!call || call.id !== id) return false
    this.#next()
    if (answer instanceof CallError) call.reject(answer)
    else call.resolve(answer)
    return true
  }

  /** Rejects whatever is in flight or waits, because the connection is gone. */
  fail(error: Error) {
    const lost = this.#inFlight ? [this.#inFlight, ...this.#waiting] : []
    clearTimeout(this.#inFlight?.timeout)
    this.#inFlight = undefined
    this.#waiting = []
    for (const call of lost) call.reject(error)
  }

  #send(call: Call) {
    this.#inFlight = call
    this.sent++
    call.timeout = setTimeout(() => {
      this.#next()
      call.reject(new CallError('GenericError', `no answer within ${this.#timeoutMs} ms`))
    }, this.#timeoutMs)
    this.#transmit(call.frame)
  }

  #next() {
    clearTimeout(this.#inFlight?.timeout)
    this.#inFlight = undefined
    const call = this.#waiting.shift()
    if (call) this.#send(call)
  }
}
