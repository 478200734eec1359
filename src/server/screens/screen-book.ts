import type { Kysely } from 'kysely'
import type { Intent } from '../../shared/domain/intent.ts'
import { savedOf } from '../../shared/domain/screen/message.ts'
import type { Database } from '../kit/database/tables.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { ConnectedPile, Live, ScreenReport, Screens } from '../ocpp/ports.ts'
import { forgetEnded, forgetShown, keepNone, keepSent, keepTold, keepUntold } from './shown.ts'

/** Keeps what the screens of piles hold, as they were given it and as they tell it. */
export class ScreenBook implements Screens {
  readonly #db: Kysely<Database>
  readonly #live: Live

  constructor(db: Kysely<Database>, live: Live) {
    this.#db = db
    this.#live = live
  }

  async report({ id: pile_id }: ConnectedPile, { request, isWhole, told }: ScreenReport): Promise<void> {
    await inTransaction(this.#db, async (trx) => {
      await keepTold(trx, pile_id, told)
      if (isWhole) await keepUntold(trx, pile_id, request)
    })
    this.#changed(
      pile_id,
      told.map(({ number }) => number),
    )
  }

  /** A pile took what it was asked. */
  async agreed(pile_id: number, intent: Intent, { isEmpty }: { isEmpty: boolean }): Promise<void> {
    if (intent.ask === 'show_message') {
      const { ask: _, ...message } = intent
      await inTransaction(this.#db, (trx) => keepSent(trx, pile_id, message))
      this.#changed(pile_id, [message.number])
    } else if (intent.ask === 'remove_message') {
      await forgetShown(this.#db, pile_id, intent.message_number)
      this.#changed(pile_id, [intent.message_number])
    } else if (intent.ask === 'read_messages' && isEmpty) {
      await inTransaction(this.#db, (trx) => keepNone(trx, pile_id))
      this.#changed(pile_id, [])
    }
  }

  /** Lets go of those whose time is over; to be called often. */
  async sweep(): Promise<void> {
    for (const { pile_id, number } of await forgetEnded(this.#db)) this.#changed(pile_id, [number])
  }

  #changed(pile_id: number, numbers: readonly number[]): void {
    this.#live.changed('pile', pile_id)
    for (const id of new Set(numbers.map(savedOf))) if (id !== null) this.#live.changed('display_message', id)
  }
}
