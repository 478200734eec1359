/** One that was tried is left alone for so long, unless it is added by itself. */
const PATIENCE_MS = 3_600_000

interface Work {
  /** So many at the same time. */
  most: number
  run(id: number): Promise<unknown>
  failed(error: unknown, id: number): void
}

/** Work at one record after the other, a few at a time; one that waits already is not taken twice. */
export class Paced {
  readonly #work: Work
  readonly #waiting = new Set<number>()
  /** When each was begun. */
  readonly #tried = new Map<number, number>()
  #busy = 0

  constructor(work: Work) {
    this.#work = work
  }

  /** Those that wait or were tried lately. */
  get size(): number {
    return this.#waiting.size + this.#tried.size
  }

  add(ids: Iterable<number>): void {
    for (const id of ids) this.#waiting.add(id)
    this.#next()
  }

  /** Takes those that are due, of the ones that were not tried lately. */
  async addDue(
    ids: readonly number[],
    due: (ids: number[]) => Promise<{ rows: readonly { id: number }[] }>,
  ): Promise<void> {
    for (const [id, at] of this.#tried) if (Date.now() - at > PATIENCE_MS) this.#tried.delete(id)
    const untried = ids.filter((id) => !this.#tried.has(id))
    if (untried.length === 0) return
    const { rows } = await due(untried)
    this.add(rows.map(({ id }) => id))
  }

  /** It is tried again as soon as it is due. */
  forget(id: number): void {
    this.#tried.delete(id)
  }

  #next(): void {
    for (const id of this.#waiting) {
      if (this.#busy >= this.#work.most) return
      this.#waiting.delete(id)
      this.#tried.set(id, Date.now())
      this.#busy++
      void this.#work
        .run(id)
        .catch((error: unknown) => this.#work.failed(error, id))
        .finally(() => {
          this.#busy--
          this.#next()
        })
    }
  }
}
