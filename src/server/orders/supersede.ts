import type { Kysely } from 'kysely'
import { checkClock } from '../../shared/domain/meter-checks.ts'
import type { Database } from '../kit/database/tables.ts'
import { ms, msOrNull } from '../kit/instants.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { Start } from '../ocpp/ports.ts'
import { close, lastKnownEnd } from './close.ts'
import { lockOrder, type OrderRow, type Trx } from './order-row.ts'
import { type Settled, settle } from './settle.ts'

/** An order that ended because its pile went on to something else. */
export type Superseded = Settled | { order_id: number; debited: null }

/**
 * A start tells that whatever was open on its connector before is over. What still charged lost its stop: it ends on
 * its last reading and is held, since nobody knows what was drawn after it. A start that is older than what is open
 * was kept by an offline pile and ends nothing.
 */
export async function supersede(db: Kysely<Database>, pile_id: number, start: Start): Promise<Superseded[]> {
  const begun = checkClock(start.at, start.received_at) ? start.received_at : start.at
  const open = await db
    .selectFrom('orders')
    .select(['id', 'started_at', 'received_at'])
    .where('pile_id', '=', pile_id)
    .where('connector_number', '=', start.connector_number)
    .where('status', 'in', ['generated', 'completed'])
    .orderBy('id')
    .execute()
  const ended: Superseded[] = []
  for (const order of open) {
    if (beganAt(order) >= begun) continue
    const result = await inTransaction(db, (trx) => end(trx, order.id, { begun, received_at: start.received_at }))
    if (result) ended.push(result)
  }
  return ended
}

const beganAt = ({ started_at, received_at }: Pick<OrderRow, 'started_at' | 'received_at'>) =>
  checkClock(ms(started_at), ms(received_at)) ? ms(received_at) : ms(started_at)

interface Next {
  begun: number
  received_at: number
}

async function end(trx: Trx, id: number, { begun, received_at }: Next): Promise<Superseded | null> {
  const order = await lockOrder(trx, id)
  if (order?.status === 'generated') {
    await holdWithoutStop(trx, order, received_at)
    return { order_id: id, debited: null }
  }
  if (order?.status !== 'completed' || order.abnormal) return null
  const plugged_at = msOrNull(order.plugged_at)
  return await settle(trx, order, plugged_at === null ? null : Math.min(plugged_at, begun), received_at)
}

/** Ends an order whose stop never came on the last reading that did, and holds it for a person. */
export async function holdWithoutStop(trx: Trx, order: OrderRow, received_at: number): Promise<void> {
  const last = await lastKnownEnd(trx, order)
  await close(trx, order, { ...last, received_at, method: null, reason: null, hold: 'no_stop', events: [] })
}
