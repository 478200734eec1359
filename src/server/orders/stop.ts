import type { Kysely } from 'kysely'
import { ruleAt } from '../../shared/domain/bands.ts'
import { mayOccupy } from '../../shared/domain/occupation.ts'
import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso, ms, msOrNull } from '../kit/instants.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { ConnectedPile, Stop } from '../ocpp/ports.ts'
import { cableAtStop, LATE_MS } from './cable.ts'
import { close } from './close.ts'
import { keepReadings } from './keep-readings.ts'
import { happened } from './order-events.ts'
import {
  isNumbered,
  lacksEvents,
  lockTransaction,
  type OrderRow,
  type Trx,
  tariffOfOrder,
  updateOrder,
} from './order-row.ts'
import { isWithoutStop } from './rejoin.ts'
import { endByStop, type IsNamed } from './rivals.ts'
import { type Settled, settle } from './settle.ts'
import { fits } from './stop-fits.ts'
import { leaveConnector } from './supersede.ts'

/** The time that a cable may stay in for nothing, as something that happened when charging ended. */
function freeInterval(order: OrderRow): OrderEvent[] {
  const tariff = tariffOfOrder(order)
  if (!tariff || !order.charge_ended_at) return []
  const at = ms(order.charge_ended_at)
  const { free_minutes, occupation_fee } = ruleAt(tariff, at)
  return free_minutes > 0 && occupation_fee > 0 ? [happened(at, 'free_interval', { minutes: free_minutes })] : []
}

/** What a stop did: ended its order, found it ended by the very same stop, or found nothing of its own to end. */
export type Stopped =
  | ({ did: 'ended'; order: OrderRow; held: number[] } & Aftermath)
  | { did: 'repeated'; order: OrderRow }
  | { did: 'nothing'; reason: 'unknown_transaction' | 'already_closed' | 'does_not_fit' }

interface Aftermath {
  /** Null: the cable may stay in, or a person has to look first. */
  settled: Settled | null
  /** The sign that the cable stayed in, by the pile's clock. */
  plugged_at: number | null
}

/** What the process knows of the pile that stops. */
export interface KnownOfPile {
  /** A connector's state as it was reported last. */
  statusAt(connector_number: number): string | undefined
  isNamed: IsNamed
}

/** Ends the order of a stop's transaction. `held`: what else was open at its connector and is held now. */
export function stopOrder(db: Kysely<Database>, pile: ConnectedPile, stop: Stop, known: KnownOfPile): Promise<Stopped> {
  return inTransaction(db, async (trx) => {
    const order = await lockTransaction(trx, pile.id, stop.transaction_id)
    if (!order) return { did: 'nothing', reason: 'unknown_transaction' }
    if (!mayEnd(order))
      return isSame(order, stop) ? { did: 'repeated', order } : { did: 'nothing', reason: 'already_closed' }
    if (!fits(order, stop, known.isNamed(order))) return { did: 'nothing', reason: 'does_not_fit' }
    await storeReadings(trx, order, stop)
    const { missing = 0 } = stop
    const again = lacksEvents(order) ? withoutEnd(order) : order
    const held = await endByStop(trx, order, stop, known.isNamed)
    const ended = await close(trx, again, {
      at: stop.at,
      wh: stop.meter_stop_wh,
      received_at: stop.received_at,
      method: 'device',
      reason: stop.reason,
      isIncomplete: missing > 0,
      ...(stop.isUnmeasured === true && missing === 0 && { hold: 'not_measured' as const }),
      events: [happened(stop.at, 'stopped', { reason: stop.reason, meter_wh: Math.round(stop.meter_stop_wh) })],
    })
    if (stop.missing !== undefined) await updateOrder(trx, order.id, { missing_events: missing })
    // What is missing may say that more was drawn.
    if (missing > 0) return { did: 'ended', order: ended, held, settled: null, plugged_at: null }
    const status = known.statusAt(order.connector_number)
    return { did: 'ended', order: ended, held, ...(await settleNow(trx, ended, stop, status)) }
  })
}

/** Charging, or ended by us without a word of the pile, or ended with events missing and not decided by a person since. */
export const mayEnd = (order: OrderRow) =>
  order.status === 'generated' || isWithoutStop(order) || (order.status === 'completed' && lacksEvents(order))

/** As it was before it was ended with what was known then. */
const withoutEnd = (order: OrderRow): OrderRow => ({
  ...order,
  events: order.events.filter(({ event, figures }) => event !== 'stopped' && figures.reason !== 'events_missing'),
})

const isSame = (order: OrderRow, stop: Stop) =>
  order.close_method === 'device' &&
  order.meter_stop_wh === Math.round(stop.meter_stop_wh) &&
  order.ended_at === iso(stop.at)

/** Settles at once where no occupation can follow; otherwise the cable is watched from here on. */
async function settleNow(trx: Trx, order: OrderRow, stop: Stop, status: string | undefined): Promise<Aftermath> {
  // Without leave nothing was taken: the driver was told to leave, and owes nothing for the place either.
  if (order.refused_as && !order.abnormal)
    return { settled: await settle(trx, order, null, stop.received_at), plugged_at: null }
  const isLate = stop.received_at - stop.at > LATE_MS
  const isOver = isLate || order.left_at !== null
  const isOut = isOver || !mayOccupy(order.rules) || stop.isCableOut === true
  const cable = isOut ? 'out' : cableAtStop(status, stop.reason)
  const plugged_at = cable === 'in' ? stop.at : null
  if (plugged_at !== null) await plugged(trx, order, plugged_at)
  if (cable !== 'out') return { settled: null, plugged_at }
  if (order.abnormal) {
    await leaveConnector(trx, order, stop.received_at, null)
    return { settled: null, plugged_at }
  }
  return { settled: await settle(trx, order, unpluggedAt(order, stop), stop.received_at), plugged_at }
}

/** Of a numbered one the connector may have said it before its last event came. */
function unpluggedAt(order: OrderRow, { at, reason, isCableOut }: Stop): number | null {
  if (reason === 'EVDisconnected' || isCableOut) return at
  return isNumbered(order) ? msOrNull(order.unplugged_at) : null
}

/** The first sign that the cable stayed in. */
export async function plugged(trx: Trx, order: OrderRow, at: number): Promise<void> {
  const events: OrderEvent[] = [...order.events, ...freeInterval(order)]
  await updateOrder(trx, order.id, { plugged_at: iso(at), events: JSON.stringify(events) })
}

/** The readings that came with the stop. */
const storeReadings = (trx: Trx, order: OrderRow, { readings, received_at }: Stop) =>
  keepReadings(
    trx,
    order,
    readings.map((reading) => ({ ...reading, received_at })),
  )
