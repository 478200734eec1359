import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { iso, ms } from '../kit/instants.ts'
import { unheardSince } from '../kit/unheard-orders.ts'
import { keepStanding, type StandingPorts, type Wrong } from './standing.ts'

/** What an administrator set. */
export interface OrderLimits {
  order_free_minutes: number
  order_silent_minutes: number
}

/** Of a broken network in a whole city; the others follow a minute later. */
const MOST = 500

/** Raises an alarm for an order that goes on although its gun is free, or of which a pile that is connected tells nothing. */
export async function watchOrders(ports: StandingPorts, limits: OrderLimits, now = Date.now()): Promise<void> {
  await keepStanding(ports, { code: 'OrderStuck', kind: 'order' }, await stuckOrders(ports.db, limits, now))
}

// Of a pile that is away it is told that it is offline.
async function stuckOrders(
  db: Kysely<Database>,
  { order_free_minutes, order_silent_minutes }: OrderLimits,
  now: number,
): Promise<Wrong[]> {
  const free = iso(now - order_free_minutes * 60_000)
  const silent = iso(now - order_silent_minutes * 60_000)
  const { rows } = await sql<{ id: number; number: string; pile_id: number; connector_number: number; at: string }>`
    with o as materialized (${unheardSince(free, silent)})
    select o.id, o.number, o.pile_id, o.connector_number, o.heard_at as at
    from o join pile p on p.id = o.pile_id and p.state <> 'offline' and p.archived_at is null
    left join connector c on c.pile_id = o.pile_id and c.number = o.connector_number
    where o.heard_at < ${silent} or o.heard_at < ${free} and c.status = 'Available' and c.status_at < ${free}
    order by o.id limit ${MOST}`.execute(db)
  return rows.map(({ id, number, at, ...place }) => ({ ...place, order_id: id, message: number, at: ms(at) }))
}
