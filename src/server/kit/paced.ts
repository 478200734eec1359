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
  #busy = 0

  constructor(work: Work) {
    this.#work = work
  }

  get waiting(): number {
    return this.#waiting.size
  }

  add(ids: Iterable<number>): void {
    for (const id of ids) this.#waiting.add(id)
    this.#next()
  }

  #next(): void {
    for (const id of this.#waiting) {
      if (this.#busy >= this.#work.most) return
      this.#waiting.delete(id)
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
