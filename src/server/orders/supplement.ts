import { splitCents } from '../../shared/domain/money.ts'
import type { supplementOrder } from '../../shared/endpoints/order-money.ts'
import type { OrderLine } from '../../shared/endpoints/orders.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { audit, difference } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { iso } from '../kit/instants.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import { locked, type ManualOrderDeps } from './manual-order.ts'
import { happened, inOrder } from './order-events.ts'
import { nextOrderNumber } from './order-number.ts'
import { lockOrder, type OrderRow, type Trx, updateOrder } from './order-row.ts'
import { payNew } from './pay.ts'
import { refuseArchivedCustomer } from './payer.ts'

type Supplement = Parsed<typeof supplementOrder>

/**
 * What an order still owes becomes an order of its own, for the same customer or another one. It moves, line by line of
 * both bills, with its share of the energy and of what that cost: the first order is then worth what it was paid, and together
 * they are worth what the first one was.
 */
export async function supplement(
  deps: ManualOrderDeps,
  asked: Supplement,
  context: Context,
): Promise<Data<typeof supplementOrder>> {
  const { db, person } = context
  const origin = await locked(db, asked.origin_id)
  if (origin.type === 'supplement') throw new Refusal(409, 'refusals:order_is_supplement')
  if (origin.status !== 'unpaid') throw new Refusal(409, 'refusals:order_not_unpaid')
  await refuseArchivedCustomer(db, asked.customer_id, () => wrongField('customer_id', 'archived_reference'))
  const now = Date.now()
  const moved = openOf(origin)
  const made = await insert(db, origin, { ...asked, moved, by: person.name, now })
  await reduce(context, origin, { moved, made, now })
  const { status, debited } = await payNew(db, made, now)
  context.afterCommit(() => {
    deps.ended(origin.pile_id, { order_id: origin.id, debited: null })
    deps.ended(made.pile_id, { order_id: made.id, debited })
  })
  return { id: made.id, number: made.number, status }
}

interface Moved {
  electricity_cents: number
  service_cents: number
  occupation_cents: number
  total_cents: number
  energy_wh: number
  cost_cents: number
}

/** What is open of an order, split over its fees as its total is; energy and cost go where their fees go. */
function openOf(origin: OrderRow): Moved {
  const { electricity_cents, service_cents, occupation_cents, total_cents, paid_cents } = origin
  const open = total_cents - paid_cents
  const [electricity = 0, service = 0, occupation = 0] = splitCents(open, [
    electricity_cents,
    service_cents,
    occupation_cents,
  ])
  const moving = electricity + service
  const staying = electricity_cents + service_cents - moving
  const shareOf = (whole: number) => splitCents(whole, [moving, staying])[0] ?? 0
  return {
    electricity_cents: electricity,
    service_cents: service,
    occupation_cents: occupation,
    total_cents: open,
    energy_wh: shareOf(origin.energy_wh),
    cost_cents: shareOf(origin.cost_cents),
  }
}

/** `name` is the other order's number; `sign` -1 on the order that the amount leaves. */
function movedLine(origin: OrderRow, name: string, moved: Moved, sign: 1 | -1): OrderLine {
  const signed = (whole: number) => sign * whole || 0
  return {
    kind: 'moved',
    rule_id: null,
    name,
    band: null,
    from: origin.started_at,
    to: origin.ended_at ?? origin.started_at,
    wh: signed(moved.energy_wh),
    seconds: 0,
    electricity_fee: 0,
    service_fee: 0,
    occupation_fee: 0,
    electricity_cents: signed(moved.electricity_cents),
    service_cents: signed(moved.service_cents),
    occupation_cents: signed(moved.occupation_cents),
    cost_cents: signed(moved.cost_cents),
  }
}

type New = Supplement & { moved: Moved; by: string; now: number }

/** Where and when the first order ran, so that every sum over a day or a site stays what it was. */
async function insert(trx: Trx, origin: OrderRow, { customer_id, remark, moved, by, now }: New): Promise<OrderRow> {
  const { site_id, pile_id, pile_type_id, connector_number, plate, started_at, ended_at } = origin
  const { time_zone, meter_start_wh } = origin
  return await trx
    .insertInto('orders')
    .values({
      number: nextOrderNumber(time_zone),
      type: 'supplement',
      status: 'unpaid',
      origin_id: origin.id,
      ...{ site_id, pile_id, pile_type_id, connector_number, plate, customer_id },
      ...{ started_at, ended_at, time_zone, meter_start_wh },
      card_number: customer_id === origin.customer_id ? origin.card_number : null,
      ...moved,
      close_method: 'manual',
      remark,
      rules: JSON.stringify(origin.rules),
      lines: JSON.stringify([movedLine(origin, origin.number, moved, 1)]),
      events: JSON.stringify([happened(now, 'supplement_of', { by, order: origin.number })]),
      start_key: `supplement|${origin.id}`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface Reduced {
  moved: Moved
  made: OrderRow
  now: number
}

/** The first order is worth what it was paid. The kit audits the new one; this one is written down here. */
async function reduce(context: Context, origin: OrderRow, { moved, made, now }: Reduced): Promise<void> {
  const { db } = context
  const { number, total_cents: amount_cents } = { ...made, ...moved }
  await updateOrder(db, origin.id, {
    electricity_cents: origin.electricity_cents - moved.electricity_cents,
    service_cents: origin.service_cents - moved.service_cents,
    occupation_cents: origin.occupation_cents - moved.occupation_cents,
    energy_wh: origin.energy_wh - moved.energy_wh,
    cost_cents: origin.cost_cents - moved.cost_cents,
    total_cents: origin.paid_cents,
    status: 'paid',
    paid_at: origin.paid_at ?? iso(now),
    lines: JSON.stringify([...origin.lines, movedLine(origin, number, moved, -1)]),
    events: JSON.stringify(
      inOrder([
        ...origin.events,
        happened(now, 'supplemented', { by: context.person.name, amount_cents, order: number }),
      ]),
    ),
  })
  const after = await lockOrder(db, origin.id)
  await audit(db, context, {
    action: 'supplement',
    entity: 'order',
    entity_id: origin.id,
    ...difference({ ...origin }, { ...after }),
  })
}
