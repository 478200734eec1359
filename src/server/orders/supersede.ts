import type { Kysely } from 'kysely'
import { checkClock } from '../../shared/domain/meter-checks.ts'
import { instantOf } from '../../shared/domain/same-start.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso, ms, msOrNull } from '../kit/instants.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { Start } from '../ocpp/ports.ts'
import { close, lastKnownEnd, NOTHING } from './close.ts'
import { happened } from './order-events.ts'
import { lacksEvents, lockOrder, mayBeSettled, type OrderRow, type Trx, updateOrder } from './order-row.ts'
import { type Settled, settle } from './settle.ts'

/** An order that ended because its pile went on to something else. */
export type Superseded = Settled | { order_id: number; debited: null }

/** Orders that may still be under way at a connector: what charges, and what waits for its cable. */
export const atConnector = (db: Kysely<Database>, pile_id: number, connector_number: number) =>
  db
    .selectFrom('orders')
    .where('pile_id', '=', pile_id)
    .where('connector_number', '=', connector_number)
    .where('status', 'in', ['generated', 'completed'])
    .where('left_at', 'is', null)

/**
 * A start tells that whatever was under way on its connector before is over, except what `goesOn`. What still charged lost its
 * stop: it ends on its last reading and is held, since nobody knows what was drawn after it; a report that names it takes
 * it up again. A start that is older than what is open was kept by an offline pile and ends nothing.
 */
export async function supersede(
  db: Kysely<Database>,
  pile_id: number,
  start: Start,
  goesOn: (order_id: number) => boolean,
): Promise<Superseded[]> {
  const begun = instantOf(start.at, start.received_at)
  const open = await atConnector(db, pile_id, start.connector_number)
    .select(['id', 'started_at', 'received_at'])
    .orderBy('id')
    .execute()
  const ended: Superseded[] = []
  for (const order of open) {
    if (beganAt(order) >= begun || goesOn(order.id)) continue
    const result = await inTransaction(db, (trx) => end(trx, order.id, start))
    if (result) ended.push(result)
  }
  return ended
}

export const beganAt = ({ started_at, received_at }: Pick<OrderRow, 'started_at' | 'received_at'>) =>
  instantOf(ms(started_at), ms(received_at))

async function end(trx: Trx, id: number, { at, received_at, meter_start_wh }: Start): Promise<Superseded | null> {
  const order = await lockOrder(trx, id)
  if (order?.status === 'generated') {
    await holdWithoutStop(trx, order, received_at, [
      happened(received_at, 'superseded', { meter_wh: Math.round(meter_start_wh) }),
    ])
    return { order_id: id, debited: null }
  }
  if (order?.status !== 'completed') return null
  const plugged_at = msOrNull(order.plugged_at)
  const begun = checkClock(at, received_at) ? received_at : at
  const unplugged_at = plugged_at === null ? null : Math.min(plugged_at, begun)
  if (mayBeSettled(order)) return await settle(trx, order, unplugged_at, received_at)
  await leaveConnector(trx, order, received_at, unplugged_at)
  return { order_id: id, debited: null }
}

/** A held order's use of the connector is over: whatever comes later there is another one's. */
export const leaveConnector = (trx: Trx, order: OrderRow, at: number, unplugged_at: number | null) =>
  updateOrder(trx, order.id, { left_at: iso(at), ...(unplugged_at !== null && { unplugged_at: iso(unplugged_at) }) })

/** Ends an order whose stop never came on the last reading that did, and holds it for a person. */
export async function holdWithoutStop(
  trx: Trx,
  order: OrderRow,
  received_at: number,
  events: Parameters<typeof close>[2]['events'] = [],
): Promise<void> {
  const last = await lastKnownEnd(trx, order)
  await close(trx, order, { ...last, received_at, method: null, reason: null, hold: 'no_stop', events })
  await leaveConnector(trx, order, received_at, null)
}

/** Holds an ended order of which events are missing, if that is so still. */
export async function holdWithoutEvents(trx: Trx, id: number, at: number): Promise<boolean> {
  const order = await lockOrder(trx, id)
  if (order?.status !== 'completed' || order.abnormal || !lacksEvents(order)) return false
  await updateOrder(trx, id, {
    ...NOTHING,
    abnormal: 'events_missing',
    lines: '[]',
    left_at: order.left_at ?? iso(at),
    events: JSON.stringify([...order.events, happened(at, 'held', { reason: 'events_missing' })]),
  })
  return true
}
