import type { Kysely } from 'kysely'
import { instantOf } from '../../shared/domain/same-start.ts'
import type { Database } from '../kit/database/tables.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { Metered } from '../ocpp/ports.ts'
import { happened, inOrder } from './order-events.ts'
import {
  hasUnknownPayer,
  isNumbered,
  lockOrder,
  lockTransaction,
  type OrderRow,
  startAbnormal,
  type Trx,
  updateOrder,
} from './order-row.ts'
import { endUnbegun, type IsNamed } from './rivals.ts'
import { atConnector, beganAt } from './supersede.ts'

export type Rejoined =
  | { did: 'nothing'; reason: 'unknown_transaction' | 'already_closed' }
  /** The readings are its own; it stays as it is. */
  | { did: 'belongs'; order_id: number }
  /** It runs again; `held` was open at its connector instead. */
  | { did: 'runs'; order_id: number; held: number[] }

/**
 * A pile reports readings of a transaction that we ended without its word, since a start came or it was away: the registers go
 * on under its number, so it was not over. What was read before another session began is its own all the same.
 */
export function rejoin(db: Kysely<Database>, pile_id: number, metered: Metered, isNamed: IsNamed): Promise<Rejoined> {
  return inTransaction(db, async (trx) => {
    const order = await lockTransaction(trx, pile_id, metered.transaction_id)
    if (!order || order.connector_number !== metered.connector_number)
      return { did: 'nothing', reason: 'unknown_transaction' }
    if (order.status === 'generated') return { did: 'runs', order_id: order.id, held: [] }
    if (!isWithoutStop(order)) return { did: 'nothing', reason: 'already_closed' }
    if (await isBeforeNext(trx, order, metered)) return { did: 'belongs', order_id: order.id }
    await reopen(trx, order, metered.received_at)
    return { did: 'runs', order_id: order.id, held: await endUnbegun(trx, order, isNamed, metered.received_at) }
  })
}

/** Ended by us without a word of its pile, and not settled by a person since. */
export const isWithoutStop = ({ status, close_method }: OrderRow) => status === 'completed' && close_method === null

/** All of it was read before the session that runs there now began. */
async function isBeforeNext(trx: Trx, order: OrderRow, { readings, received_at }: Metered): Promise<boolean> {
  const next = await atConnector(trx, order.pile_id, order.connector_number)
    .selectAll()
    .where('status', '=', 'generated')
    .where('id', '>', order.id)
    .orderBy('id')
    .executeTakeFirst()
  return next !== undefined && readings.every(({ at }) => instantOf(at, received_at) < beganAt(next))
}

/** It charges as before. */
export const reopen = (trx: Trx, order: OrderRow, at: number) =>
  updateOrder(trx, order.id, {
    status: 'generated',
    abnormal: startAbnormal(order) ?? (hasUnknownPayer(order) && !isNumbered(order) ? 'unauthorized' : null),
    ended_at: null,
    meter_stop_wh: null,
    stop_received_at: null,
    left_at: null,
    idle_at: null,
    events: JSON.stringify(inOrder([...order.events, happened(at, 'reopened')])),
  })

/** An order that runs shows that others at its connector have not begun. Tells which are held for that. */
export function holdUnbegun(db: Kysely<Database>, order_id: number, isNamed: IsNamed, at: number): Promise<number[]> {
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, order_id)
    return order?.status === 'generated' ? await endUnbegun(trx, order, isNamed, at) : []
  })
}
