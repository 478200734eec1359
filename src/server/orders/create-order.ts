import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { createOrder, priceOrder } from '../../shared/endpoints/order-money.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { iso } from '../kit/instants.ts'
import { wrongField } from '../kit/refusal.ts'
import { type ManualOrderDeps, question } from './manual-order.ts'
import { type ManualSession, sessionOf } from './manual-session.ts'
import { happened } from './order-events.ts'
import { nextOrderNumber } from './order-number.ts'
import type { OrderRow } from './order-row.ts'
import { payNew } from './pay.ts'
import { refuseArchivedCustomer } from './payer.ts'

type Entered = Parsed<typeof createOrder>

/** What a session would cost, before anybody enters it. */
export async function preview(given: Parsed<typeof priceOrder>, context: Context): Promise<Data<typeof priceOrder>> {
  const { place, lines, amounts } = await sessionOf(given, context)
  const { energy_wh, electricity_cents, service_cents, total_cents } = amounts
  const { time_zone, rules } = place
  return { time_zone, rules: [...rules], lines, energy_wh, electricity_cents, service_cents, total_cents }
}

/** Enters a session that no pile reported, and takes its total from the customer's balance as far as that reaches. */
export async function createByHand(
  deps: ManualOrderDeps,
  entered: Entered,
  context: Context,
): Promise<Data<typeof createOrder>> {
  const session = await sessionOf(entered, context)
  await refuseArchivedCustomer(context.db, entered.customer_id, () => wrongField('customer_id', 'archived_reference'))
  if (!entered.confirmed) await askWhatIsOdd(entered, session, context)
  const order = await insert(entered, session, context)
  const { status, debited } = await payNew(context.db, order, Date.now())
  context.afterCommit(() => deps.ended(order.pile_id, { order_id: order.id, debited }))
  return { id: order.id, number: order.number, status }
}

async function askWhatIsOdd(entered: Entered, { isTooMuch, from, to }: ManualSession, { db }: Context): Promise<void> {
  if (isTooMuch) throw question('refusals:more_than_pile_delivers')
  const { rows } = await sql<{ number: string }>`
    select number from orders
    where pile_id = ${entered.pile_id} and connector_number = ${entered.connector_number} and type <> 'supplement'
      and started_at < ${iso(to)} and coalesce(ended_at, 'infinity') > ${iso(from)}
    order by id desc limit 1`.execute(db)
  if (rows[0]) throw question('refusals:overlaps_order', { order: rows[0].number })
}

async function insert(entered: Entered, session: ManualSession, { db, person }: Context): Promise<OrderRow> {
  const { pile_id, connector_number, customer_id = null, plate, remark, meter_start_wh, meter_stop_wh } = entered
  const { place, from, to, amounts, lines } = session
  return await db
    .insertInto('orders')
    .values({
      number: nextOrderNumber(place.time_zone),
      type: 'manual',
      status: 'unpaid',
      site_id: place.site_id,
      pile_type_id: place.pile_type_id,
      ...{ pile_id, connector_number, customer_id, plate, remark },
      started_at: iso(from),
      ended_at: iso(to),
      charge_ended_at: iso(to),
      duration_seconds: Math.floor((to - from) / 1000),
      ...amounts,
      close_method: 'manual',
      meter_start_wh: meter_start_wh ?? 0,
      meter_stop_wh: meter_stop_wh ?? null,
      time_zone: place.time_zone,
      rules: JSON.stringify(place.rules),
      lines: JSON.stringify(lines),
      events: JSON.stringify([happened(Date.now(), 'entered', { by: person.name, energy_wh: amounts.energy_wh })]),
      start_key: `manual|${randomUUID()}`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
