import type { Kysely } from 'kysely'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'

/** What taking a card out of use needs of the piles. */
export interface CardPiles {
  commands: {
    /** Asks a pile to end a transaction. */
    remoteStop(pile_id: number, transaction_id: string): Promise<void>
  }
  sessions: {
    /** What runs on a card is its customer's no more, and is stopped by what this gives, to be called after the commit. */
    disown(db: Kysely<Database>, card_number: string): Promise<{ order_ids: number[]; stop: () => void }>
  }
}

/** How a pile answered: `word` is its status, or the code of its error. */
export interface PileAnswer {
  isYes: boolean
  word: string
  /** Of its card list, where that was asked. */
  list_version: number | null
}

/** Null: it did not answer. */
export type AskPile = (pile_id: number, intent: Intent) => Promise<PileAnswer | null>

/** What telling piles of cards out of use needs. */
export interface StalePilePorts {
  db: Kysely<Database>
  connected(pile_id: number): boolean
  connectedPiles(): number[]
  /** Something of a list that is kept here became known. */
  changed(card_list_id: number): void
  /** Sends a call in its turn, on behalf of the server; rejects when too many wait. */
  ask: AskPile
  alarms: {
    raise(pile: { id: number }, alarm: Raised): Promise<void>
    clear(pile: { id: number }, code: string, connector_number: null, at: number): Promise<void>
  }
  /** Notes an anomaly of a pile. */
  flag(pile_id: number, flag: 'list_differs', detail: string): void
  log: { error(detail: object, message: string): void }
}

interface Raised {
  code: string
  kind: 'security'
  connector_number: null
  message: string | null
  at: number
}
