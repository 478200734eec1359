import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'

/** What taking a card out of use needs of the piles. */
export interface CardPiles {
  commands: {
    /** Asks a pile to end a transaction. */
    remoteStop(pile_id: number, transaction_id: number): Promise<void>
  }
  caches: {
    /** Notes that these piles have to forget whom they let in before; they are told by what this gives. */
    note(db: Kysely<Database>, pile_ids: readonly number[], asked_by: string): Promise<() => void>
  }
}
