import type { reviewRefund, withdrawRefund } from '../../../shared/endpoints/refunds.ts'
import type { Data, Parsed } from '../../../shared/kit/endpoint.ts'
import type { Context } from '../../kit/context.ts'
import { refuseOwn } from '../../kit/four-eyes.ts'
import type { ManualOrderDeps } from '../manual-order.ts'
import { refuseForeignCustomer } from '../payer.ts'
import { lockRefund, moveRefund, stepOf } from './refund-row.ts'

/** Another person than those behind the request says yes or no. */
export async function review(
  deps: ManualOrderDeps,
  { id, agreed, remark }: Parsed<typeof reviewRefund>,
  context: Context,
): Promise<Data<typeof reviewRefund>> {
  const { db, person } = context
  const locked = await lockRefund(db, id)
  const { refund, order } = locked
  await refuseForeignCustomer(context, refund.customer_id)
  await refuseOwn(db, refund, person, 'refusals:refund_four_eyes')
  const to = agreed ? 'reviewed' : 'rejected'
  await moveRefund(db, locked, {
    to,
    change: { reviewed_by: person.name, reviewed_at: new Date().toISOString(), review_remark: remark },
    event: stepOf(refund, `refund_${to}`, { by: person.name, why: remark ?? '' }),
  })
  context.afterCommit(() => deps.ended(order.pile_id, { order_id: order.id, debited: null }))
  return { id, status: to }
}

/** Nobody pays it any more; its amount may be asked for again. */
export async function withdraw(
  deps: ManualOrderDeps,
  { id, remark }: Parsed<typeof withdrawRefund>,
  context: Context,
): Promise<Data<typeof withdrawRefund>> {
  const { db, person } = context
  const locked = await lockRefund(db, id)
  const { refund, order } = locked
  await moveRefund(db, locked, {
    to: 'withdrawn',
    change: {},
    event: stepOf(refund, 'refund_withdrawn', { by: person.name, why: remark }),
  })
  context.afterCommit(() => deps.ended(order.pile_id, { order_id: order.id, debited: null }))
  return { id, status: 'withdrawn' }
}
