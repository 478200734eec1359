const FOR_MS = 10 * 60_000
// A storm of cards must not fill the memory; the oldest are forgotten first.
const MOST = 20_000

/** When cards were accepted lately, by pile. Only the story of an order needs it: it need not outlive the process. */
export class RecentlyAccepted {
  readonly #times = new Map<string, number>()

  note(pile_id: number, card_number: string, now = Date.now()): void {
    const key = keyOf(pile_id, card_number)
    this.#times.delete(key)
    this.#times.set(key, now)
    const [oldest] = this.#times.keys()
    if (this.#times.size > MOST && oldest !== undefined) this.#times.delete(oldest)
  }

  at(pile_id: number, card_number: string, now = Date.now()): number | null {
    const time = this.#times.get(keyOf(pile_id, card_number))
    return time !== undefined && now - time <= FOR_MS ? time : null
  }
}

const keyOf = (pile_id: number, card_number: string) => `${pile_id} ${card_number.toUpperCase()}`
