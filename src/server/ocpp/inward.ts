import type { Connection } from './connection.ts'
import { type Call, CallRefused, errorText, type Payload, resultText, STANDARD_ID_LENGTH } from './framing.ts'
import type { Journal } from './journal.ts'
import type { ConnectedPile, ReadingRow } from './ports.ts'
import type { Caller, Outcome, Services } from './v16/message.ts'
import { messageOf } from './v16/messages.ts'
import { admit } from './v16/tolerance.ts'

/** What handling a pile's calls needs. */
export interface House extends Services {
  journal: Journal
  log: { error(facts: object, message: string): void }
  counters: Counters
  /** A call was handled and answered with success. */
  handled(pile: ConnectedPile, action: string, payload: Payload, answer: object): void
}

/** What has happened since the start. */
export interface Counters {
  frames: number
  /** Reports that were stored before their answer. */
  reports: number
  /** Calls that were answered with an error. */
  refused: number
  /** Piles that were not let in. */
  rejected: number
}

interface Waiting {
  call: Call
  text: string
  received_at: number
}

const MOST_WAITING = 64
const TRY_AGAIN = new CallRefused('InternalError', 'it could not be stored; send it again')

/**
 * A pile's calls, one at a time and in their order; those that come before the answer to the first wait. Opens when the
 * sessions know the pile.
 */
export class Inward {
  readonly #connection: Connection
  readonly #house: House
  #current: string | null = null
  #waiting: Waiting[] | null = null
  #last: string | null = null
  #open = false

  constructor(connection: Connection, house: House) {
    this.#connection = connection
    this.#house = house
  }

  open(): void {
    this.#open = true
    this.#next()
  }

  take(call: Call, text: string, received_at: number) {
    if (call.id.length > STANDARD_ID_LENGTH) this.#connection.flag('unique_id_too_long', call.id)
    if (this.#isRepeated(call.id)) {
      // The one that is under way gets the answer; this frame is only logged.
      this.#connection.flag('repeated_unique_id', `${call.action} ${call.id}`)
      this.#connection.note(text, { received_at, id: call.id, command: call.action })
      return
    }
    const waiting = { call, text, received_at }
    if (this.#open && this.#current === null) return this.#begin(waiting)
    if ((this.#waiting?.length ?? 0) >= MOST_WAITING)
      return this.#answerError(
        waiting,
        new CallRefused('InternalError', `more than ${MOST_WAITING} calls wait for their answers`),
      )
    this.#waiting ??= []
    this.#waiting.push(waiting)
  }

  #isRepeated(id: string): boolean {
    if (id === this.#last) this.#connection.flag('repeated_unique_id', id) // handled again: what it reports tells whether it is new
    return id === this.#current || (this.#waiting?.some(({ call }) => call.id === id) ?? false)
  }

  #begin(waiting: Waiting): void {
    this.#current = waiting.call.id
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
    const { sessions, cards, alarms, setAside, live, book } = this.#house
    const { pile, flag } = this.#connection
    const message = messageOf(call.action)
    admit(call.action, 'req', call.payload, flag)
    const caller: Caller = { pile, received_at, flag, sessions, cards, alarms, setAside, live, book }
    return message.handle(call.payload as never, caller)
  }

  #finish(waiting: Waiting, { answer, readings }: Outcome) {
    const { call, text, received_at } = waiting
    const answerText = resultText(call.id, answer)
    if (!readings || readings.length === 0) {
      this.#connection.answer(text, { received_at, id: call.id, command: call.action }, answerText)
      return this.#done(call, answer)
    }
    const frame = this.#connection.frame(text, { received_at, id: call.id, command: call.action }, answerText)
    this.#house.journal.report(frame, readings, (error) => {
      if (error) return this.#fail(waiting, error)
      this.#house.counters.reports++
      this.#connection.send(answerText)
      this.#measured(readings)
      this.#done(call, answer)
    })
  }

  #measured(readings: ReadingRow[]): void {
    try {
      this.#house.book.measured(this.#connection.pile, readings)
      this.#house.sessions.measured(this.#connection.pile, readings)
    } catch (error) {
      this.#house.log.error(
        { err: error, pile: this.#connection.pile.station_number },
        'a stored reading had no effect',
      )
    }
  }

  #fail(waiting: Waiting, error: unknown): void {
    const refusal = error instanceof CallRefused ? error : TRY_AGAIN
    if (refusal === TRY_AGAIN) {
      const { action } = waiting.call
      this.#house.log.error(
        { err: error, pile: this.#connection.pile.station_number, action },
        'a call of a pile failed',
      )
    } else this.#connection.flag('refused_call', `${waiting.call.action}: ${refusal.code} ${refusal.description}`)
    this.#answerError(waiting, refusal)
    this.#left(waiting.call)
  }

  #answerError({ call, text, received_at }: Waiting, refusal: CallRefused): void {
    const frame = { received_at, id: call.id, command: call.action }
    this.#house.counters.refused++
    this.#connection.answer(text, frame, errorText(call.id, refusal))
  }

  #done(call: Call, answer: object): void {
    this.#left(call)
    this.#house.handled(this.#connection.pile, call.action, call.payload, answer)
  }

  #left(call: Call): void {
    this.#last = call.id
    this.#current = null
    if (this.#waiting) this.#next()
  }

  #next(): void {
    const next = this.#waiting?.shift()
    if (this.#waiting?.length === 0) this.#waiting = null
    // Not from within the answer before: a pile that sends many calls at once would deepen the stack with each.
    if (next) setImmediate(() => this.#begin(next))
  }
}
