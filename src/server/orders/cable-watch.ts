import type { Kysely } from 'kysely'
import { type Charging, chargingIn } from '../../shared/domain/connector-states.ts'
import { checkClock } from '../../shared/domain/meter-checks.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso, isoOrNull } from '../kit/instants.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { ConnectorReport } from '../ocpp/ports.ts'
import { SHORT_BREAK_MS } from './cable.ts'
import type { OpenSession } from './open-session.ts'
import { bounded, happened, inOrder } from './order-events.ts'
import { lockOrder, mayBeSettled, updateOrder } from './order-row.ts'
import type { WaitingOrder } from './session-book.ts'
import { type Settled, settle } from './settle.ts'
import { plugged } from './stop.ts'

/** A state change while charging: a full car ends charging with the cable in, unless it takes energy again. */
export async function noteSuspension(
  db: Kysely<Database>,
  session: OpenSession,
  before: string | undefined,
  report: ConnectorReport,
): Promise<void> {
  const { charging } = report
  const event = report.status === before ? undefined : eventOf(charging, before, session.charge_ended_at !== null)
  if (!event) return
  const at = Math.max(timeOf(report), session.facts.start.at)
  if (charging === 'held_by_vehicle') session.charge_ended_at = at
  if (charging === 'flows') session.charge_ended_at = null
  await inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, session.facts.order_id)
    if (order?.status !== 'generated') return
    const events = JSON.stringify(bounded(inOrder([...order.events, happened(at, event)])))
    await updateOrder(trx, order.id, { events, charge_ended_at: isoOrNull(session.charge_ended_at) })
  })
}

// That energy flows is news only after a suspension.
function eventOf(charging: Charging, before: string | undefined, isSuspended: boolean): string | undefined {
  if (charging === 'held_by_vehicle') return 'suspended_vehicle'
  if (charging === 'held_by_pile') return 'suspended_pile'
  if (charging !== 'flows') return undefined
  const wasHeld = chargingIn(before) === 'held_by_vehicle' || chargingIn(before) === 'held_by_pile'
  return isSuspended || wasHeld ? 'resumed' : undefined
}

/** What a connector's state does to an order whose charging has ended there. */
export type CableEffect = { did: 'nothing' | 'stays' } | { did: 'left'; settled: Settled | null }

/** Follows the cable after charging: a sign that it is in keeps the order open, one that it is out settles it. */
export async function followCable(
  db: Kysely<Database>,
  order: WaitingOrder,
  report: ConnectorReport,
): Promise<CableEffect> {
  const { cable } = report
  if (cable === 'unknown') return { did: 'nothing' }
  const at = Math.max(timeOf(report), order.ended_at)
  if (cable === 'out')
    return { did: 'left', settled: await leave(db, order, unpluggedAt(order, at), report.received_at) }
  if (order.plugged_at === null) await firstSign(db, order, at)
  order.plugged_at = at
  order.broken = false
  return { did: 'stays' }
}

/** After a break longer than a moment nobody knows when the cable was pulled: only the last sign before it counts. */
function unpluggedAt({ plugged_at, broken }: WaitingOrder, at: number): number {
  if (plugged_at === null || !broken) return at
  return at - plugged_at > SHORT_BREAK_MS ? plugged_at : at
}

async function leave(db: Kysely<Database>, { order_id }: WaitingOrder, unplugged_at: number, received_at: number) {
  return await inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, order_id)
    if (order?.status !== 'completed') return null
    if (mayBeSettled(order)) return await settle(trx, order, unplugged_at, received_at)
    if (order.left_at) return null
    const events = JSON.stringify(inOrder([...order.events, happened(unplugged_at, 'unplugged')]))
    await updateOrder(trx, order_id, { unplugged_at: iso(unplugged_at), left_at: iso(received_at), events })
    return null
  })
}

const firstSign = (db: Kysely<Database>, { order_id }: WaitingOrder, at: number) =>
  inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, order_id)
    if (order?.status === 'completed' && !order.left_at) await plugged(trx, order, at)
  })

/** The pile's own time of the report, where its clock can be believed. */
const timeOf = ({ at, received_at }: ConnectorReport) => (checkClock(at, received_at) ? received_at : at)
