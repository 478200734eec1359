import { isHeld } from '../../shared/domain/order-states.ts'
import type { decideOrder } from '../../shared/endpoints/order-decision.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { iso } from '../kit/instants.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import type { Bill } from './bill.ts'
import { priceByHand } from './by-hand.ts'
import { locked, type ManualOrderDeps } from './manual-order.ts'
import { happened, inOrder } from './order-events.ts'
import { type OrderRow, updateOrder } from './order-row.ts'
import { reachesCustomer, refuseArchivedCustomer } from './payer.ts'
import { billsOf } from './rebill.ts'
import { settle } from './settle.ts'

type Asked = Parsed<typeof decideOrder>

/**
 * A person decides what becomes of a session that nobody authorized: someone pays for it, for the part of it that was
 * authorized, or nobody does. Occupation is not charged: the driver was told to leave.
 */
export async function decideByHand(
  deps: ManualOrderDeps,
  asked: Asked,
  context: Context,
): Promise<Data<typeof decideOrder>> {
  const { db, person } = context
  const order = await locked(db, asked.id)
  if (!order.refused_as) throw new Refusal(409, 'refusals:order_was_authorized')
  if (order.status === 'generated') throw new Refusal(409, 'refusals:order_still_runs')
  if (!isHeld(order)) throw new Refusal(409, 'refusals:order_over')
  const bill = await billFor(context, order, asked)
  const customer_id = asked.decision === 'waive' ? null : await payerOf(context, order, asked)
  const now = Date.now()
  const event = happened(now, eventOf(asked), { by: person.name })
  await updateOrder(db, order.id, {
    customer_id,
    abnormal: null,
    ...(asked.decision !== 'waive' && { rules: JSON.stringify(bill.rules), lines: JSON.stringify(bill.lines) }),
    remark: asked.remark,
    events: JSON.stringify(inOrder([...order.events, event])),
  })
  if (asked.decision === 'waive') return await waive(deps, context, order, bill)
  const settled = await settle(db, await locked(db, order.id), null, now)
  context.afterCommit(() => deps.ended(order.pile_id, settled))
  const { status, total_cents, paid_cents } = await locked(db, order.id)
  return { status, shortfall_cents: total_cents - paid_cents }
}

interface Priced extends Pick<Bill, 'lines'> {
  rules: OrderRow['rules']
}

/** By the meter; by a person's figure where the meter or its end is not to be believed. */
async function billFor({ db }: Context, order: OrderRow, { decision, energy_wh }: Asked): Promise<Priced> {
  const { rules } = order
  const { whole, part } = await billsOf(db, order)
  const isKnown = order.abnormal === 'unauthorized' && !whole.abnormal
  if (isKnown && typeof energy_wh === 'number') throw wrongField('energy_wh', 'refusals:meter_is_known')
  if (decision === 'charge_part') {
    if (!part) throw wrongField('decision', 'refusals:no_authorized_part')
    return { lines: part.lines, rules }
  }
  if (decision === 'charge' && typeof energy_wh === 'number') return await priceByHand(db, order, energy_wh)
  if (decision === 'charge' && whole.abnormal) throw wrongField('energy_wh', 'required')
  return { lines: whole.lines, rules }
}

/** Anyone who pays; null when nobody is known to. Money of a customer out of this person's reach is not theirs to move. */
async function payerOf(context: Context, order: OrderRow, { decision, payer, customer_id }: Asked) {
  const { db } = context
  if (payer === 'nobody' && decision === 'charge') return null
  const chosen = payer === 'other' && decision === 'charge' ? customer_id : order.claimed_customer_id
  if (!chosen)
    throw payer === 'other' ? wrongField('customer_id', 'required') : wrongField('payer', 'refusals:no_owner')
  if (!(await reachesCustomer(context, chosen))) throw wrongField('payer', 'refusals:owner_out_of_reach')
  await refuseArchivedCustomer(db, chosen, () =>
    wrongField(payer === 'other' ? 'customer_id' : 'payer', 'archived_reference'),
  )
  return chosen
}

function eventOf({ decision, payer }: Asked): string {
  if (decision === 'waive') return 'decided_waived'
  if (decision === 'charge_part') return 'decided_part'
  return `decided_${payer}`
}

/** Nobody owes anything; what the energy cost the operator stays. */
async function waive(deps: ManualOrderDeps, context: Context, order: OrderRow, { lines }: Priced) {
  const { db, afterCommit } = context
  await updateOrder(db, order.id, {
    status: 'paid',
    electricity_cents: 0,
    service_cents: 0,
    occupation_cents: 0,
    total_cents: 0,
    cost_cents: lines.reduce((sum, { cost_cents }) => sum + cost_cents, 0),
    paid_at: iso(Date.now()),
    lines: '[]',
  })
  afterCommit(() => deps.ended(order.pile_id, { order_id: order.id, debited: null }))
  return { status: 'paid', shortfall_cents: 0 }
}
