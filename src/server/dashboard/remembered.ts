interface Kept<T> {
  value: Promise<T>
  made_at: number
  renewing: boolean
}

/**
 * Figures that are dear to work out, kept for all who ask. Past their time they may be given out a while longer while newer
 * ones are made, so that nobody but the first waits for them.
 */
export class Remembered<T> {
  readonly #goodForMs: number
  readonly #keptForMs: number
  readonly #kept = new Map<string, Kept<T>>()

  constructor(goodForMs: number, { staleForMs = 0 } = {}) {
    this.#goodForMs = goodForMs
    this.#keptForMs = goodForMs + staleForMs
  }

  get(key: string, make: () => Promise<T>): Promise<T> {
    this.#forget()
    const known = this.#kept.get(key)
    if (!known) return this.#keep(key, make())
    if (known.renewing || Date.now() - known.made_at < this.#goodForMs) return known.value
    known.renewing = true
    // Should it fail, the old ones are given out to their end, and the next to ask is told.
    make().then(
      (value) => this.#keep(key, Promise.resolve(value)),
      () => {
        known.renewing = false
      },
    )
    return known.value
  }

  #keep(key: string, value: Promise<T>): Promise<T> {
    this.#kept.set(key, { value, made_at: Date.now(), renewing: false })
    value.catch(() => this.#kept.delete(key))
    return value
  }

  #forget() {
    const oldest = Date.now() - this.#keptForMs
    for (const [key, { made_at }] of this.#kept) if (made_at < oldest) this.#kept.delete(key)
  }
}
