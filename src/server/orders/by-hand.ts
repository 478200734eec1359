import { type Tariff, tariffOf } from '../../shared/domain/bands.ts'
import { isHeld } from '../../shared/domain/order-states.ts'
import { energyLines, sumOf } from '../../shared/domain/tariff.ts'
import { siteClock } from '../../shared/domain/time-zone.ts'
import type { closeOrder, OrderLine, payOrder, settleOrder } from '../../shared/endpoints/orders.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { ms, msOrNull } from '../kit/instants.ts'
import { Refusal } from '../kit/refusal.ts'
import { close, lastKnownEnd } from './close.ts'
import { placeOf } from './frozen-rules.ts'
import { locked, type ManualOrderDeps } from './manual-order.ts'
import { happened, inOrder } from './order-events.ts'
import { type OrderRow, type Trx, tariffOfOrder, updateOrder } from './order-row.ts'
import { payFromBalance } from './pay.ts'
import { reachesCustomer, refuseForeignCustomer } from './payer.ts'
import { settle } from './settle.ts'

// A session with a reading as young as this goes on.
const STILL_CHARGING_MS = 5 * 60_000

/**
 * Prices a held order by the figure that a person gives, spread evenly over its time, and takes it from the balance. Of a customer
 * who is out of this person's reach it stays unpaid: nobody takes from such a balance by naming a figure.
 */
export async function settleByHand(
  deps: ManualOrderDeps,
  { id, energy_wh, remark }: Parsed<typeof settleOrder>,
  context: Context,
): Promise<null> {
  const { db, person } = context
  const order = await locked(db, id)
  if (!isHeld(order)) throw new Refusal(409, 'refusals:order_not_held')
  if (order.refused_as) throw new Refusal(409, 'refusals:order_unauthorized')
  const { clockIsWrong } = timesOf(order)
  const { rules, lines } = await priceByHand(db, order, energy_wh)
  const now = Date.now()
  await updateOrder(db, id, {
    ...sumOf(lines),
    lines: JSON.stringify(lines),
    rules: JSON.stringify(rules),
    abnormal: null,
    remark,
    // Where the pile's clock is wrong, nothing is known of the time that the cable stayed in.
    ...(clockIsWrong && { charge_ended_at: order.ended_at }),
    events: JSON.stringify(inOrder([...order.events, happened(now, 'settled', { by: person.name, energy_wh })])),
  })
  const unplugged_at = clockIsWrong ? null : msOrNull(order.unplugged_at ?? order.plugged_at)
  await settleAndTell(deps, context, { id, unplugged_at, debits: await reachesCustomer(context, order.customer_id) })
  return null
}

/** Ends an order whose pile will not: on its last reading while it charged, on the last sign of its cable afterwards. */
export async function closeByHand(
  deps: ManualOrderDeps,
  { id, remark }: Parsed<typeof closeOrder>,
  context: Context,
): Promise<null> {
  const { db, person } = context
  const order = await locked(db, id)
  if (isHeld(order)) throw new Refusal(409, 'refusals:order_held')
  if (order.status !== 'generated' && order.status !== 'completed') throw new Refusal(409, 'refusals:order_over')
  const now = Date.now()
  const closed = happened(now, 'closed_by_hand', { by: person.name })
  if (order.status === 'completed') {
    await updateOrder(db, id, { remark, events: JSON.stringify([...order.events, closed]) })
    await settleAndTell(deps, context, { id, unplugged_at: msOrNull(order.plugged_at) })
    return null
  }
  await refuseWhileCharging(deps, db, order, now)
  const end = { ...(await lastKnownEnd(db, order)), received_at: now }
  const ended = await close(db, order, { ...end, method: 'manual', reason: null, events: [closed] })
  await updateOrder(db, id, { remark })
  if (ended.abnormal) context.afterCommit(() => deps.ended(order.pile_id, { order_id: id, debited: null }))
  else await settleAndTell(deps, context, { id, unplugged_at: null })
  return null
}

