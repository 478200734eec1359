import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { keyGiven, withoutKey } from './command-secrets.ts'
import type { ConnectionDeps } from './connection-deps.ts'
import type { Flag } from './flags.ts'
import {
  type Broken,
  type CallError,
  CallRefused,
  type CallResult,
  errorText,
  NO_ID,
  type Payload,
  parseFrame,
} from './framing.ts'
import { type Arrived, Intake, type IntakeSocket } from './intake.ts'
import { Inward, type InwardSocket, type Noted } from './inward.ts'
import type { LoggedFrame } from './journal-statement.ts'
import { logged } from './logged-text.ts'
import { type CallOptions, type CallOutcome, Outward, readAnswer } from './outward.ts'
import type { PileBudget } from './pile-budgets.ts'
import type { ConnectedPile } from './ports.ts'

/** The library's socket, knowing whose it is. */
export class PileSocket extends WebSocket {
  connection?: Connection
  /** What it talks over: every byte is counted, of fragments and control frames too. */
  wire?: Duplex
}

// A pile that takes none of our answers for this long would fill the memory.
const MOST_UNSENT_BYTES = 1_048_576
const CLOSING_MS = 2_000

/** One socket of one pile. */
export class Connection implements InwardSocket, IntakeSocket {
  readonly number: number
  readonly pile: ConnectedPile
  readonly #socket: PileSocket
  readonly #deps: ConnectionDeps
  readonly #inward: Inward
  readonly #intake: Intake
  readonly #budget: PileBudget
  #outward: Outward | null = null
  /** Passwords that this socket was given. */
  readonly #keys = new Set<string>()
  #ending = false
  #gone = false
  /** When a message came last, and whether the last ping was answered. */
  heard_at: number
  alive = true
  /** How many reasons there are not to read. */
  #pauses = 0
  #logIsBehind = false
  #unansweredPing: Buffer | null = null
  probing = false

