/** What each person wrote last, until the standby shows it. */
export class OwnWrites {
  readonly #wrote = new Map<number, number>()
  /** By person: until when they read by the primary, for what they wrote could not be said. */
  readonly #unsaid = new Map<number, number>()
  readonly #unsaidMs: number
  readonly #clock: () => number

  constructor(unsaidMs: number, clock: () => number) {
    this.#unsaidMs = unsaidMs
    this.#clock = clock
  }

  get size(): number {
    return new Set([...this.#wrote.keys(), ...this.#unsaid.keys()]).size
  }

  /** Word of two writes comes in any order. */
  wrote(person: number, written: number): void {
    if (person !== 0) this.#wrote.set(person, Math.max(written, this.#wrote.get(person) ?? 0))
  }

  unsaid(person: number): void {
    if (person !== 0) this.#unsaid.set(person, this.#clock() + this.#unsaidMs)
  }

  /** Up to where the log has to be shown to them. */
  of(person: number): number {
    const isUnsaid = (this.#unsaid.get(person) ?? 0) > this.#clock()
    return isUnsaid ? Number.MAX_SAFE_INTEGER : (this.#wrote.get(person) ?? 0)
  }

  shown(replayed: number): void {
    for (const [person, written] of this.#wrote) if (written <= replayed) this.#wrote.delete(person)
    for (const [person, until] of this.#unsaid) if (until <= this.#clock()) this.#unsaid.delete(person)
  }
}
