import { EARLIEST } from '../../shared/domain/meter-checks.ts'

interface Report {
  /** By the pile's clock. */
  at: number
  received_at: number
}

// What comes within this of its own time comes as it happens.
const JITTER_MS = 1_000
// A clock that was ahead and is set right may be this far from ours, with its network.
const SET_RIGHT_MS = 60_000
const WINDOW_MS = 10 * 60_000
const SET_BACK_AFTER_MS = 60_000

/**
 * Which of a connector's reports is the newest: by the pile's own clock, whatever the order in which they arrive. A pile that
 * was away sends what it kept after what is so now. A clock that was set back makes new reports look old as well. They are told
 * apart by how late they come: what was kept is late by more or less, in no step with our clock; after a clock was set back
 * everything is late by the same, and counts again once that has held for a minute. A boot begins anew, and a clock that
 * nobody can believe is not asked: then what arrives last counts. Of one socket; derived from the rows when it opens.
 */
export class ReportOrder {
  readonly #known: Map<number, number>
  /** How far the pile's clock is ahead of ours: the most of this stretch of time, and of the one before. */
  #fastest: number
  #before: number
  #since = 0
  /** Reports that are late by the same, and since when they have been. */
  #late: { skew: number; since: number } | null = null

  /** `known`: when each connector's state began, by the pile's clock; `skew_ms`: how far that is ahead, as known. */
  constructor(known: Map<number, number>, skew_ms: number) {
    this.#known = known
    this.#fastest = skew_ms
    this.#before = skew_ms
  }

  booted(): void {
    this.#known.clear()
  }

  /** Any report with a time of its own. */
  heard({ at, received_at }: Report): void {
    if (at < EARLIEST) return
    const skew = at - received_at
    if (skew < this.#skew - JITTER_MS) this.#noteLate(skew, received_at)
    else this.#noteLive(skew, received_at)
  }

  #noteLive(skew: number, received_at: number): void {
    this.#late = null
    if (received_at - this.#since > WINDOW_MS) {
      this.#before = this.#since === 0 ? skew : this.#fastest
      this.#fastest = skew
      this.#since = received_at
    }
    this.#fastest = Math.max(this.#fastest, skew)
  }

  /** Takes a connector's report: false when it is older than the one that is known. */
  take(connector_number: number, report: Report): boolean {
    const known_at = this.#known.get(connector_number)
    if (known_at !== undefined && this.#isOlder(known_at, report)) return false
    this.#known.set(connector_number, report.at)
    return true
  }

  #isOlder(known_at: number, { at, received_at }: Report): boolean {
    if (at >= known_at || at < EARLIEST) return false
    const late = received_at - at
    if (Math.abs(late) < (known_at > received_at + JITTER_MS ? SET_RIGHT_MS : JITTER_MS)) return false
    return late + this.#skew >= JITTER_MS
  }

  get #skew(): number {
    return Math.max(this.#fastest, this.#before)
  }

  #noteLate(skew: number, received_at: number): void {
    if (!this.#late || Math.abs(skew - this.#late.skew) > JITTER_MS) {
      this.#late = { skew, since: received_at }
      return
    }
    if (received_at - this.#late.since < SET_BACK_AFTER_MS) return
    this.#fastest = skew
    this.#before = skew
    this.#since = received_at
    this.#late = null
  }
}
