import type { Kysely } from 'kysely'
import type { Database } from '../../src/server/kit/database/tables.ts'
import { makeAlarm, makeOrder, makePile, makeUser, next } from '../make.ts'

/** An open fault, an order that is held, a refund to review, a pile that is away, a user to approve: one of each. */
export async function oneOfEach(db: Kysely<Database>) {
  const pile = await makePile(db, { state: 'offline', disconnected_at: '2026-01-01T00:00:00Z' })
  const alarm = await makeAlarm(db, {
    pile_id: pile.id,
    site_id: pile.site_id,
    kind: 'fault',
    code: `C${next()}`,
  })
  const at = { pile_id: pile.id, site_id: pile.site_id }
  const order = await makeOrder(db, { ...at, status: 'completed', abnormal: 'no_stop' })
  const paid = await makeOrder(db, { ...at, status: 'paid', paid_cents: 500, total_cents: 500 })
  const refund = await db
    .insertInto('refund')
    .values({
      ...{ number: `R${next()}`, order_id: paid.id, site_id: pile.site_id, amount_cents: 100, way: 'card' as const },
      ...{ reason: 'x', asked_by: 'Li', asked_by_id: 999_999 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const user = await makeUser(db, { status: 'unverified' })
  return { pile, alarm: alarm.id, order: order.id, refund: refund.id, offline: pile.id, user: user.id }
}
