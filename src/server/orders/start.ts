import { type Kysely, sql } from 'kysely'
import { checkClock } from '../../shared/domain/meter-checks.ts'
import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import type { Refused } from '../../shared/entities/order.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso, msOrNull } from '../kit/instants.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { AuthorizationStatus, ConnectedPile, Start } from '../ocpp/ports.ts'
import { type Place, placeOf } from './frozen-rules.ts'
import type { OpenOrder } from './open-orders.ts'
import { cardEvent, happened, inOrder } from './order-events.ts'
import { nextOrderNumber } from './order-number.ts'
import { hasUnknownPayer, type OrderRow, startAbnormal, type Trx } from './order-row.ts'
import type { Payer, Payers } from './ports.ts'
import { overGroup, refusalOf } from './refusal.ts'
import { remoteStartOf } from './remote-start.ts'
import { reservationEvents } from './reservation.ts'

export interface Opened {
  order: OpenOrder
  status: AuthorizationStatus
}

/** What a start says. A later session that says the same has a running number behind it. */
const saidBy = ({ connector_number, card_number, at, meter_start_wh }: Start) =>
  [connector_number, card_number?.toUpperCase(), iso(at), meter_start_wh].join('|')

export interface Earlier {
  /** Orders whose starts said exactly the same, newest first. */
  orders: OrderRow[]
  /** When the pile booted last (epoch ms). */
  booted_at: number | null
}

/** What may be repeated by a start. */
export async function earlierOf(db: Kysely<Database>, pile_id: number, start: Start): Promise<Earlier> {
  const said = saidBy(start)
  const found = await db
    .selectFrom('orders')
    .selectAll()
    .where('pile_id', '=', pile_id)
    .where(sql`split_part(start_key, '#', 1)`, '=', said.split('#', 1)[0] as string)
    .orderBy('id', 'desc')
    .limit(MOST_ALIKE)
    .execute()
  const pile = await db.selectFrom('pile').select('booted_at').where('id', '=', pile_id).executeTakeFirst()
  const orders = found.filter(({ start_key }) => start_key === said || start_key.startsWith(`${said}#`))
  return { orders, booted_at: msOrNull(pile?.booted_at ?? null) }
}

// A clock that stands still makes all its pile's sessions alike; only the latest can be repeated.
const MOST_ALIKE = 5

/** The start's own key: a session that says what an earlier one said is numbered by that one. */
export const startKey = (start: Start, [latest]: readonly OrderRow[]) =>
  latest ? `${saidBy(start)}#${latest.id}` : saidBy(start)

/** Opens the order, no matter to whom the card belongs: energy may flow already, and then someone has to know of it. */
export function openOrder(
  db: Kysely<Database>,
  payers: Payers,
  pile: ConnectedPile,
  start: Start,
  start_key: string,
): Promise<Opened> {
  return inTransaction(db, async (trx) => {
    const card_number = start.card_number?.toUpperCase() ?? null
    const payer = card_number === null ? NOBODY : await payerOf(trx, payers, pile.id, { ...start, card_number })
    const place = await placeOf(trx, pile.id, pricedFrom(start))
    const accepted_at = card_number === null ? null : payers.acceptedAt(pile.id, card_number)
    const said = { ...start, card_number }
    const refused_as = await refusalOf(trx, pile.id, said, payer)
    const over = refused_as ? null : await overGroup(trx, pile.id, said)
    const row = await insert(trx, { ...{ pile, start: said, start_key, payer, refused_as, place, accepted_at }, over })
    const order = { ...row, balance_cents: await balanceOf(trx, row), rated_power_w: place.rated_power_w }
    return { order, status: payer.status }
  })
}

/** Charging began before anybody said who pays: it goes on, and is held for a person. */
const NOBODY: Payer = { customer_id: null, status: 'Accepted', standing: 'Accepted' }

interface Shown {
  card_number: string
  connector_number: number
  received_at: number
}

/** One card that starts at two piles in one moment: the second one sees the first one's order. */
export async function payerOf(
  trx: Trx,
  payers: Payers,
  pile_id: number,
  { card_number, connector_number, received_at }: Shown,
): Promise<Payer> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${card_number}, 0))`.execute(trx)
  return await payers.find(trx, { pile_id, connector_number }, card_number, received_at)
}

/** A session is priced by what held when it began: by its pile's clock, or by ours where that one is wrong. */
const pricedFrom = ({ at, received_at }: Start) => (checkClock(at, received_at) ? received_at : at)

interface NewOrder {
  pile: ConnectedPile
  start: Start
  start_key: string
  payer: Payer
  refused_as: Refused | null
  place: Place
  accepted_at: number | null
  over: Awaited<ReturnType<typeof overGroup>>
}

async function insert(
  trx: Trx,
  { pile, start, start_key, payer, refused_as, place, accepted_at, over }: NewOrder,
): Promise<OrderRow> {
  const { at, received_at, card_number, numbered } = start
  const remote = await remoteStartOf(trx, pile.id, start)
  const times = { started_at: iso(at), received_at: iso(received_at) }
  const wrong = startAbnormal({ ...times, rules: place.rules, time_zone: place.time_zone })
  const type = remote ? 'manual' : 'device'
  // A card may follow in a later event; without one by its end it is held then.
  const mayFollow = numbered !== undefined && card_number === null
  const abnormal =
    wrong ??
    (!mayFollow && hasUnknownPayer({ refused_as, type, card_number, terminal_reference: null }) ? 'unauthorized' : null)
  const events: OrderEvent[] = [
    ...(remote ? [happened(remote.at, 'remote_start', { by: remote.by })] : []),
    ...(card_number === null
      ? []
      : [happened(Math.min(accepted_at ?? at, at), cardEvent(payer), { card: card_number })]),
    ...(over ? [happened(at, 'over_group_limit', over)] : []),
    ...(await reservationEvents(trx, pile.id, start)),
    happened(at, 'started', { meter_wh: Math.round(start.meter_start_wh) }),
    ...(abnormal ? [happened(received_at, 'held', { reason: abnormal })] : []),
  ]
  return await trx
    .insertInto('orders')
    .values({
      number: nextOrderNumber(place.time_zone),
      type,
      abnormal,
      site_id: place.site_id,
      pile_id: pile.id,
      pile_type_id: place.pile_type_id,
      connector_number: start.connector_number,
      customer_id: refused_as ? null : payer.customer_id,
      claimed_customer_id: refused_as ? payer.customer_id : null,
      refused_as,
      command_id: remote?.id ?? null,
      reservation_id: start.reservation_id,
      card_number,
      ...times,
      meter_start_wh: Math.round(start.meter_start_wh),
      time_zone: place.time_zone,
      rules: JSON.stringify(place.rules),
      events: JSON.stringify(inOrder(events)),
      start_key,
      start_message: start.message_id,
      ...(numbered && { station_transaction_id: numbered.transaction_id, missing_events: 0, named: true }),
    })
    // Two sockets of one pile may bring the same start at once.
    .onConflict((conflict) => conflict.columns(['pile_id', 'start_key']).doUpdateSet({ start_key }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function balanceOf(trx: Trx, { customer_id }: OrderRow): Promise<number> {
  if (customer_id === null) return 0
  const customer = await trx
    .selectFrom('customer')
    .select('balance_cents')
    .where('id', '=', customer_id)
    .executeTakeFirst()
  return customer?.balance_cents ?? 0
}
