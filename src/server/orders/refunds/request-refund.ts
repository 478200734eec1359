import { isOpen } from '../../../shared/domain/order-states.ts'
import { refundableOf } from '../../../shared/domain/refund-states.ts'
import type { requestRefund } from '../../../shared/endpoints/refunds.ts'
import type { Data, Parsed } from '../../../shared/kit/endpoint.ts'
import type { Context } from '../../kit/context.ts'
import { notFound, Refusal, wrongField } from '../../kit/refusal.ts'
import type { ManualOrderDeps } from '../manual-order.ts'
import { yuan } from '../manual-order.ts'
import { nextRefundNumber } from '../order-number.ts'
import { lockOrder, type OrderRow } from '../order-row.ts'
import { refuseArchivedCustomer } from '../payer.ts'
import { stepOf, tell } from './refund-row.ts'

type Request = Parsed<typeof requestRefund>

/** Takes down that money should go back. Several may be under way for one order, as long as the sum is there. */
export async function request(
  deps: ManualOrderDeps,
  asked: Request,
  context: Context,
): Promise<Data<typeof requestRefund>> {
  const { db, person } = context
  const order = await lockOrder(db, asked.order_id)
  if (!order) throw notFound()
  refuse(order, asked)
  if (asked.way === 'balance')
    await refuseArchivedCustomer(db, order.customer_id, () => wrongField('way', 'refusals:balance_archived'))
  const { order_id, amount_cents, way, reason } = asked
  const refund = await db
    .insertInto('refund')
    .values({
      number: nextRefundNumber(order.time_zone),
      order_id,
      site_id: order.site_id,
      customer_id: order.customer_id,
      amount_cents,
      way,
      reason,
      asked_by: person.name,
      asked_by_id: person.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tell(db, order, stepOf(refund, 'refund_asked', { by: person.name, why: reason }))
  context.afterCommit(() => deps.ended(order.pile_id, { order_id, debited: null }))
  return { id: refund.id, status: refund.status }
}

function refuse(order: OrderRow, { amount_cents, way }: Request): void {
  const most = refundableOf(order)
  if (isOpen(order.status) || order.paid_cents === 0) throw new Refusal(409, 'refusals:order_not_paid')
  if (most === 0) throw new Refusal(409, 'refusals:nothing_to_refund')
  if (amount_cents > most) throw wrongField('amount_cents', 'refusals:more_than_paid', { amount: yuan(most) })
  if (way === 'balance' && order.customer_id === null) throw wrongField('way', 'refusals:no_balance')
}
