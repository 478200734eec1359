import type { Effect, Sign } from './command-effects.ts'

/** An effect that somebody waits for. */
export interface Expectation {
  readonly seen: boolean
  /** True once the effect is seen, false when the time is over first. Ends the watching either way. */
  within(ms: number): Promise<boolean>
  cancel(): void
}

/** Who waits for which effect of which pile. A sign of a pile for which nobody waits costs one look-up. */
export class EffectWatches {
  #open = new Map<number, Set<Watched>>()

  expect(pile_id: number, effect: Effect): Expectation {
    const all = this.#open.get(pile_id) ?? new Set()
    const watched = new Watched(effect, () => {
      all.delete(watched)
      if (all.size === 0) this.#open.delete(pile_id)
    })
    this.#open.set(pile_id, all.add(watched))
    return watched
  }

  sign(pile_id: number, sign: Sign) {
    for (const watched of this.#open.get(pile_id) ?? []) watched.look(sign)
  }
}

class Watched implements Expectation {
  seen = false
  #effect: Effect
  #leave: () => void
  #tell: (() => void) | undefined

  constructor(effect: Effect, leave: () => void) {
    this.#effect = effect
    this.#leave = leave
  }

  look(sign: Sign) {
    if (this.seen || !this.#effect.seen(sign)) return
    this.seen = true
    this.#tell?.()
  }

  async within(ms: number): Promise<boolean> {
    if (!this.seen) await this.#wait(ms)
    this.cancel()
    return this.seen
  }

  cancel() {
    this.#leave()
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const late = setTimeout(resolve, ms)
      // A server that stops waits for no effect: the next one takes the command up again.
      late.unref()
      this.#tell = () => {
        clearTimeout(late)
        resolve()
      }
    })
  }
}