  constructor(number: number, pile: ConnectedPile, socket: PileSocket, deps: ConnectionDeps) {
    this.number = number
    this.pile = pile
    this.#socket = socket
    this.#deps = deps
    this.#inward = new Inward(this, deps)
    this.heard_at = Date.now()
    const { order, large, budgets } = deps.service
    this.#budget = budgets.of(pile.id, this.heard_at)
    this.#intake = new Intake(this, { order, large, budget: this.#budget })
    // Before the library takes them apart.
    socket.wire?.prependListener('data', (bytes: Buffer) => this.#intake.metered(bytes.length))
    socket.connection = this
  }

  /** Calls that came meanwhile are handled now. */
  open(): void {
    this.#inward.open()
  }

  /** Calls that came meanwhile are dropped: the sessions do not know the pile. */
  abandon(): void {
    this.#inward.abandon()
    this.#intake.gone()
    this.#intake.drop()
  }

  /** Resolves when every call that came is handled; see Inward. */
  async idle(): Promise<void> {
    await this.#intake.emptied()
    await this.#inward.idle()
  }

  readonly flag: Flag = (flag, detail, about) => {
    this.#deps.book.flag(this.pile, flag, this.#hidden(detail), Date.now(), about)
  }

  /** Takes a frame; it is handled in its turn. */
  hear(data: Buffer, isBinary: boolean): void {
    if (this.#ending) return
    this.heard_at = Date.now()
    this.#intake.arrived({ data, isBinary, received_at: this.heard_at })
  }

  /** Only the latest ping of a flood is answered (RFC 6455, 5.5.3). */
  pinged(data: Buffer): void {
    if (this.#intake.control(data.length)) this.#socket.pong(data)
    else this.#unansweredPing = data
  }

  ponged(data: Buffer): void {
    this.alive = true
    this.#intake.control(data.length)
  }

  /** Whatever a frame does to us, the other piles' sockets live in the same process. */
  handle(frame: Arrived): void {
    try {
      this.#receive(frame)
    } catch (error) {
      this.#deps.log.error({ err: error, pile: this.pile.station_number }, 'a frame of a pile was too much for us')
      this.send(errorText(NO_ID, new CallRefused('InternalError', 'the frame could not be handled')))
    }
  }

  get isFull(): boolean {
    return this.#inward.isFull
  }

  get isIdle(): boolean {
    return this.#inward.isIdle
  }

  roomMade(): void {
    this.#intake.roomMade()
  }

  pause(): void {
    if (this.#pauses++ === 0) this.#socket.pause()
  }

  resume(): void {
    if (--this.#pauses > 0) return
    this.#socket.resume()
    if (this.#unansweredPing) this.#socket.pong(this.#unansweredPing)
    this.#unansweredPing = null
  }

  paced(): void {
    const { budgets, floods } = this.#deps.service
    const { perSecond } = budgets.limits.messages
    this.flag('flood', `more than ${perSecond} messages a second`)
    floods.paced(this.pile, perSecond, Date.now())
  }

  dropped(frames: readonly Arrived[]): void {
    for (const { data, received_at } of frames) this.#count('(not handled)', data.length, received_at)
  }

  tooSlow(): void {
    this.flag('broken_socket', 'a large frame came too slowly; the socket was ended')
    this.terminate()
  }

  /** One call at a time; see Outward. */
  call(action: string, payload: object, options: CallOptions): Promise<CallOutcome> {
    this.#outward ??= new Outward((text, id, command) => {
      if (!this.send(text)) return false
      this.#deps.journal.note({ ...this.frame(text, { received_at: Date.now(), id, command }, null), outgoing: true })
      return true
    }, this.flag)
    const key = keyGiven(action, payload as Payload)
    if (key !== null) this.#keys.add(key)
    return this.#outward.call(action, payload, options)
  }

  /** Some piles quote what they were sent, in an error or in any later frame. */
  #hidden(text: string): string {
    let hidden = text
    for (const key of this.#keys) hidden = withoutKey(hidden, key)
    return hidden
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
    if (this.keeps(text, noted)) this.#deps.journal.note(this.frame(text, noted, sent ? answer : null))
  }

  note(text: string, noted: Noted): void {
    if (this.keeps(text, noted)) this.#deps.journal.note(this.frame(text, noted, null))
  }

  keeps(text: string, { received_at, command }: Noted): boolean {
    if (this.#budget.keeps(text.length, received_at)) return true
    this.#count(command ?? '(not readable)', text.length, received_at)
    return false
  }

  #count(action: string, bytes: number, at: number): void {
    this.#deps.service.floods.count(this.pile, this.number, { action, bytes, at })
  }

  frame(content: string, { received_at, id, command }: Noted, answer: string | null): LoggedFrame {
    return {
      at: received_at,
      connection: this.number,
      station_number: this.pile.station_number,
      outgoing: false,
      unique_id: id,
      command,
      content: this.#hidden(logged(content)),
      answer: answer && this.#hidden(answer),
      answered_at: answer === null ? null : Date.now(),
    }
  }

  ping(): void {
    this.alive = this.#pauses > 0 // a pong would not be read
    this.#socket.ping()
  }

  /** Says goodbye, and hangs up on a pile that does not answer that. Nothing it says meanwhile is heard. */
  end(code: number, reason: string): void {
    this.#ending = true
    this.#intake.gone()
    this.#socket.close(code, reason)
    setTimeout(() => this.#socket.terminate(), CLOSING_MS).unref()
  }

  terminate(): void {
    this.#socket.terminate()
  }

  get isGone(): boolean {
    return this.#gone
  }

  /** The socket is gone. */
  gone(): void {
    this.#ending = true
    this.#gone = true
    this.#intake.gone()
    this.#outward?.end()
  }

  #receive({ data, isBinary, received_at }: Arrived) {
    this.#deps.counters.frames++
    this.#deps.book.seen(this.pile, received_at)
    if (this.#deps.journal.behind) this.#waitForLog()
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
  #waitForLog(): void {
    if (this.#logIsBehind) return
    this.#logIsBehind = true
    this.pause()
    this.#deps.journal.onCaughtUp(() => {
      this.#logIsBehind = false
      this.resume()
    })
  }

  #answered(frame: CallResult | CallError, text: string, received_at: number) {
    const command = this.#outward?.answered(frame) ?? null
    const noted = { received_at, id: frame.id, command }
    // An answer that we asked for is kept in any case.
    if (command !== null) return this.#deps.journal.note(this.frame(text, noted, null))
    this.flag('answer_without_call', frame.id)
    this.#deps.answeredLate(this.pile, frame.id, (action) => readAnswer(action, frame, this.flag))
    this.note(text, noted)
  }

  #refuse({ id, action, refusal }: Broken, text: string, received_at: number): void {
    this.flag('broken_frame', refusal.description)
    this.#deps.counters.refused++
    this.answer(text, { received_at, id: id === NO_ID ? null : id, command: action }, errorText(id, refusal))
  }

  #refuseBinary(data: Buffer, received_at: number): void {
    const refusal = new CallRefused('FormationViolation', 'a frame is text, not binary')
    this.flag('binary_frame', `${data.length} bytes`)
    this.#deps.counters.refused++
    this.answer(`(${data.length} bytes)`, { received_at, id: null, command: null }, errorText(NO_ID, refusal))
  }
}