/** Pays what an order still owes from its customer's balance, as far as that reaches. */
export async function payAgain(
  deps: ManualOrderDeps,
  { id }: Parsed<typeof payOrder>,
  context: Context,
): Promise<Data<typeof payOrder>> {
  const { db } = context
  const order = await locked(db, id)
  if (order.status === 'paid') return { status: 'paid', shortfall_cents: 0 }
  if (order.status !== 'unpaid') throw new Refusal(409, 'refusals:order_not_unpaid')
  await refuseForeignCustomer(context, order.customer_id)
  const paid = await payFromBalance(db, order, order.total_cents, Date.now())
  const { debited, shortfall_cents } = paid
  if (debited || shortfall_cents === 0) {
    await updateOrder(db, id, { ...paid.change, events: JSON.stringify(inOrder([...order.events, ...paid.events])) })
    context.afterCommit(() => deps.ended(order.pile_id, { order_id: id, debited }))
  }
  return { status: shortfall_cents === 0 ? 'paid' : 'unpaid', shortfall_cents }
}

/** The bill of a figure that a person gives, spread evenly over the order's time. */
export async function priceByHand(db: Trx, order: OrderRow, energy_wh: number): Promise<Priced> {
  // Nothing costs nothing, whatever the prices were.
  if (energy_wh === 0 && !tariffOfOrder(order)) return { rules: order.rules, lines: [] }
  const { rules, tariff } = await pricesOf(db, order)
  const { from, to } = timesOf(order)
  const lines = energyLines(tariff, [
    { at: from, wh: 0 },
    { at: to, wh: energy_wh },
  ])
  return { rules, lines }
}

interface Priced {
  rules: OrderRow['rules']
  lines: OrderLine[]
}

interface Ending {
  id: number
  unplugged_at: number | null
  debits?: boolean
}

async function settleAndTell(
  deps: ManualOrderDeps,
  { db, afterCommit }: Context,
  { id, unplugged_at, debits }: Ending,
) {
  const order = await locked(db, id)
  const settled = await settle(db, order, unplugged_at, Date.now(), debits)
  afterCommit(() => deps.ended(order.pile_id, settled))
}

/** The rules of the order's start; where none were in force then, those of its site now. */
async function pricesOf(db: Trx, order: OrderRow): Promise<{ rules: OrderRow['rules']; tariff: Tariff }> {
  const frozen = tariffOfOrder(order)
  if (frozen) return { rules: order.rules, tariff: frozen }
  const { rules } = await placeOf(db, order.pile_id, Date.now())
  const tariff = tariffOf(rules, siteClock(order.time_zone))
  if (!tariff) throw new Refusal(409, 'refusals:no_price_yet')
  return { rules, tariff }
}

/** When an order ran: by its pile's clock, or by ours where that one is wrong. */
function timesOf(order: OrderRow): { from: number; to: number; clockIsWrong: boolean } {
  const clockIsWrong =
    order.abnormal === 'clock_past' || order.abnormal === 'clock_future' || order.timed_by === 'server'
  const from = ms(clockIsWrong ? order.received_at : order.started_at)
  const to = ms((clockIsWrong ? order.stop_received_at : order.ended_at) ?? order.received_at)
  return { from, to: Math.max(from, to), clockIsWrong }
}

async function refuseWhileCharging(
  { book }: ManualOrderDeps,
  db: Trx,
  { id, pile_id, received_at }: OrderRow,
  now: number,
) {
  if (!book.at(pile_id)) return
  const last = await db
    .selectFrom('reading')
    .select(({ fn }) => fn.max('received_at').as('at'))
    .where('order_id', '=', id)
    .executeTakeFirst()
  if (now - Math.max(ms(received_at), msOrNull(last?.at ?? null) ?? 0) < STILL_CHARGING_MS)
    throw new Refusal(409, 'refusals:order_still_charging')
}
