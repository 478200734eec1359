import { isDataRefused } from './group-commit.ts'

/** A commit counts as the latest for so long after its end. */
const FRESH_MS = 1_000

/** How long what is written of piles takes to be in the database now: reports, what is kept of each pile, whose it is. */
export class CommitTimes {
  /** When each of those under way began, the oldest first. */
  readonly #underWay = new Map<number, number>()
  readonly #clock: () => number
  #next = 0
  /** The longest of those that ended lately. */
  #ended = { ms: 0, at: Number.NEGATIVE_INFINITY }

  constructor(clock = () => performance.now()) {
    this.#clock = clock
  }

  async timed<T>(write: () => Promise<T>): Promise<T> {
    const number = this.#next++
    const began = this.#clock()
    this.#underWay.set(number, began)
    try {
      const written = await write()
      this.#note(this.#clock() - began)
      return written
    } catch (error) {
      // Whatever a database that is away takes is too long; what it refuses of one pile says nothing of it.
      this.#note(isDataRefused(error) ? this.#clock() - began : Number.POSITIVE_INFINITY)
      throw error
    } finally {
      this.#underWay.delete(number)
    }
  }

  /** Of those under way and those that ended within the last second, in milliseconds. 0: nothing was written. */
  get longest(): number {
    const now = this.#clock()
    const [oldest = now] = this.#underWay.values()
    const ended = now - this.#ended.at < FRESH_MS ? this.#ended.ms : 0
    return Math.max(now - oldest, ended)
  }

  #note(ms: number): void {
    const now = this.#clock()
    if (ms >= this.#ended.ms || now - this.#ended.at >= FRESH_MS) this.#ended = { ms, at: now }
  }
}
