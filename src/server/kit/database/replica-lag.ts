/** Of what the standby lacks: minutes more than anyone accepts. */
const MOST_SAMPLES = 900

/** The primary's log had come this far then; by a clock that nobody sets, in milliseconds. */
interface Sample {
  at: number
  written: number
}

/**
 * How far behind its primary a standby is, by what both say of the log: the clocks of their machines have no part in it. It is never less than
 * what is so.
 */
export class ReplicaLag {
  #samples: Sample[] = []
  #replayed = -1
  #newest = 0

  /** Asked at that time, the primary had written so much. */
  wrote(written: number, at: number): void {
    // A log that ends before it did is that of another primary, which was a standby without some of it.
    const isOther = written < (this.#samples.at(-1)?.written ?? 0)
    if (isOther) this.#samples = []
    this.#newest = isOther ? written : Math.max(this.#newest, written)
    this.#samples.push({ written, at })
    this.#forget()
  }

  /** The primary's log has come this far, as someone said who wrote it. */
  heard(written: number): void {
    this.#newest = Math.max(this.#newest, written)
  }

  /** The standby shows what was written up to there. */
  shows(replayed: number): void {
    this.#replayed = replayed
    this.#forget()
  }

  /** Nothing is known of the standby any more. */
  lost(): void {
    this.#replayed = -1
  }

  get replayed(): number {
    return this.#replayed
  }

  /** As far as anyone here knows. */
  get newest(): number {
    return this.#newest
  }

  /** Milliseconds; infinite where it shows less than is remembered. */
  at(now: number): number {
    const shown = this.#samples.findLast(({ written }) => written <= this.#replayed)
    return shown ? now - shown.at : Number.POSITIVE_INFINITY
  }

  /** Since when it lacks something, for people: nothing as long as it has what the primary had when it was asked last. */
  told(now: number): number {
    const isWhole = (this.#samples.at(-1)?.written ?? Number.POSITIVE_INFINITY) <= this.#replayed
    return isWhole ? 0 : this.at(now)
  }

  /** Of what the standby shows only the newest counts. */
  #forget(): void {
    const newest = this.#samples.findLastIndex(({ written }) => written <= this.#replayed)
    this.#samples = this.#samples.slice(Math.max(0, newest)).slice(-MOST_SAMPLES)
  }
}
