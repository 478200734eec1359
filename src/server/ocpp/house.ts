import type { Payload } from './framing.ts'
import type { Journal } from './journal.ts'
import type { ConnectedPile } from './ports.ts'
import type { Services } from './v16/message.ts'

/** What handling a pile's calls needs. */
export interface House extends Services {
  journal: Journal
  log: { error(facts: object, message: string): void }
  counters: Counters
  /** A call was handled and answered with success. */
  handled(pile: ConnectedPile, action: string, payload: Payload, answer: object): void
}

/** What has happened since the start. */
export interface Counters {
  frames: number
  /** Reports that were stored before their answer. */
  reports: number
  /** Calls that were answered with an error. */
  refused: number
  /** Piles that were not let in. */
  rejected: number
}
