import type { Sign } from './command-sign.ts'
import type { FloodWatch } from './flood-watch.ts'
import type { Journal } from './journal.ts'
import type { LargeFrames } from './large-frames.ts'
import type { CallOutcome } from './outward.ts'
import type { PileBudgets } from './pile-budgets.ts'
import type { Services } from './pile-events.ts'
import type { ConnectedPile } from './ports.ts'
import type { ServiceOrder } from './service-order.ts'

/** What handling a pile's calls needs. */
export interface ConnectionDeps extends Services {
  journal: Journal
  service: Service
  log: { error(facts: object, message: string): void }
  counters: Counters
  /** A call was handled and answered with success. */
  handled(pile: ConnectedPile, sign: Sign): void
  /** An answer came to a call that nobody waits for any more, on this socket or an earlier one. */
  answeredLate(pile: ConnectedPile, unique_id: string, read: ReadAnswer): void
}

/** What keeps one pile's flood from the others. */
export interface Service {
  order: ServiceOrder
  large: LargeFrames
  budgets: PileBudgets
  floods: FloodWatch
}

/** Reads an answer as that of a call of this action. */
export type ReadAnswer = (action: string) => CallOutcome

/** What has happened since the start. */
export interface Counters {
  frames: number
  /** Piles that said that they started. */
  boots: number
  /** Reports that were stored before their answer. */
  reports: number
  /** Calls that were answered with an error. */
  refused: number
  /** Piles that were not let in. */
  rejected: number
}
