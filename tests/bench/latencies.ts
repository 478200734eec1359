const BUCKET_MS = 0.1
const BUCKETS = 100_000

/** Waits counted in buckets of 0.1 ms up to 10 s, so that counting a million costs nothing that is measured. */
export class Latencies {
  count = 0
  max_ms = 0
  #buckets = new Uint32Array(BUCKETS)

  add(ms: number) {
    const bucket = Math.min(BUCKETS - 1, Math.floor(ms / BUCKET_MS))
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1
    this.count++
    if (ms > this.max_ms) this.max_ms = ms
  }

  /** The wait that this share (0 to 1) of all stayed under, ms. */
  percentile(share: number): number {
    let left = Math.ceil(this.count * share)
    const bucket = this.#buckets.findIndex((count) => {
      left -= count
      return left <= 0
    })
    return Math.round((bucket + 1) * BUCKET_MS * 10) / 10
  }
}
