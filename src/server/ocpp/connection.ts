import { WebSocket } from 'ws'
import type { Flag } from './flags.ts'
import {
  type Broken,
  type CallError,
  CallRefused,
  type CallResult,
  errorText,
  loggable,
  NO_ID,
  parseFrame,
} from './framing.ts'
import type { House } from './house.ts'
import { Inward, type Line, type Noted } from './inward.ts'
import type { LoggedFrame } from './journal-statement.ts'
import { type CallOutcome, Outward } from './outward.ts'
import type { ConnectedPile } from './ports.ts'

/** The library's socket, knowing whose it is. */
export class PileSocket extends WebSocket {
  connection?: Connection
}

// A pile that takes none of our answers for this long would fill the memory.
const MOST_UNSENT_BYTES = 1_048_576
const CLOSING_MS = 2_000

/** One socket of one pile. */
export class Connection implements Line {
  readonly number: number
  readonly pile: ConnectedPile
  readonly #socket: PileSocket
  readonly #house: House
  readonly #inward: Inward
  #outward: Outward | null = null
  #ending = false
  /** When a message came last, and whether the last ping was answered. */
  heard_at: number
  alive = true
  #paused = false
  probing = false

  constructor(number: number, pile: ConnectedPile, socket: PileSocket, house: House) {
    this.number = number
    this.pile = pile
    this.#socket = socket
    this.#house = house
    this.#inward = new Inward(this, house)
    this.heard_at = Date.now()
    socket.connection = this
  }

  /** Calls that came meanwhile are handled now. */
  open(): void {
    this.#inward.open()
  }

  readonly flag: Flag = (flag, detail) => {
    this.#house.book.flag(this.pile, flag, detail, Date.now())
  }

  /** Takes a frame. Whatever it does to us, the other piles' sockets live in the same process. */
  hear(data: Buffer, isBinary: boolean): void {
    try {
      if (!this.#ending) this.#receive(data, isBinary)
    } catch (error) {
      this.#house.log.error({ err: error, pile: this.pile.station_number }, 'a frame of a pile was too much for us')
      this.send(errorText(NO_ID, new CallRefused('InternalError', 'the frame could not be handled')))
    }
  }

  /** One call at a time; see Outward. */
  call(action: string, payload: object, timeoutMs: number): Promise<CallOutcome> {
    this.#outward ??= new Outward((text, id, command) => {
      this.send(text)
      this.#house.journal.note({ ...this.frame(text, { received_at: Date.now(), id, command }, null), outgoing: true })
    }, this.flag)
    return this.#outward.call(action, payload, timeoutMs)
  }

  /** Sends, as long as the pile is there to take it. */
  send(text: string): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false
    if (this.#socket.bufferedAmount > MOST_UNSENT_BYTES) {
      this.terminate()
      return false
    }
    this.#socket.send(text)
    return true
  }

  answer(text: string, noted: Noted, answer: string): void {
    const sent = this.send(answer)
    this.#house.journal.note(this.frame(text, noted, sent ? answer : null))
  }

  note(text: string, noted: Noted): void {
    this.#house.journal.note(this.frame(text, noted, null))
  }

  frame(content: string, { received_at, id, command }: Noted, answer: string | null): LoggedFrame {
    return {
      at: received_at,
      connection: this.number,
      station_number: this.pile.station_number,
      outgoing: false,
      unique_id: id,
      command,
      content: loggable(content),
      answer,
      answered_at: answer === null ? null : Date.now(),
    }
  }

  ping(): void {
    this.alive = this.#paused // a pong would not be read
    this.#socket.ping()
  }

  /** Says goodbye, and hangs up on a pile that does not answer that. Nothing it says meanwhile is heard. */
  end(code: number, reason: string): void {
    this.#ending = true
    this.#socket.close(code, reason)
    setTimeout(() => this.#socket.terminate(), CLOSING_MS).unref()
  }

  terminate(): void {
    this.#socket.terminate()
  }

  /** The socket is gone. */
  gone(): void {
    this.#ending = true
    this.#outward?.end()
  }

  #receive(data: Buffer, isBinary: boolean) {
    const received_at = Date.now()
    this.heard_at = received_at
    this.#house.counters.frames++
    this.#house.book.seen(this.pile, received_at)
    if (this.#house.journal.behind) this.#pause()
    if (isBinary) return this.#refuseBinary(data, received_at)
    const text = data.toString()
    const frame = parseFrame(text)
    switch (frame.kind) {
      case 'call':
        return this.#inward.take(frame, text, received_at)
      case 'result':
      case 'error':
        return this.#answered(frame, text, received_at)
      case 'broken':
        return this.#refuse(frame, text, received_at)
      case 'ignored':
        this.flag('ignored_frame', frame.why)
        this.note(text, { received_at, id: frame.id, command: null })
    }
  }

  // The pile's own network slows it down: what it sends waits there and nothing is lost.
  #pause(): void {
    if (this.#paused) return
    this.#paused = true
    this.#socket.pause()
    this.#house.journal.onCaughtUp(() => {
      this.#paused = false
      this.#socket.resume()
    })
  }

  #answered(frame: CallResult | CallError, text: string, received_at: number): void {
    const command = this.#outward?.answered(frame) ?? null
    if (command === null) this.flag('answer_without_call', frame.id)
    this.note(text, { received_at, id: frame.id, command })
  }

  #refuse({ id, action, refusal }: Broken, text: string, received_at: number): void {
    this.flag('broken_frame', refusal.description)
    this.#house.counters.refused++
    this.answer(text, { received_at, id: id === NO_ID ? null : id, command: action }, errorText(id, refusal))
  }

  #refuseBinary(data: Buffer, received_at: number): void {
    const refusal = new CallRefused('FormationViolation', 'a frame is text, not binary')
    this.flag('binary_frame', `${data.length} bytes`)
    this.#house.counters.refused++
    this.answer(`(${data.length} bytes)`, { received_at, id: null, command: null }, errorText(NO_ID, refusal))
  }
}
