import { owned } from '../kit/process-state.ts'
/** Work that is done one at a time for each pile, in the order in which it came. */
export class PileTurns {
  #ofPiles = new Map<number, { last: Promise<unknown>; waiting: number }>()
  readonly state = owned('turns', () => this.#ofPiles.size)

  /** How much is not done yet for a pile. */
  waiting(pile_id: number): number {
    return this.#ofPiles.get(pile_id)?.waiting ?? 0
  }

  take<T>(pile_id: number, work: () => Promise<T>): Promise<T> {
    const pile = this.#ofPiles.get(pile_id) ?? { last: Promise.resolve(), waiting: 0 }
    const done = pile.last.then(work)
    pile.waiting++
    pile.last = done.then(leave, leave)
    this.#ofPiles.set(pile_id, pile)
    const piles = this.#ofPiles
    function leave() {
      pile.waiting--
      if (pile.waiting === 0) piles.delete(pile_id)
    }
    return done
  }
}
