import type { confirmRefund, payRefund } from '../../../shared/endpoints/refunds.ts'
import type { Data, Parsed } from '../../../shared/kit/endpoint.ts'
import type { Context } from '../../kit/context.ts'
import { Refusal } from '../../kit/refusal.ts'
import { type Balance, enter, enterPaidOut } from '../ledger.ts'
import type { ManualOrderDeps } from '../manual-order.ts'
import { refuseArchivedCustomer, refuseForeignCustomer } from '../payer.ts'
import { type Locked, lockRefund, moveRefund, stepOf } from './refund-row.ts'

/** To the balance it is one transaction with the ledger; another way takes a person, who says later how it went. */
export async function pay(
  deps: ManualOrderDeps,
  { id }: Parsed<typeof payRefund>,
  context: Context,
): Promise<Data<typeof payRefund>> {
  const { db, person } = context
  const locked = await lockRefund(db, id)
  const { refund, order } = locked
  await refuseForeignCustomer(context, refund.customer_id)
  const isBalance = refund.way === 'balance'
  if (isBalance)
    await refuseArchivedCustomer(db, refund.customer_id, () => new Refusal(409, 'refusals:balance_archived'))
  const to = isBalance ? 'refunded' : 'refunding'
  await moveRefund(db, locked, {
    to,
    change: { paid_by: person.name, failure: null, ...(isBalance && { refunded_at: new Date().toISOString() }) },
    event: stepOf(refund, isBalance ? 'refund_to_balance' : 'refund_begun', { by: person.name }),
  })
  const credited = isBalance ? await credit(locked, context) : null
  context.afterCommit(() => deps.ended(order.pile_id, { order_id: order.id, debited: credited }))
  return { id, status: to }
}

const credit = ({ refund }: Locked, { db, person }: Context): Promise<Balance> =>
  enter(db, {
    customer_id: refund.customer_id as number,
    kind: 'refund',
    amount_cents: refund.amount_cents,
    order_id: refund.order_id,
    entered_by: person.name,
    remark: refund.number,
  })

/** What became of money that was sent back the way it came. */
export async function confirm(
  deps: ManualOrderDeps,
  { id, paid, reference, failure }: Parsed<typeof confirmRefund>,
  context: Context,
): Promise<Data<typeof confirmRefund>> {
  const { db, person } = context
  const locked = await lockRefund(db, id)
  const { refund, order } = locked
  await refuseForeignCustomer(context, refund.customer_id)
  const to = paid ? 'refunded' : 'refund_failed'
  await moveRefund(db, locked, {
    to,
    change: paid ? { reference, refunded_at: new Date().toISOString() } : { failure },
    event: paid
      ? stepOf(refund, 'refund_paid', { by: person.name, way: refund.way, reference: reference ?? '' })
      : stepOf(refund, 'refund_failed', { by: person.name, why: failure ?? '' }),
  })
  if (paid) {
    const { customer_id, order_id, amount_cents } = refund
    const remark = `${refund.number} · ${reference}`
    await enterPaidOut(db, { customer_id, order_id, amount_cents, entered_by: person.name, remark })
  }
  context.afterCommit(() => deps.ended(order.pile_id, { order_id: order.id, debited: null }))
  return { id, status: to }
}
