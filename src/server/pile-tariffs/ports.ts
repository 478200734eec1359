import type { Intent } from '../../shared/domain/intent.ts'

/** A tariff that a pile says it holds. */
export interface Held {
  id: string
  /** Where, by EVSEs; none are named: at all. */
  evses: readonly number[]
  /** It holds later. */
  from: string | null
}

/** How a pile answered a call of the server's own. */
export interface PileAnswer {
  word: string
  isYes: boolean
  tariffs: readonly Held[] | null
}

/** Asks a pile in its turn; null when it gave no answer. */
export type AskPile = (pile_id: number, intent: Intent) => Promise<PileAnswer | null>
