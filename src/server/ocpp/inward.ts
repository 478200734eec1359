import { isUnavailable } from '../kit/postgres-errors.ts'
import { begun, failed, type Span, traced, within } from '../kit/tracing.ts'
import type { ConnectionDeps } from './connection-deps.ts'
import type { Flag } from './flags.ts'
import type { FrameLog, LoggedCall } from './frame-log.ts'
import { type Call, CallRefused, errorText, resultText, STANDARD_ID_LENGTH } from './framing.ts'
import type { Done } from './group-commit.ts'
import type { PileEvents } from './pile-events.ts'
import type { ConnectedPile, ReadingRow, TransactionEventRow } from './ports.ts'
import type { Caller, Outcome, Protocol } from './protocol.ts'

/** What a pile's calls need of the socket that they came by. */
export interface InwardSocket {
  readonly pile: ConnectedPile
  readonly protocol: Protocol
  readonly events: PileEvents
  readonly flag: Flag
  readonly log: FrameLog
  send(text: string): boolean
  /** Answers a frame and logs both. */
  answer(text: string, noted: LoggedCall, answer: string): void
  /** Logs a frame that has no answer. */
  note(text: string, noted: LoggedCall): void
  /** A call was answered: another one may be taken. */
  roomMade(): void
}

interface Waiting {
  call: Call
  text: string
  received_at: number
  /** How it is followed. */
  span?: Span | null
}

/** From here on the pile's socket waits: none of its calls is refused for coming too soon. */
const MOST_WAITING = 64
/** As every action of the standard is named. */
const NAME = /^[A-Za-z]{3,40}$/
const NO_READINGS: ReadingRow[] = []
const TRY_AGAIN = new CallRefused('internal', 'it could not be stored; send it again')

/**
 * A pile's calls, one at a time and in their order; those that come before the answer to the first wait. Opens when the
 * sessions know the pile.
 */
export class Inward {
  readonly #socket: InwardSocket
  readonly #deps: ConnectionDeps
  #current: string | null = null
  #waiting: Waiting[] | null = null
  #last: string | null = null
  #open = false
  #abandoned = false
  #onIdle: (() => void)[] = []

  constructor(socket: InwardSocket, deps: ConnectionDeps) {
    this.#socket = socket
    this.#deps = deps
  }

  open(): void {
    this.#open = true
    this.#next()
    this.#tellIdle()
  }

  /** The sessions will not know the pile: what waits is not handled, and not answered, so that the pile sends it again. */
  abandon(): void {
    this.#abandoned = true
    this.#waiting = null
    this.#tellIdle()
  }

  /** Resolves when all calls that were taken are handled and what they report is stored, or nothing will be. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle.push(resolve)
      this.#tellIdle()
    })
  }

  get isFull(): boolean {
    return (this.#waiting?.length ?? 0) >= MOST_WAITING
  }

  /** No call is under way or waits. */
  get isIdle(): boolean {
    return this.#current === null && this.#waiting === null
  }

  take(call: Call, text: string, received_at: number) {
    if (call.id.length > STANDARD_ID_LENGTH) this.#socket.flag('unique_id_too_long', call.id)
    if (this.#isRepeated(call.id)) {
      // The one that is under way gets the answer; this frame is only logged.
      this.#socket.flag('repeated_unique_id', `${call.action} ${call.id}`)
      this.#socket.note(text, { received_at, id: call.id, command: call.action })
      return
    }
    const waiting = { call, text, received_at }
    if (this.#open && this.#current === null) return this.#begin(waiting)
    this.#waiting ??= []
    this.#waiting.push(waiting)
  }

  #isRepeated(id: string): boolean {
    if (id === this.#last) this.#socket.flag('repeated_unique_id', id) // handled again: what it reports tells whether it is new
    return id === this.#current || (this.#waiting?.some(({ call }) => call.id === id) ?? false)
  }

  #begin(waiting: Waiting): void {
    this.#current = waiting.call.id
    waiting.span = this.#followed(waiting)
    within(waiting.span, () => this.#handleNow(waiting))
  }

  #followed({ call, received_at }: Waiting): Span | null {
    const { pile, protocol } = this.#socket
    const attributes = () => ({
      'chargedeck.pile': pile.id,
      'chargedeck.waited_ms': Date.now() - received_at,
      'ocpp.version': protocol.name,
      // What is no action is whatever the pile sent.
      'ocpp.action': NAME.test(call.action) ? call.action : 'unknown',
    })
    return begun('pile.frame', attributes, received_at)
  }

