import { type Kysely, sql } from 'kysely'
import { checkClock } from '../../shared/domain/meter-checks.ts'
import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { AuthorizationStatus, ConnectedPile, Start } from '../ocpp/ports.ts'
import { type Place, placeOf } from './frozen-rules.ts'
import type { Payer, Payers } from './needs.ts'
import type { OpenOrder } from './open-orders.ts'
import { cardEvent, happened, inOrder } from './order-events.ts'
import { nextOrderNumber } from './order-number.ts'
import { type OrderRow, startAbnormal, type Trx } from './order-row.ts'
import { remoteStartOf } from './remote-start.ts'

export interface Opened {
  order: OpenOrder
  status: AuthorizationStatus
}

/** What makes a start the same one, however often its pile repeats it. */
const startKey = ({ connector_number, card_number, at, meter_start_wh }: Start) =>
  [connector_number, card_number.toUpperCase(), iso(at), meter_start_wh].join('|')

/** The order that this start opened before, if it is a repeated one. */
export const findStarted = (db: Kysely<Database>, pile_id: number, start: Start): Promise<OrderRow | undefined> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('pile_id', '=', pile_id)
    .where('start_key', '=', startKey(start))
    .executeTakeFirst()

/** Opens the order, whoever the card belongs to: energy may flow already, and then somebody has to know of it. */
export function openOrder(db: Kysely<Database>, payers: Payers, pile: ConnectedPile, start: Start): Promise<Opened> {
  return inTransaction(db, async (trx) => {
    const card_number = start.card_number.toUpperCase()
    // One card that starts at two piles in one moment: the second one sees the first one's order.
    await sql`select pg_advisory_xact_lock(hashtextextended(${card_number}, 0))`.execute(trx)
    const payer = await payers.find(trx, { pile_id: pile.id, connector_number: start.connector_number }, card_number)
    const place = await placeOf(trx, pile.id)
    const accepted_at = payers.acceptedAt(pile.id, card_number)
    const row = await insert(trx, { pile, start: { ...start, card_number }, payer, place, accepted_at })
    const order = { ...row, balance_cents: await balanceOf(trx, payer), rated_power_w: place.rated_power_w }
    return { order, status: payer.status }
  })
}

interface NewOrder {
  pile: ConnectedPile
  start: Start
  payer: Payer
  place: Place
  accepted_at: number | null
}

async function insert(trx: Trx, { pile, start, payer, place, accepted_at }: NewOrder): Promise<OrderRow> {
  const { at, received_at, card_number } = start
  const remote = await remoteStartOf(trx, pile.id, card_number, checkClock(at, received_at) ? received_at : at)
  const times = { started_at: iso(at), received_at: iso(received_at) }
  const abnormal = startAbnormal({ ...times, rules: place.rules, time_zone: place.time_zone })
  const events: OrderEvent[] = [
    ...(remote ? [happened(remote.at, 'remote_start', { by: remote.by })] : []),
    happened(Math.min(accepted_at ?? at, at), cardEvent(payer.status), { card: card_number }),
    happened(at, 'started', { meter_wh: Math.round(start.meter_start_wh) }),
    ...(abnormal ? [happened(received_at, 'held', { reason: abnormal })] : []),
  ]
  return await trx
    .insertInto('orders')
    .values({
      number: nextOrderNumber(place.time_zone),
      type: remote ? 'manual' : 'device',
      abnormal,
      site_id: place.site_id,
      pile_id: pile.id,
      pile_type_id: place.pile_type_id,
      connector_number: start.connector_number,
      customer_id: payer.customer_id,
      card_number,
      ...times,
      meter_start_wh: Math.round(start.meter_start_wh),
      time_zone: place.time_zone,
      rules: JSON.stringify(place.rules),
      events: JSON.stringify(inOrder(events)),
      start_key: startKey(start),
    })
    // Two sockets of one pile may bring the same start at once.
    .onConflict((conflict) => conflict.columns(['pile_id', 'start_key']).doUpdateSet({ start_key: startKey(start) }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function balanceOf(trx: Trx, { customer_id }: Payer): Promise<number> {
  if (customer_id === null) return 0
  const customer = await trx
    .selectFrom('customer')
    .select('balance_cents')
    .where('id', '=', customer_id)
    .executeTakeFirst()
  return customer?.balance_cents ?? 0
}
