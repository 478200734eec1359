interface Kept<T> {
  value: Promise<T>
  made_at: number
  renewing: boolean
}

interface Keeping {
  /** How long after their time values are given out while newer ones are made. */
  staleForMs?: number
  now?: () => number
}

/**
 * What is dear to work out or asked for all the time, kept for all who ask. Past its time it may be given out a while longer
 * while it is made anew, so that nobody but the first waits for it.
 */
export class Remembered<T> {
  readonly #goodForMs: number
  readonly #keptForMs: number
  readonly #now: () => number
  /** The oldest first. */
  readonly #kept = new Map<string, Kept<T>>()

  constructor(goodForMs: number, { staleForMs = 0, now = Date.now }: Keeping = {}) {
    this.#goodForMs = goodForMs
    this.#keptForMs = goodForMs + staleForMs
    this.#now = now
  }

  get(key: string, make: () => Promise<T>): Promise<T> {
    this.#dropOld()
    const known = this.#kept.get(key)
    if (!known) return this.#keep(key, make())
    if (known.renewing || this.#now() - known.made_at < this.#goodForMs) return known.value
    known.renewing = true
    // Should it fail, the old one is given out to its end, and the next to ask is told.
    make().then(
      (value) => {
        if (this.#kept.get(key) === known) this.#keep(key, Promise.resolve(value))
      },
      () => {
        known.renewing = false
      },
    )
    return known.value
  }

  /** Everything is made anew from now on. */
  forget(): void {
    this.#kept.clear()
  }

  #keep(key: string, value: Promise<T>): Promise<T> {
    const kept = { value, made_at: this.#now(), renewing: false }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    value.catch(() => this.#kept.get(key) === kept && this.#kept.delete(key))
    return value
  }

  #dropOld() {
    const oldest = this.#now() - this.#keptForMs
    for (const [key, { made_at }] of this.#kept) {
      if (made_at > oldest) return
      this.#kept.delete(key)
    }
  }
}