  #handleNow(waiting: Waiting): void {
    try {
      const outcome = this.#handle(waiting)
      if (outcome instanceof Promise)
        outcome.then(
          (ready) => this.#finish(waiting, ready),
          (error) => this.#fail(waiting, error),
        )
      else this.#finish(waiting, outcome)
    } catch (error) {
      this.#fail(waiting, error)
    }
  }

  #handle({ call, received_at }: Waiting): Outcome | Promise<Outcome> {
    const { protocol, events, flag } = this.#socket
    const caller: Caller = { events, received_at, message_id: call.id, flag }
    return traced('pile.handle', () => protocol.handle(call, caller))
  }

  #finish(waiting: Waiting, { answer, readings = NO_READINGS, event, sign }: Outcome) {
    const { call, text, received_at } = waiting
    const answerText = resultText(call.id, answer)
    if (readings.length === 0 && !event) {
      this.#socket.answer(text, { received_at, id: call.id, command: call.action }, answerText)
      return this.#done(waiting, sign)
    }
    const noted = { received_at, id: call.id, command: call.action }
    const frame = this.#socket.log.keeps(text, noted) ? this.#socket.log.frame(text, noted, answerText) : null
    const stored: Done = (error) => {
      if (error) return this.#fail(waiting, error)
      this.#deps.counters.reports++
      this.#socket.send(answerText)
      this.#stored(readings, event)
      this.#done(waiting, sign)
    }
    this.#deps.journal.report(frame, readings, stored, { event, span: waiting.span ?? null })
  }

  #stored(readings: ReadingRow[], event: TransactionEventRow | undefined): void {
    try {
      if (event) this.#deps.sessions.followed(this.#socket.pile, event)
      this.#deps.book.measured(this.#socket.pile, readings)
      this.#deps.sessions.measured(this.#socket.pile, readings)
      this.#deps.alarms.measured(this.#socket.pile, readings)
    } catch (error) {
      this.#deps.log.error({ err: error, pile: this.#socket.pile.station_number }, 'a stored report had no effect')
    }
  }

  #fail(waiting: Waiting, error: unknown): void {
    if (isUnavailable(error)) {
      this.#leaveUnanswered(waiting, error as Error)
      return
    }
    const refusal = error instanceof CallRefused ? error : TRY_AGAIN
    if (refusal === TRY_AGAIN) {
      const { action } = waiting.call
      this.#deps.log.error({ err: error, pile: this.#socket.pile.station_number, action }, 'a call of a pile failed')
    } else
      this.#socket.flag(
        'refused_call',
        `${waiting.call.action}: ${this.#socket.protocol.errorNames[refusal.kind]} ${refusal.description}`,
      )
    this.#answerError(waiting, refusal)
    if (waiting.span) failed(waiting.span, error)
    this.#left(waiting)
  }

  /**
   * The connection broke, perhaps in the middle of a commit: whether it is stored nobody knows. An error counts as a try with piles of 1.6, which
   * throw a report away after some; silence they take for a broken network, and say it again for as long as that takes.
   */
  #leaveUnanswered(waiting: Waiting, error: Error): void {
    const { call, text, received_at } = waiting
    const { message: reason } = error
    if (waiting.span) failed(waiting.span, error)
    const { station_number: pile } = this.#socket.pile
    this.#deps.log.error({ pile, action: call.action, reason }, 'a call is left unanswered: the database is away')
    this.#socket.note(text, { received_at, id: call.id, command: call.action })
    this.#left(waiting)
  }

  #answerError({ call, text, received_at }: Waiting, refusal: CallRefused): void {
    const frame = { received_at, id: call.id, command: call.action }
    this.#deps.counters.refused++
    this.#socket.answer(text, frame, errorText(call.id, refusal, this.#socket.protocol.errorNames))
  }

  #done(waiting: Waiting, sign: Outcome['sign']): void {
    this.#left(waiting)
    if (sign) this.#deps.handled(this.#socket.pile, sign)
  }

  #left({ call, span }: Waiting): void {
    span?.end()
    this.#last = call.id
    this.#current = null
    if (this.#waiting) this.#next()
    this.#socket.roomMade()
    this.#tellIdle()
  }

  #tellIdle(): void {
    const isIdle = this.#abandoned || (this.#open && this.#waiting === null)
    if (this.#current === null && isIdle) for (const resolve of this.#onIdle.splice(0)) resolve()
  }

  #next(): void {
    const next = this.#waiting?.shift()
    if (this.#waiting?.length === 0) this.#waiting = null
    if (!next) return
    this.#current = next.call.id
    // Not from within the answer before: a pile that sends many calls at once would deepen the stack with each.
    setImmediate(() => this.#begin(next))
  }
}
