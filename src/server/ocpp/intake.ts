import { type FrameReceiver, LARGE_BYTES, type LargeFrames } from './large-frames.ts'
import type { PileBudget } from './pile-budgets.ts'
import type { ServiceOrder, Waiting } from './service-order.ts'

/** A frame as it came. */
export interface Arrived {
  data: Buffer
  isBinary: boolean
  received_at: number
}

/** The socket whose frames these are. */
export interface IntakeSocket {
  pause(): void
  resume(): void
  handle(frame: Arrived): void
  /** No more calls can be taken in at present; `roomMade` says when. */
  readonly isFull: boolean
  /** No call is under way or waits. */
  readonly isIdle: boolean
  /** It sent more than its limit allows. */
  paced(): void
  /** Frames that came before the socket closed and that nobody will handle. */
  dropped(frames: readonly Arrived[]): void
  tooSlow(): void
}

interface Deps {
  order: ServiceOrder
  large: LargeFrames
  budget: PileBudget
}

/** Above it the socket is not read. What was read with the last chunk, at most 64 KiB, may still be added. */
const MOST_HELD = 32
/** Header and mask of a control frame (RFC 6455, 5.2). */
const CONTROL_HEADER = 6

/**
 * The frames of one socket between the network and their handling. They are handled in their order, in turn with other
 * piles' and within the pile's budget; meanwhile the socket is not read, so that the pile's own network slows it down.
 */
export class Intake implements Waiting, FrameReceiver {
  readonly #socket: IntakeSocket
  readonly #deps: Deps
  readonly #frames: Arrived[] = []
  /** Why the socket is not read. */
  readonly #paused = new Set<'budget' | 'queue' | 'place'>()
  #partial = 0
  #partialSince = 0
  #largeOnes = 0
  #handlingLarge = false
  #gone = false
  #onEmpty: (() => void)[] = []

  constructor(socket: IntakeSocket, deps: Deps) {
    this.#socket = socket
    this.#deps = deps
  }

  /** Bytes came over the wire; whether they make a frame shows later. */
  metered(bytes: number): void {
    const now = Date.now()
    this.#deps.budget.takeBytes(bytes, now)
    if (this.#partial === 0) this.#partialSince = now
    this.#partial += bytes
    if (this.#partial > LARGE_BYTES && !this.#deps.large.admits(this)) this.#pause('place')
    this.#check(now)
  }

  /** A ping or a pong came. Tells whether it is within the budget. */
  control(bytes: number): boolean {
    const now = Date.now()
    this.#partial = Math.max(0, this.#partial - bytes - CONTROL_HEADER)
    this.#deps.budget.takeMessage(now)
    return this.#check(now)
  }

  arrived(frame: Arrived): void {
    this.#partial = 0
    this.#frames.push(frame)
    if (isLarge(frame)) this.#largeOnes++
    else if (!this.#holdsLarge) this.#deps.large.done(this)
    if (this.#frames.length > MOST_HELD) this.#pause('queue')
    this.#deps.order.add(this)
  }

  serve(): boolean {
    const { budget, large } = this.#deps
    const [frame] = this.#frames
    if (!frame || this.#socket.isFull) return false
    const now = Date.now()
    if (!this.#check(now)) return false
    if (isLarge(frame) && !large.handles(this)) return false
    this.#frames.shift()
    this.#tellEmpty()
    budget.takeMessage(now)
    if (this.#frames.length <= MOST_HELD / 2) this.#resume('queue')
    if (isLarge(frame)) {
      this.#largeOnes--
      this.#handlingLarge = true
    }
    const began = performance.now()
    this.#socket.handle(frame)
    if (isLarge(frame)) large.worked(performance.now() - began)
    this.#endLarge()
    return this.#frames.length > 0
  }

  /** A call was answered. */
  roomMade(): void {
    this.#endLarge()
    if (this.#frames.length > 0) this.#deps.order.add(this)
  }

  mayGoOn(now: number): boolean {
    return !this.#deps.budget.isSpent(now)
  }

  goOn(): void {
    this.#resume('budget')
    if (this.#frames.length > 0) this.#deps.order.add(this)
  }

  admitted(): void {
    this.#resume('place')
  }

  mayHandle(): void {
    if (this.#frames.length > 0) this.#deps.order.add(this)
    else this.#deps.large.done(this)
  }

  tooSlow(): void {
    this.#socket.tooSlow()
  }

  arriving(): { bytes: number; since: number } | null {
    return this.#partial > 0 ? { bytes: this.#partial, since: this.#partialSince } : null
  }

  /** The socket is gone: what came before is handled as far as the budget goes. The pile sends the rest again. */
  gone(): void {
    this.#gone = true
    this.#partial = 0
    if (!this.#holdsLarge) this.#deps.large.done(this)
    if (this.#deps.order.isPaced(this)) this.drop()
  }

  /** Resolves when no frame waits. */
  emptied(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEmpty.push(resolve)
      this.#tellEmpty()
    })
  }

  // The frame that is handled now has reached its handler before anyone who waits goes on.
  #tellEmpty(): void {
    if (this.#frames.length === 0) for (const resolve of this.#onEmpty.splice(0)) resolve()
  }

  get #holdsLarge(): boolean {
    return this.#handlingLarge || this.#largeOnes > 0
  }

  /** Whether the budget allows more; else the socket waits. */
  #check(now: number): boolean {
    const { budget, order } = this.#deps
    if (order.isPaced(this)) return false
    if (!budget.isSpent(now)) return true
    this.#pause('budget')
    if (this.#gone) {
      this.drop()
      return false
    }
    order.pace(this)
    this.#socket.paced()
    return false
  }

  /** What waits is not handled. */
  drop(): void {
    this.#deps.order.remove(this)
    if (this.#frames.length > 0) this.#socket.dropped(this.#frames.splice(0))
    this.#tellEmpty()
    this.#largeOnes = 0
    if (!this.#handlingLarge) this.#deps.large.done(this)
  }

  #endLarge(): void {
    if (!this.#handlingLarge || !this.#socket.isIdle) return
    this.#handlingLarge = false
    this.#deps.large.done(this)
    // Another one that came behind it takes its turn anew.
    if (!this.#gone && this.#largeOnes > 0) this.#deps.large.admits(this)
  }

  #pause(why: 'budget' | 'queue' | 'place'): void {
    if (this.#paused.size === 0) this.#socket.pause()
    this.#paused.add(why)
  }

  #resume(why: 'budget' | 'queue' | 'place'): void {
    if (this.#paused.delete(why) && this.#paused.size === 0 && !this.#gone) this.#socket.resume()
  }
}

const isLarge = ({ data }: Arrived): boolean => data.length > LARGE_BYTES
