import type { Selectable, Updateable } from 'kysely'
import { type RefundStatus, refundMayBecome } from '../../../shared/domain/refund-states.ts'
import type { OrderEvent } from '../../../shared/endpoints/orders.ts'
import type { Database } from '../../kit/database/tables.ts'
import { notFound, Refusal } from '../../kit/refusal.ts'
import { happened, inOrder } from '../order-events.ts'
import { lockOrder, type OrderRow, type Trx, updateOrder } from '../order-row.ts'

export type RefundRow = Selectable<Database['refund']>

export interface Locked {
  refund: RefundRow
  order: OrderRow
}

/** A refund and its order, held until the transaction ends; the order's row first, as everywhere. */
export async function lockRefund(trx: Trx, id: number): Promise<Locked> {
  const found = await trx.selectFrom('refund').select('order_id').where('id', '=', id).executeTakeFirst()
  const order = found && (await lockOrder(trx, found.order_id))
  if (!order) throw notFound()
  const refund = await trx.selectFrom('refund').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  return { refund, order }
}

interface Move {
  to: RefundStatus
  change: Updateable<Database['refund']>
  event: OrderEvent
}

/** Takes a refund one step further and tells its order; refused when another person has moved it on. */
export async function moveRefund(trx: Trx, { refund, order }: Locked, { to, change, event }: Move): Promise<void> {
  if (!refundMayBecome(refund.status, to)) throw new Refusal(409, 'refusals:refund_moved_on')
  await trx
    .updateTable('refund')
    .set({ ...change, status: to, updated_at: new Date().toISOString() })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', refund.id)
    .execute()
  await tell(trx, order, event)
}

export const tell = (trx: Trx, { id, events }: OrderRow, event: OrderEvent) =>
  updateOrder(trx, id, { events: JSON.stringify(inOrder([...events, event])) })

/** A step of a refund among the things that happened to its order. */
export const stepOf = (
  { number, amount_cents }: Pick<RefundRow, 'number' | 'amount_cents'>,
  event: string,
  figures: OrderEvent['figures'],
) => happened(Date.now(), event, { refund: number, amount_cents, ...figures })
