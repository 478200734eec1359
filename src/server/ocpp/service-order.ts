import { type Allowance, TokenBucket } from './token-bucket.ts'

/** A pile's frames that wait to be handled. */
export interface Waiting {
  /** Handles one frame; tells whether another one may be handled now. */
  serve(): boolean
  /** Its own budget has something left again. */
  mayGoOn(now: number): boolean
  /** It is no longer held back: anyone who stopped reading reads on. */
  goOn(): void
}

/** Others are heard in between: what one round may take of the loop. */
const ROUND_MS = 8
const TURN_MS = 20

/**
 * The order in which piles are served: one frame of each in turn. Those that went beyond their limits wait for their budgets
 * and share what is left to all of them together, in turn as well.
 */
export class ServiceOrder {
  readonly #together: TokenBucket
  #ready = new Set<Waiting>()
  readonly #paced = new Set<Waiting>()
  #timer: NodeJS.Timeout | undefined
  #woken = false

  constructor(together: Allowance) {
    this.#together = new TokenBucket(together, Date.now())
  }

  /** It has a frame to handle. */
  add(waiting: Waiting): void {
    if (this.#paced.has(waiting)) return
    this.#ready.add(waiting)
    this.#wake()
  }

  /** It has spent its budget. */
  pace(waiting: Waiting): void {
    this.#ready.delete(waiting)
    this.#paced.add(waiting)
    this.#timer ??= setInterval(() => this.#turn(Date.now()), TURN_MS)
  }

  isPaced(waiting: Waiting): boolean {
    return this.#paced.has(waiting)
  }

  remove(waiting: Waiting): void {
    this.#ready.delete(waiting)
    this.#paced.delete(waiting)
    this.#rest()
  }

  /** Piles whose frames wait for their turn. */
  get waiting(): number {
    return this.#ready.size
  }

  get paced(): number {
    return this.#paced.size
  }

  #wake(): void {
    if (this.#woken) return
    this.#woken = true
    setImmediate(() => this.#round())
  }

  #round(): void {
    this.#woken = false
    const until = performance.now() + ROUND_MS
    const round = this.#ready
    this.#ready = new Set()
    for (const waiting of round) {
      round.delete(waiting)
      if (waiting.serve() && !this.#paced.has(waiting)) this.#ready.add(waiting)
      if (performance.now() > until) break
    }
    // Whose turn did not come is served before those who had theirs.
    if (round.size > 0) this.#ready = new Set([...round, ...this.#ready])
    if (this.#ready.size > 0) this.#wake()
  }

  #turn(now: number): void {
    for (const waiting of [...this.#paced]) {
      if (!this.#together.has(now)) return
      if (!waiting.mayGoOn(now)) continue
      this.#together.take(1, now)
      this.#paced.delete(waiting)
      waiting.goOn()
    }
    this.#rest()
  }

  #rest(): void {
    if (this.#paced.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
