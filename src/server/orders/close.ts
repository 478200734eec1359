import type { Abnormal } from '../../shared/domain/order-states.ts'
import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import { iso, ms } from '../kit/instants.ts'
import { type Bill, billOf } from './bill.ts'
import { happened, inOrder } from './order-events.ts'
import {
  hasUnknownPayer,
  lockOrder,
  type OrderRow,
  ratedPower,
  readingsOf,
  startOf,
  type Trx,
  updateOrder,
} from './order-row.ts'
import { overlaps } from './overlap.ts'

/** How an order's charging came to its end. */
export interface End {
  /** By the pile's clock. */
  at: number
  wh: number
  /** By ours. */
  received_at: number
  /** Null: the pile never said. */
  method: 'device' | 'manual' | null
  reason: string | null
  /** Holds the order for a person even if its meter is fine. */
  hold?: Abnormal
  /** Reports of it are missing; who pays may be in them. */
  isIncomplete?: boolean
  events: OrderEvent[]
}

/** Ends an order's charging: its energy is billed, or it is held for a person. Answers with the row as it is now. */
export async function close(trx: Trx, order: OrderRow, end: End): Promise<OrderRow> {
  const readings = await readingsOf(trx, order.id)
  const bill = billOf(order, readings, end, await ratedPower(trx, order.pile_id))
  const overlap = (await overlaps(trx, order, end)) ? 'meter_overlap' : null
  const mayBeNamed = end.isIncomplete === true && order.refused_as === null
  const unauthorized = hasUnknownPayer(order) && !mayBeNamed && !tookNothing(bill.amounts, end) ? 'unauthorized' : null
  const abnormal = bill.abnormal ?? end.hold ?? overlap ?? unauthorized
  const { energy_wh, ...amounts } = bill.amounts
  const events = [...order.events, ...end.events, ...heldEvents(order, abnormal, end.received_at)]
  if (bill.timed_by === 'server' && order.timed_by === 'pile') events.push(happened(end.received_at, 'timed_by_server'))
  await updateOrder(trx, order.id, {
    ...(abnormal ? NOTHING : amounts),
    energy_wh,
    status: 'completed',
    abnormal,
    close_method: end.method,
    stop_reason: end.reason,
    ended_at: iso(end.at),
    meter_stop_wh: Math.round(end.wh),
    stop_received_at: iso(end.received_at),
    timed_by: bill.timed_by,
    duration_seconds: Math.max(Math.floor(spanOf(order, end, bill.timed_by) / 1000), 0),
    charge_ended_at: chargeEnd(order, end),
    lines: JSON.stringify(abnormal ? [] : bill.lines),
    events: JSON.stringify(inOrder(events)),
  })
  return (await lockOrder(trx, order.id)) as OrderRow
}

/** A pile that was told no and let nothing flow leaves nothing for a person to decide. */
const tookNothing = ({ energy_wh }: Bill['amounts'], { method }: End) => method === 'device' && energy_wh === 0

const spanOf = ({ started_at, received_at }: OrderRow, end: End, timed_by: OrderRow['timed_by']) =>
  timed_by === 'server' ? end.received_at - ms(received_at) : end.at - ms(started_at)

/** An order that was held from its start on says so once. */
function heldEvents({ events }: OrderRow, reason: Abnormal | null, at: number): OrderEvent[] {
  if (!reason || events.some(({ event, figures }) => event === 'held' && figures.reason === reason)) return []
  return [happened(at, 'held', { reason })]
}

/** Of an order that waits for a person. */
export const NOTHING = { electricity_cents: 0, service_cents: 0, occupation_cents: 0, cost_cents: 0, total_cents: 0 }

/**
 * When charging ended: with the session, or before it where the car was full and never took more. Where the pile never
 * said that it ended, the stop may still come and tell.
 */
function chargeEnd({ charge_ended_at, started_at }: OrderRow, { at, method }: End): string | null {
  if (method === null) return charge_ended_at
  const suspended = charge_ended_at ? ms(charge_ended_at) : at
  return iso(Math.min(Math.max(suspended, ms(started_at)), at))
}

/** The end of a session whose pile never reported it: the last reading that arrived. */
export async function lastKnownEnd(trx: Trx, order: OrderRow): Promise<{ at: number; wh: number }> {
  const { at, wh } = (await readingsOf(trx, order.id)).at(-1) ?? startOf(order)
  return { at, wh }
}
