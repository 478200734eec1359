import { owned } from '../kit/process-state.ts'

/** As many find room in memory while they wait for the database; with quick commits they are in within seconds. */
const MOST = 5_000
/** So many are let in at once however slow it is: a quiet site's piles never wait. */
const LEAST = 10
/** A commit above that is slow: piles wait 30 s for an answer, and most give up on a handshake sooner. */
const SLOW_MS = 1_000
const STEP_MS = 250
const SECOND_MS = 1_000
const SECONDS_COUNTED = 60
const RETRY = { least: 2, most: 120 }

interface Given {
  /** How long commits take now, in milliseconds. */
  commitMs: () => number
  clock?: () => number
  random?: () => number
}

/**
 * How many piles may come in: at most so many are on their way in, and at most so many a second begin to be. The bound is halved four times a
 * second while commits are slow, and grows by a tenth each time they are quick. Only piles that connect come here: those that are connected
 * already are served as ever, and it is for them that others are put off.
 */
export class Admission {
  readonly #commitMs: () => number
  readonly #clock: () => number
  readonly #random: () => number
  readonly state = owned('piles_coming_in', () => this.waiting)
  #bound = MOST
  readonly #onTheirWay = new Counts()
  #second = { at: Number.NEGATIVE_INFINITY, begun: new Counts() }
  /** Of each of the last seconds, by its number modulo as many. */
  readonly #putOff = Array.from({ length: SECONDS_COUNTED }, () => ({ second: -1, count: 0 }))
  #timer: NodeJS.Timeout | undefined
  /** Only grows. */
  total = 0

  constructor({ commitMs, clock = () => performance.now(), random = Math.random }: Given) {
    this.#commitMs = commitMs
    this.#clock = clock
    this.#random = random
  }

  start(): void {
    this.#timer = setInterval(() => this.step(), STEP_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Judges anew how many may come in; called four times a second. */
  step(): void {
    const isSlow = this.#commitMs() > SLOW_MS
    const next = isSlow ? this.#bound / 2 : this.#bound * 1.1 + 1
    this.#bound = Math.min(MOST, Math.max(LEAST, Math.floor(next)))
  }

  /**
   * Whether a pile of this network may come in now; `left` is to be called when it is in, or was refused for another reason. Who it is nobody
   * knows yet: one network has half of the places at most, so that a stranger leaves the other half.
   */
  enters(network: string): boolean {
    const now = this.#clock()
    if (now - this.#second.at >= SECOND_MS) this.#second = { at: now, begun: new Counts() }
    const isFull = (counts: Counts) => counts.all >= this.#bound || counts.of(network) >= this.#bound / 2
    if (isFull(this.#onTheirWay) || isFull(this.#second.begun)) {
      this.#note(now)
      return false
    }
    this.#onTheirWay.add(network, 1)
    this.#second.begun.add(network, 1)
    return true
  }

  left(network: string): void {
    this.#onTheirWay.add(network, -1)
  }

  /** Piles that are on their way in. */
  get waiting(): number {
    return this.#onTheirWay.all
  }

  /** How many were put off in the last minute. */
  get putOff(): number {
    const second = Math.floor(this.#clock() / SECOND_MS)
    return this.#putOff.reduce((sum, each) => sum + (second - each.second < SECONDS_COUNTED ? each.count : 0), 0)
  }

  /** Seconds after which one that was put off may come again: over as long as it takes to let in all of them, each at a time of its own. */
  retryAfter(): number {
    const spread = Math.min(RETRY.most, Math.max(RETRY.least, this.putOff / this.#bound))
    return 1 + Math.floor(this.#random() * spread)
  }

  #note(now: number): void {
    this.total++
    const second = Math.floor(now / SECOND_MS)
    const kept = this.#putOff[second % SECONDS_COUNTED]
    if (!kept) return
    if (kept.second !== second) Object.assign(kept, { second, count: 0 })
    kept.count++
  }
}

/** How many there are, in all and of each network. */
class Counts {
  readonly #of = new Map<string, number>()
  all = 0

  of(network: string): number {
    return this.#of.get(network) ?? 0
  }

  add(network: string, count: number): void {
    const now = this.of(network) + count
    this.all += count
    if (now) this.#of.set(network, now)
    else this.#of.delete(network)
  }
}
