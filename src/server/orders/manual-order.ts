import { notFound, Refusal } from '../kit/refusal.ts'
import { lockOrder, type OrderRow, type Trx } from './order-row.ts'
import type { SessionBook } from './session-book.ts'
import type { Superseded } from './supersede.ts'

/** What staff do to orders by hand. */
export interface ManualOrderDeps {
  book: SessionBook
  /** An order is over, or became another one after that; called once it is durable. `debited` is its customer's balance, if that moved. */
  ended(pile_id: number, ended: Superseded): void
}

/** The order, held until the transaction ends. */
export async function locked(db: Trx, id: number): Promise<OrderRow> {
  const order = await lockOrder(db, id)
  if (!order) throw notFound()
  return order
}

/** Cents as a sentence says them; its currency sign is the sentence's own. */
export const yuan = (cents: number) => (cents / 100).toFixed(2)

/** Something is odd about what is asked, and a person may know better: the same with `confirmed` is done. */
export const question = (key: string, figures: Record<string, string | number> = {}) =>
  new Refusal(409, key, { figures, data: { question: key } })
