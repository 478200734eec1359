/** So many a second for long, and up to `burst` at once. */
export interface Allowance {
  perSecond: number
  burst: number
}

/** Longer than this nobody waits for what went beyond the allowance in one piece. */
const MOST_DEBT_SECONDS = 10

/** A token bucket that may run into debt: what has come cannot be sent back, only what comes next can wait. Instants in ms. */
export class TokenBucket {
  readonly #allowance: Allowance
  #tokens: number
  #at: number

  constructor(allowance: Allowance, now: number) {
    this.#allowance = allowance
    this.#tokens = allowance.burst
    this.#at = now
  }

  take(count: number, now: number): void {
    const { perSecond } = this.#allowance
    this.#fill(now)
    this.#tokens = Math.max(this.#tokens - count, -MOST_DEBT_SECONDS * perSecond)
  }

  /** Whether there is anything left. */
  has(now: number): boolean {
    this.#fill(now)
    return this.#tokens >= 1
  }

  /** As if it had never been used. */
  isFull(now: number): boolean {
    this.#fill(now)
    return this.#tokens >= this.#allowance.burst
  }

  #fill(now: number): void {
    const { perSecond, burst } = this.#allowance
    // A clock that was set back fills nothing and takes nothing.
    this.#tokens = Math.min(burst, this.#tokens + (Math.max(0, now - this.#at) / 1000) * perSecond)
    this.#at = now
  }
}
