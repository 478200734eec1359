const MINUTE_MS = 60_000

/** Counts calls by whoever makes them: a bucket that holds a minute's calls and fills up evenly. */
export class Rates {
  readonly #buckets = new Map<number, { left: number; at: number }>()

  /** Takes one call; gives the seconds to wait when there is none left, else 0. */
  wait(who: number, perMinute: number, now = Date.now()): number {
    const { left, at } = this.#buckets.get(who) ?? { left: perMinute, at: now }
    const filled = Math.min(perMinute, left + ((now - at) * perMinute) / MINUTE_MS)
    const isFree = filled >= 1
    this.#buckets.set(who, { left: isFree ? filled - 1 : filled, at: now })
    return isFree ? 0 : Math.ceil(((1 - filled) * MINUTE_MS) / perMinute / 1000)
  }
}
