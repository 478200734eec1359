import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import { oneByOne } from '../kit/one-by-one.ts'
import { inTransaction } from '../kit/transaction.ts'
import { lockOrder, type OrderRow } from './order-row.ts'
import type { Log } from './ports.ts'
import { holdWithoutStop } from './supersede.ts'

const AT_ONCE = 200

/**
 * Ends orders that still charge by our book while their pile has been away since `before`: on the last reading that
 * arrived, held for a person, as any order whose stop never came. A stop that the pile brings later still tells the truth.
 * Tells which orders, by their piles.
 */
export async function closeStale(
  { db, log }: { db: Kysely<Database>; log: Log },
  before: number,
  now = Date.now(),
): Promise<Pick<OrderRow, 'id' | 'pile_id'>[]> {
  return await oneByOne(
    await staleOrders(db, before),
    async ({ id, pile_id }) =>
      await inTransaction(db, async (trx) => {
        const order = await lockOrder(trx, id)
        if (order?.status !== 'generated' || !(await isAway(trx, pile_id, before))) return null
        await holdWithoutStop(trx, order, now)
        return { id, pile_id }
      }),
    (err, { id: order }) => log.error({ err, order }, 'an order whose pile is away could not be ended'),
  )
}

// A reading that arrived since shows that the pile was there.
const staleOrders = (db: Kysely<Database>, before: number) =>
  away(db, before)
    .innerJoin('orders', 'orders.pile_id', 'pile.id')
    .select(['orders.id', 'orders.pile_id'])
    .where('orders.status', '=', 'generated')
    .where('orders.received_at', '<', iso(before))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reading')
            .select('reading.order_id')
            .whereRef('reading.order_id', '=', 'orders.id')
            .where('reading.received_at', '>', iso(before)),
        ),
      ),
    )
    .orderBy('orders.id')
    .limit(AT_ONCE)
    .execute()

async function isAway(db: Kysely<Database>, pile_id: number, before: number): Promise<boolean> {
  const found = await away(db, before).select('pile.id').where('pile.id', '=', pile_id).forUpdate().executeTakeFirst()
  return found !== undefined
}

const away = (db: Kysely<Database>, before: number) =>
  db
    .selectFrom('pile')
    .where('pile.state', '=', 'offline')
    .where(({ fn }) => fn.coalesce('pile.disconnected_at', 'pile.last_seen_at', 'pile.created_at'), '<', iso(before))
