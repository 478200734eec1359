import { owned } from '../kit/process-state.ts'
/** From so many bytes on a frame is large: it takes a place while it arrives and is handled. */
export const LARGE_BYTES = 65_536

const GRACE_MS = 30_000
/** What a large frame has to arrive with at least behind the grace: a poor mobile line has eight times as much. */
const BYTES_A_SECOND = 16_384
const LOOK_EVERY_MS = 1_000
/** So much longer than a large frame took, none is taken apart: a quarter of this process's time at most is theirs. */
const REST = 3

/** A socket that brings a large frame. */
export interface FrameReceiver {
  /** It may read on. */
  admitted(): void
  /** Its large frame may be handled. */
  mayHandle(): void
  tooSlow(): void
  /** Of the frame that arrives: bytes so far and since when; null when it is complete. */
  arriving(): { bytes: number; since: number } | null
}

/**
 * How much all piles together hold in large frames: so many places of the largest frame's size. Who finds none is not
 * read until one is free, in the order of asking; small frames of others go on. One large frame is handled at a
 * time, for taken apart it needs ten times its bytes; then small ones have their time. Who holds a place and hardly sends is cut off. Owned by this process.
 */
export class LargeFrames {
  readonly #places: number
  readonly #holders = new Set<FrameReceiver>()
  readonly #waiting = new Set<FrameReceiver>()
  readonly #complete = new Set<FrameReceiver>()
  readonly state = owned('large_frames', () => this.#holders.size + this.#waiting.size)
  #handled: FrameReceiver | null = null
  #timer: NodeJS.Timeout | undefined
  /** Until when none is handled, by the monotonic clock. */
  #restsUntil = 0
  #rest: NodeJS.Timeout | undefined

  constructor(places: number) {
    this.#places = places
  }

  get waiting(): number {
    return this.#waiting.size
  }

  get held(): number {
    return this.#holders.size
  }

  /** Whether it may read on now; if not it is told when. */
  admits(bringer: FrameReceiver): boolean {
    if (this.#holders.has(bringer)) return true
    if (this.#holders.size >= this.#places) {
      this.#waiting.add(bringer)
      return false
    }
    this.#hold(bringer)
    return true
  }

  /** Whether its frame may be handled now; if not it is told when. */
  handles(bringer: FrameReceiver): boolean {
    if (this.#handled === bringer) return true
    if (this.#handled || this.#isResting()) {
      this.#complete.add(bringer)
      return false
    }
    this.#complete.delete(bringer)
    this.#handled = bringer
    return true
  }

  /** The loop stood still for so many milliseconds while one was taken apart. */
  worked(ms: number): void {
    this.#restsUntil = performance.now() + ms * REST
  }

  /** Its frame is handled, or it is gone. */
  done(bringer: FrameReceiver): void {
    this.#holders.delete(bringer)
    this.#waiting.delete(bringer)
    this.#complete.delete(bringer)
    if (this.#handled === bringer) this.#handleNext()
    this.#admitNext()
    if (this.#holders.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #hold(bringer: FrameReceiver): void {
    this.#holders.add(bringer)
    this.#timer ??= setInterval(() => this.#look(Date.now()), LOOK_EVERY_MS).unref()
  }

  #admitNext(): void {
    for (const bringer of this.#waiting) {
      if (this.#holders.size >= this.#places) return
      this.#waiting.delete(bringer)
      this.#hold(bringer)
      bringer.admitted()
    }
  }

  #handleNext(): void {
    this.#handled = null
    const [next] = this.#complete
    if (!next || this.#isResting()) return
    this.#complete.delete(next)
    this.#handled = next
    next.mayHandle()
  }

  /** While it rests, the next to come is told at its end. */
  #isResting(): boolean {
    const left = this.#restsUntil - performance.now()
    if (left <= 0) return false
    this.#rest ??= setTimeout(() => {
      this.#rest = undefined
      if (!this.#handled) this.#handleNext()
    }, left).unref()
    return true
  }

  #look(now: number): void {
    for (const bringer of [...this.#holders]) {
      const frame = bringer.arriving()
      if (frame && now - frame.since > GRACE_MS + (frame.bytes / BYTES_A_SECOND) * 1000) bringer.tooSlow()
    }
  }
}
