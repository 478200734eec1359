import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { layOut } from '../../shared/domain/lay-out.ts'
import type { ReportedPoint } from '../../shared/domain/meter-checks.ts'
import type { Database } from '../kit/database/tables.ts'
import type { ConnectedPile } from '../ocpp/ports.ts'
import { sessionOf, waitingOf } from './open-orders.ts'
import { OpenSession } from './open-session.ts'
import type { StoredSessions } from './session-book.ts'

/** Rebuilds what runs and what waits at piles from what is stored, in the order of the piles. */
export async function loadSessions(db: Kysely<Database>, piles: readonly ConnectedPile[]): Promise<StoredSessions[]> {
  const ids = piles.map(({ id }) => id)
  const orders = await withCustomers(db.selectFrom(openAt(ids).as('orders'))).execute()
  const sessions = orders.filter(({ status }) => status === 'generated').map(sessionOf)
  const [statuses] = await Promise.all([statusesOf(db, ids), replay(db, sessions)])
  return piles.map((pile) => ({
    statuses: statuses.get(pile.id) ?? new Map(),
    sessions: sessions.filter(({ facts }) => facts.pile_id === pile.id),
    waiting: orders
      .filter((order) => order.pile_id === pile.id && order.status === 'completed')
      .map((order) => waitingOf(order, true)),
  }))
}

/** One session anew, with its readings in time's order. */
export async function reloadSession(db: Kysely<Database>, session: OpenSession): Promise<OpenSession> {
  const { facts, charge_ended_at, idle_at, named } = session
  const anew = new OpenSession({ ...facts, charge_ended_at, idle_at, named })
  anew.heard(session.heard_at, session.heard_wh)
  await replay(db, [anew])
  for (const point of session.meanwhile ?? []) anew.take(point)
  anew.goOnFrom(session)
  return anew
}

/** The session of an order that runs; null when it does not. */
export async function loadSession(db: Kysely<Database>, order_id: number): Promise<OpenSession | null> {
  const order = await openOrders(db).where('orders.id', '=', order_id).executeTakeFirst()
  if (order?.status !== 'generated') return null
  const session = sessionOf(order)
  await replay(db, [session])
  return session
}

const openOrders = (db: Kysely<Database>) =>
  withCustomers(db.selectFrom('orders'))
    .where('orders.status', 'in', ['generated', 'completed'])
    .where('orders.left_at', 'is', null)

const withCustomers = (from: SelectQueryBuilder<Database, 'orders', object>) =>
  from
    .leftJoin('customer', 'customer.id', 'orders.customer_id')
    .leftJoin('pile', 'pile.id', 'orders.pile_id')
    .leftJoin('pile_type', 'pile_type.id', 'pile.pile_type_id')
    .selectAll('orders')
    .select(['customer.balance_cents', 'pile_type.rated_power_w'])
    .orderBy('orders.id')

/** Pile by pile: a plan for several at once reads all that is open in the network. */
const openAt = (piles: readonly number[]) => sql<Selectable<Database['orders']>>`(
  select o.* from unnest(${[...piles]}::bigint[]) p(id) cross join lateral (
    select * from orders where pile_id = p.id and status in ('generated', 'completed') and left_at is null offset 0) o)`

async function statusesOf(db: Kysely<Database>, pile_ids: number[]): Promise<Map<number, Map<number, string>>> {
  const rows = await db
    .selectFrom('connector')
    .select(['pile_id', 'number', 'status'])
    .where('pile_id', 'in', pile_ids)
    .where('status', '<>', 'Unknown')
    .execute()
  const found = new Map<number, Map<number, string>>()
  for (const { pile_id, number, status } of rows) {
    const statuses = found.get(pile_id) ?? new Map<number, string>()
    found.set(pile_id, statuses.set(number, status))
  }
  return found
}

/** Runs the stored readings through their sessions. Instants come as numbers: there may be thousands of them. */
async function replay(db: Kysely<Database>, sessions: readonly OpenSession[]): Promise<void> {
  if (sessions.length === 0) return
  const byOrder = new Map(sessions.map((session) => [session.facts.order_id, session]))
  const rows = await db
    .selectFrom('reading')
    .select([
      'order_id',
      'energy_wh',
      'resolution_wh',
      epochMs('at').as('at'),
      epochMs('received_at').as('received_at'),
    ])
    .where('order_id', 'in', [...byOrder.keys()])
    .where('energy_wh', 'is not', null)
    .orderBy('order_id')
    .orderBy('reading.at')
    .execute()
  const readings = new Map<number, ReportedPoint[]>()
  for (const { order_id, energy_wh, ...point } of rows) {
    const ofOrder = readings.get(order_id) ?? []
    if (ofOrder.length === 0) readings.set(order_id, ofOrder)
    ofOrder.push({ ...point, wh: energy_wh as number })
  }
  for (const [order_id, points] of readings) {
    const session = byOrder.get(order_id)
    session?.lay(layOut(session.facts.start, points, null, session.facts.rated_power_w))
  }
}

const epochMs = (column: 'at' | 'received_at') =>
  sql<number>`(extract(epoch from ${sql.ref(`reading.${column}`)}) * 1000)::bigint`
