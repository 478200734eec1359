import type { reviewRefund, withdrawRefund } from '../../../shared/endpoints/refunds.ts'
import type { Data, Parsed } from '../../../shared/kit/endpoint.ts'
import type { Context } from '../../kit/context.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Desk } from '../desk.ts'
import { lockRefund, moveRefund, stepOf } from './refund-row.ts'

/** Four eyes: whoever asked, themselves or by a client app whose secret they know, is not whoever agrees. */
export async function review(
  desk: Desk,
  { id, agreed, remark }: Parsed<typeof reviewRefund>,
  context: Context,
): Promise<Data<typeof reviewRefund>> {
  const { db, person } = context
  const locked = await lockRefund(db, id)
  const { refund, order } = locked
  if (await askedBy(db, refund.asked_by_id, person)) throw new Refusal(403, 'refusals:refund_four_eyes')
  const to = agreed ? 'reviewed' : 'rejected'
  await moveRefund(db, locked, {
    to,
    change: { reviewed_by: person.name, reviewed_at: new Date().toISOString(), review_remark: remark },
    event: stepOf(refund, `refund_${to}`, { by: person.name, why: remark ?? '' }),
  })
  context.afterCommit(() => desk.ended(order.pile_id, { order_id: order.id, debited: null }))
  return { id, status: to }
}

async function askedBy(db: Context['db'], asked_by_id: number, { id }: Context['person']): Promise<boolean> {
  if (asked_by_id >= 0) return asked_by_id === id
  const app = await db.selectFrom('client_app').select('secret_by').where('id', '=', -asked_by_id).executeTakeFirst()
  return app?.secret_by === id
}

/** Nobody pays it any more; its amount may be asked for again. */
export async function withdraw(
  desk: Desk,
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
  context.afterCommit(() => desk.ended(order.pile_id, { order_id: order.id, debited: null }))
  return { id, status: 'withdrawn' }
}
