import { owned } from '../kit/process-state.ts'
import { type Allowance, TokenBucket } from './token-bucket.ts'

/** What every pile may do; see `limitsOf`. */
export interface PileLimits {
  messages: Allowance
  bytes: Allowance
  keptFrames: Allowance
  keptBytes: Allowance
  connects: Allowance
  /** Messages of all piles together that went beyond their own limit. */
  together: Allowance
}

const BURST_SECONDS = 60
/** A report with signed meter values is about so large; most have a tenth of it. */
const BYTES_A_MESSAGE = 10_240
const CONNECTS = { perSecond: 0.2, burst: 20 }
const LOG_BYTES_A_MESSAGE = 2_048

/**
 * The limits that follow from how many messages a second a pile may send for long (PILE_MESSAGES, 50). Ten guns that report
 * every second send 11 of about 2 KB, so a healthy pile is a factor of four away from them; a pile that brings what it
 * kept while it was away waits for each answer and has a minute's messages free. The log keeps 20 of 50 a second for long:
 * what comes between is handled and counted. `largestFrame` in bytes: two of them fit into the burst.
 */
export function limitsOf(perSecond: number, largestFrame: number): PileLimits {
  const kept = Math.max(1, perSecond * 0.4)
  return {
    messages: { perSecond, burst: perSecond * BURST_SECONDS },
    bytes: {
      perSecond: perSecond * BYTES_A_MESSAGE,
      burst: Math.max(2 * largestFrame, perSecond * BYTES_A_MESSAGE * 10),
    },
    keptFrames: { perSecond: kept, burst: kept * 5 * BURST_SECONDS },
    keptBytes: { perSecond: kept * LOG_BYTES_A_MESSAGE, burst: kept * LOG_BYTES_A_MESSAGE * 5 * BURST_SECONDS },
    connects: CONNECTS,
    together: { perSecond: 4 * perSecond, burst: perSecond },
  }
}

/** What is left to one pile. */
export class PileBudget {
  readonly #messages: TokenBucket
  readonly #bytes: TokenBucket
  readonly #keptFrames: TokenBucket
  readonly #keptBytes: TokenBucket
  readonly #connects: TokenBucket

  constructor(limits: PileLimits, now: number) {
    this.#messages = new TokenBucket(limits.messages, now)
    this.#bytes = new TokenBucket(limits.bytes, now)
    this.#keptFrames = new TokenBucket(limits.keptFrames, now)
    this.#keptBytes = new TokenBucket(limits.keptBytes, now)
    this.#connects = new TokenBucket(limits.connects, now)
  }

  /** A message, a ping or a pong. */
  takeMessage(now: number): void {
    this.#messages.take(1, now)
  }

  /** Bytes as they came over the wire: fragments and control frames among them. */
  takeBytes(bytes: number, now: number): void {
    this.#bytes.take(bytes, now)
  }

  isSpent(now: number): boolean {
    return !this.#messages.has(now) || !this.#bytes.has(now)
  }

  /** Whether a frame of so many bytes is kept in the log, which uses up what may be. */
  keeps(bytes: number, now: number): boolean {
    if (!this.#keptFrames.has(now) || !this.#keptBytes.has(now)) return false
    this.#keptFrames.take(1, now)
    this.#keptBytes.take(bytes, now)
    return true
  }

  /** Whether it may open one more socket, which uses up one. */
  connects(now: number): boolean {
    if (!this.#connects.has(now)) return false
    this.#connects.take(1, now)
    return true
  }

  isUntouched(now: number): boolean {
    const all = [this.#messages, this.#bytes, this.#keptFrames, this.#keptBytes, this.#connects]
    return all.every((bucket) => bucket.isFull(now))
  }
}

/**
 * The budgets of piles. They outlive sockets: who connects again finds what is left. Each process counts for itself: a pile
 * has one socket, so with several nodes it gains at most one burst for each node that it moves to.
 */
export class PileBudgets {
  readonly limits: PileLimits
  readonly #budgets = new Map<number, PileBudget>()
  readonly state = owned('budgets', () => this.#budgets.size)

  constructor(limits: PileLimits) {
    this.limits = limits
  }

  of(pile_id: number, now: number): PileBudget {
    let budget = this.#budgets.get(pile_id)
    if (!budget) {
      budget = new PileBudget(this.limits, now)
      this.#budgets.set(pile_id, budget)
    }
    return budget
  }

  /** Forgets budgets that are as good as new, of piles that have no socket. */
  tidy(now: number, connected: (pile_id: number) => boolean): void {
    for (const [pile_id, budget] of this.#budgets)
      if (!connected(pile_id) && budget.isUntouched(now)) this.#budgets.delete(pile_id)
  }
}
