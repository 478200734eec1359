import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import type { OpenOrder } from './open-orders.ts'
import { happened, inOrder } from './order-events.ts'
import { lockOrder, updateOrder } from './order-row.ts'

/**
 * What charges on a card that is in the wrong hands is not authorized from now on. All of it waits for a person: what was
 * drawn until now is the owner's if that person says so (decide-order.ts), what comes after is not.
 */
export async function disownRunning(db: Kysely<Database>, card_number: string, now: number): Promise<OpenOrder[]> {
  const running = await db
    .selectFrom('orders')
    .select('id')
    .where('card_number', '=', card_number.toUpperCase())
    .where('status', '=', 'generated')
    .where('refused_as', 'is', null)
    .orderBy('id')
    .execute()
  const disowned: OpenOrder[] = []
  for (const { id } of running) {
    const order = await lockOrder(db, id)
    if (order?.status !== 'generated' || order.refused_as) continue
    await updateOrder(db, id, {
      refused_as: 'card_blocked',
      refused_from: iso(now),
      claimed_customer_id: order.customer_id,
      customer_id: null,
      abnormal: order.abnormal ?? 'unauthorized',
      events: JSON.stringify(inOrder([...order.events, happened(now, 'blocked_midway')])),
    })
    const changed = (await lockOrder(db, id)) ?? order
    disowned.push({ ...changed, balance_cents: 0, rated_power_w: null })
  }
  return disowned
}
