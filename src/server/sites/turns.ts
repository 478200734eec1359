/**
 * Work that is dear and the same for all who ask: one at a time, and anyone who asks meanwhile waits for the next one, which
 * begins after they asked. So nobody is told what was true before.
 */
export class Turns<T> {
  readonly #work: () => Promise<T>
  #running: Promise<unknown> | null = null
  #next: Promise<T> | null = null

  constructor(work: () => Promise<T>) {
    this.#work = work
  }

  ask(): Promise<T> {
    if (!this.#running) return this.#begin()
    this.#next ??= this.#running.then(() => {
      this.#next = null
      return this.#begin()
    })
    return this.#next
  }

  #begin(): Promise<T> {
    const run = this.#work()
    const done = () => {
      if (this.#running === settled) this.#running = null
    }
    const settled: Promise<unknown> = run.then(done, done)
    this.#running = settled
    return run
  }
}
