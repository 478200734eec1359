import { WebSocket } from 'ws'
import type { Intent } from '../../shared/domain/intent.ts'
import type { ConnectionDeps } from './connection-deps.ts'
import type { Flag } from './flags.ts'
import { FrameLog, type LoggedCall } from './frame-log.ts'
import { type Broken, type CallError, CallRefused, type CallResult, errorText, NO_ID, parseFrame } from './framing.ts'
import { type Arrived, Intake, type IntakeSocket } from './intake.ts'
import { Inward, type InwardSocket } from './inward.ts'
import { type CallOptions, type CallOutcome, Outward, readAnswer } from './outward.ts'
import { PileEvents } from './pile-events.ts'
import { type PileSocket, say } from './pile-socket.ts'
import type { ConnectedPile } from './ports.ts'
import type { OurCall, Protocol } from './protocol.ts'

const CLOSING_MS = 2_000

interface Speaker {
  pile: ConnectedPile
  /** What was agreed in the handshake. */
  protocol: Protocol
}

/** One socket of one pile. */
export class Connection implements InwardSocket, IntakeSocket {
  readonly number: number
  readonly pile: ConnectedPile
  readonly protocol: Protocol
  readonly events: PileEvents
  readonly #socket: PileSocket
  readonly #deps: ConnectionDeps
  readonly #inward: Inward
  readonly #intake: Intake
  #outward: Outward | null = null
  readonly log: FrameLog
  #ending = false
  #gone = false
  /** When a message came last, and whether the last ping was answered. */
  heard_at: number
  alive = true
  /** Of all its pile's sockets, this one's number; null before it is written down. See PileDirectory. */
  epoch: number | null = null
  /** Resolves when its pile's sessions are known, or could not be read. */
  takenIn: Promise<void> = Promise.resolve()
  /** When it went, where that was before a newer one came. */
  went_at: number | null = null
  /** Another node has its pile. */
  movedOut = false
  /** How many reasons there are not to read. */
  #pauses = 0
  #logIsBehind = false
  #unansweredPing: Buffer | null = null
  probing = false

  constructor(number: number, { pile, protocol }: Speaker, socket: PileSocket, deps: ConnectionDeps) {
    this.number = number
    this.pile = pile
    this.protocol = protocol
    this.#socket = socket
    this.#deps = deps
    this.events = new PileEvents(pile, deps, this.flag, (text) => this.log.hidden(text))
    this.#inward = new Inward(this, deps)
    this.heard_at = Date.now()
    const { order, large, budgets } = deps.service
    const budget = budgets.of(pile.id, this.heard_at)
    this.log = new FrameLog(number, pile, budget, deps)
    this.#intake = new Intake(this, { order, large, budget })
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
    this.#deps.book.flag(this.pile, flag, this.log.hidden(detail), Date.now(), about)
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
      this.send(
        errorText(NO_ID, new CallRefused('internal', 'the frame could not be handled'), this.protocol.errorNames),
      )
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
    for (const { data, received_at } of frames) this.log.count('(not handled)', data.length, received_at)
  }

  tooSlow(): void {
    this.flag('broken_socket', 'a large frame came too slowly; the socket was ended')
    this.terminate()
  }

  /** One call at a time; see Outward. */
  call(call: OurCall, options: CallOptions): Promise<CallOutcome> {
    this.#outward ??= new Outward(
      this.protocol,
      (text, id, command, kept) => {
        if (!this.send(text)) return false
        this.log.sent(kept, id, command)
        return true
      },
      this.flag,
    )
    for (const secret of this.protocol.secretsOf(call, options.hides)) this.log.hide(secret)
    const invited = this.protocol.invites?.(call)
    if (invited) this.events.invite(invited)
    return this.#outward.call(call.action, call.payload, options)
  }

  /** Asks in the pile's own protocol; null where that has no words for it. */
  ask(intent: Intent, options: CallOptions): Promise<CallOutcome> | null {
    const call = this.protocol.say(intent, null)
    return call && this.call(call, options)
  }

  /** Sends, as long as the pile is there to take it. */
  send(text: string): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false
    if (say(this.#socket, text)) return true
    this.terminate()
    return false
  }

  answer(text: string, noted: LoggedCall, answer: string): void {
    const sent = this.send(answer)
    this.log.note(text, noted, sent ? answer : null)
  }

  note(text: string, noted: LoggedCall): void {
    this.log.note(text, noted, null)
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

  /** Whether a socket of this epoch came later. One that is not written down yet is the newest. */
  isOlderThan(epoch: number): boolean {
    return this.epoch !== null && this.epoch < epoch
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
      case 'result_error':
        this.flag('answer_refused', `${frame.id}: ${frame.code} ${frame.description}`)
        return this.note(text, { received_at, id: frame.id, command: null })
      case 'send':
        // No stream is ever opened (see v21/unserved.ts), and nothing else is sent so.
        this.flag('ignored_frame', `${frame.action}, to which no answer belongs`)
        return this.note(text, { received_at, id: frame.id, command: frame.action })
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
    if (command !== null) return this.log.note(text, noted, null, true)
    this.flag('answer_without_call', frame.id)
    this.#deps.answeredLate(this.pile, frame.id, (action) => readAnswer(this.protocol, action, frame, this.flag))
    this.note(text, noted)
  }

  #refuse({ id, action, refusal }: Broken, text: string, received_at: number): void {
    this.flag('broken_frame', refusal.description)
    this.#answerRefused(text, { received_at, id: id === NO_ID ? null : id, command: action }, refusal)
  }

  #refuseBinary(data: Buffer, received_at: number): void {
    const said = `${data.length} bytes`
    this.flag('binary_frame', said)
    const refusal = new CallRefused('frame', 'a frame is text, not binary')
    this.#answerRefused(`(${said})`, { received_at, id: null, command: null }, refusal)
  }

  #answerRefused(text: string, noted: LoggedCall, refusal: CallRefused): void {
    this.#deps.counters.refused++
    this.answer(text, noted, errorText(noted.id ?? NO_ID, refusal, this.protocol.errorNames))
  }
}
