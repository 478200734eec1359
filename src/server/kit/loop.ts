/** What many call for at once is done together, this late at the most. */
const GATHER_MS = 25

/** Work that is done step by step until nothing is left, begun by anyone who knows that there is some. */
export class Loop {
  readonly #step: () => Promise<boolean>
  #work: Promise<void> | null = null
  #again = false
  #stopping = false
  #gathering: NodeJS.Timeout | undefined

  /** `step` does a part of the work; false when there was none. */
  constructor(step: () => Promise<boolean>) {
    this.#step = step
  }

  /** Begins, or looks once more when it is at work already. Resolves when nothing is left; rejects when a step failed, which the next call tries again. */
  wake(): Promise<void> {
    if (this.#stopping) return Promise.resolve()
    this.#again = true
    this.#work ??= this.#untilDone().finally(() => {
      this.#work = null
    })
    return this.#work
  }

  /** Begins a moment later, once for all that call until then. What fails is tried again by the next call. */
  soon(): void {
    if (this.#stopping) return
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      void this.wake().catch(() => {})
    }, GATHER_MS).unref()
  }

  /** What is under way is finished or rolled back; the next start goes on from there. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#gathering)
    await this.#work?.catch(() => {})
  }

  async #untilDone(): Promise<void> {
    while (this.#again && !this.#stopping) {
      this.#again = false
      while (!this.#stopping && (await this.#step()));
    }
  }
}
