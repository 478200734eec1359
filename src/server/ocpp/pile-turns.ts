import { owned } from '../kit/process-state.ts'
/** Work that is done one at a time for each pile, in the order in which it came. */
export class PileTurns {
  #connections = new Map<number, { last: Promise<unknown>; waiting: number }>()
  readonly state = owned('turns', () => this.#connections.size)

  /** How much is not done yet for a pile. */
  waiting(pile_id: number): number {
    return this.#connections.get(pile_id)?.waiting ?? 0
  }

  take<T>(pile_id: number, work: () => Promise<T>): Promise<T> {
    const pile = this.#connections.get(pile_id) ?? { last: Promise.resolve(), waiting: 0 }
    const done = pile.last.then(work)
    pile.waiting++
    pile.last = done.then(leave, leave)
    this.#connections.set(pile_id, pile)
    const piles = this.#connections
    function leave() {
      pile.waiting--
      if (pile.waiting === 0) piles.delete(pile_id)
    }
    return done
  }
}
