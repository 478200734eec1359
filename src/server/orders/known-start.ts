import type { Kysely } from 'kysely'
import {
  type EarlierOrder,
  isOver,
  isRepeated,
  isRestamped,
  type ReportedStart,
  type Since,
} from '../../shared/domain/same-start.ts'
import type { Database } from '../kit/database/tables.ts'
import { ms, msOrNull } from '../kit/instants.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { Start } from '../ocpp/ports.ts'
import type { OpenSession } from './open-session.ts'
import { countedOnce, happened } from './order-events.ts'
import { lockOrder, type OrderRow, updateOrder } from './order-row.ts'
import { isWithoutStop, reopen } from './rejoin.ts'
import type { Earlier } from './start.ts'

/** The order that a start repeats; `restamped`: it says another time than before. */
export interface KnownStart {
  order_id: number
  transaction_id: string
  restamped: boolean
}

/** What runs at the start's connector, as this process knows it. */
export type Running = readonly OpenSession[]

/** Is this start one that we have an order for? `running` are the sessions at its connector. */
export function knownStart(earlier: Earlier, running: Running, start: Start): KnownStart | null {
  const { booted_at } = earlier
  for (const order of earlier.orders) {
    const session = running.find(({ facts }) => facts.order_id === order.id)
    if (isRepeated(earlierOf(order, session), start, sinceOf(session, booted_at)))
      return { order_id: order.id, transaction_id: String(order.transaction_id), restamped: false }
  }
  const card_number = start.card_number?.toUpperCase() ?? null
  const session = running.findLast(
    (each) => each.facts.card_number === card_number && isRestamped(runningAs(each), start, sinceOf(each, booted_at)),
  )
  if (!session) return null
  const { order_id, transaction_id } = session.facts
  return { order_id, transaction_id, restamped: true }
}

/** Nothing says that the session is over: its pile neither booted since nor gave its connector up. */
export const goesOn = (session: OpenSession, booted_at: number | null): boolean =>
  !isOver(session, sinceOf(session, booted_at))

const sinceOf = (session: OpenSession | undefined, booted_at: number | null): Since => ({
  booted_at,
  idle: session !== undefined && session.idle_at !== null,
})

function earlierOf(order: OrderRow, session: OpenSession | undefined): EarlierOrder {
  const received_at = ms(order.received_at)
  return {
    open: order.status === 'generated',
    stopped: order.close_method === 'device',
    named: session?.named ?? order.named,
    message_id: order.start_message,
    started_at: ms(order.started_at),
    received_at,
    ended_at: msOrNull(order.ended_at),
    stop_received_at: msOrNull(order.stop_received_at),
    meter_start_wh: order.meter_start_wh,
    meter_wh: session?.heard_wh ?? order.meter_start_wh + order.energy_wh,
    heard_at: session?.heard_at ?? received_at,
  }
}

const runningAs = ({ facts, named, heard_wh, heard_at }: OpenSession): EarlierOrder => ({
  open: true,
  stopped: false,
  named,
  message_id: facts.start_message,
  started_at: facts.start.at,
  received_at: facts.start.received_at,
  ended_at: null,
  stop_received_at: null,
  meter_start_wh: facts.start.wh,
  meter_wh: heard_wh,
  heard_at,
})

/** An order that was ended for want of a stop runs again when its start is repeated. True if it does. */
export function resume(db: Kysely<Database>, order_id: number, at: number): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, order_id)
    if (!order || !isWithoutStop(order)) return false
    await reopen(trx, order, at)
    return true
  })
}

/** A start that came again with another time is told on its order: someone may know it for a session of its own. */
export function noteRestamped(db: Kysely<Database>, { order_id }: KnownStart, start: ReportedStart): Promise<void> {
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, order_id)
    if (order?.status !== 'generated') return
    const meter_wh = Math.round(start.meter_start_wh)
    const events = countedOnce(order.events, happened(start.received_at, 'start_repeated', { meter_wh }))
    await updateOrder(trx, order_id, { events: JSON.stringify(events) })
  })
}
