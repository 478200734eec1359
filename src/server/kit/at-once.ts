/** Lets only so many do their work at a time; the others wait in the order in which they came. */
export class AtOnce {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #atWork = 0

  constructor(most: number) {
    this.#most = most
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.enter()
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  /** For work that ends elsewhere than it begins: one `leave` for each `enter`. */
  async enter(): Promise<void> {
    if (this.#atWork < this.#most) this.#atWork++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#atWork--
  }
}
