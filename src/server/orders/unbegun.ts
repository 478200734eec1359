import type { Kysely } from 'kysely'
import { checkClock } from '../../shared/domain/meter-checks.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { Start } from '../ocpp/ports.ts'
import { close, lastKnownEnd } from './close.ts'
import { placeOf } from './frozen-rules.ts'
import { keepReadings } from './keep-readings.ts'
import { type Folded, foldEvents, type KeptEvent, keptEvents, lockNumbered, orderNumbered } from './numbered-events.ts'
import { happened, inOrder } from './order-events.ts'
import { lockOrder, type OrderRow, type Trx, updateOrder } from './order-row.ts'
import type { Payers } from './ports.ts'
import { remoteStartNumbered } from './remote-start.ts'
import { openOrder } from './start.ts'

/** Before the pile's own name in the key of an order's start. */
export const NUMBERED = 'numbered|'
/** More than any table counts is as many. */
const MOST_MISSING = 1_000_000_000
export const missingOf = ({ missing }: Folded): number => Math.min(missing, MOST_MISSING)

/** What an order says whose start its pile never told. */
const START_MISSING = 'start_missing'

/** A gun that no report names, of a pile with several. */
export const NO_GUN = 0

export interface Unbegun {
  pile_id: number
  transaction_id: string
}

/** An event came, and the start of its transaction has not. */
export async function noteUnbegun(trx: Trx, unbegun: Unbegun, heard_at: number): Promise<void> {
  await trx
    .insertInto('unbegun_transaction')
    .values({ ...unbegun, heard_at: iso(heard_at) })
    .onConflict((conflict) => conflict.columns(['pile_id', 'transaction_id']).doUpdateSet({ heard_at: iso(heard_at) }))
    .execute()
}

export async function forgetUnbegun(trx: Trx, { pile_id, transaction_id }: Unbegun): Promise<void> {
  await trx
    .deleteFrom('unbegun_transaction')
    .where('pile_id', '=', pile_id)
    .where('transaction_id', '=', transaction_id)
    .execute()
}

/**
 * Gives a transaction whose start never came its order, with all that is known of it, held for a person: nothing of it is billed by a
 * guess. Null where it has one by now. A start that comes later begins it after all.
 */
export function holdUnbegun(
  db: Kysely<Database>,
  payers: Payers,
  unbegun: Unbegun,
  now: number,
): Promise<OrderRow | null> {
  const { pile_id, transaction_id } = unbegun
  return inTransaction(db, async (trx) => {
    await lockNumbered(trx, pile_id, transaction_id)
    await forgetUnbegun(trx, unbegun)
    if (await orderNumbered(trx, pile_id, transaction_id)) return null
    const events = await keptEvents(trx, pile_id, transaction_id)
    const pile = await trx
      .selectFrom('pile')
      .select(['id', 'station_number', 'site_id'])
      .where('id', '=', pile_id)
      .executeTakeFirst()
    const [first] = events
    if (!first || !pile) return null
    const fold = foldEvents(events)
    const start = await startOf(trx, unbegun, first, fold)
    const { order } = await openOrder(trx, payers, pile, start, `${NUMBERED}${transaction_id}`)
    const readings = events.flatMap(({ readings, received_at }) => readings.map((each) => ({ ...each, received_at })))
    await keepReadings(trx, order, readings)
    return await held(trx, order, fold, now)
  })
}

/** The first that is known of it. */
async function startOf(trx: Trx, unbegun: Unbegun, first: KeptEvent, fold: Folded): Promise<Start> {
  const { pile_id, transaction_id } = unbegun
  const connector_number = fold.connector_number ?? (await onlyGun(trx, pile_id))
  const remote = await remoteStartNumbered(trx, pile_id, fold.remote_start)
  const { at, received_at, message_id, seq_no } = first
  return {
    ...{ evse_number: connector_number, connector_number, at, received_at, message_id, seq_no },
    card_number: fold.card?.card_number ?? remote?.card_number ?? null,
    meter_start_wh: fold.start_wh ?? 0,
    reservation_id: fold.reservation_id,
    numbered: { transaction_id, command_id: fold.remote_start },
  }
}

export async function onlyGun(trx: Trx, pile_id: number): Promise<number> {
  const guns = await trx
    .selectFrom('connector')
    .select('number')
    .where('pile_id', '=', pile_id)
    .where('number', '>', 0)
    .limit(2)
    .execute()
  return guns.length === 1 && guns[0] ? guns[0].number : NO_GUN
}

async function held(trx: Trx, opened: OrderRow, fold: Folded, now: number): Promise<OrderRow> {
  const events = opened.events.filter(({ event }) => event !== 'started')
  const order = { ...opened, events }
  const last = await lastKnownEnd(trx, order)
  const { ended } = fold
  await close(trx, order, {
    at: ended?.event.at ?? last.at,
    wh: ended?.wh ?? last.wh,
    received_at: ended?.event.received_at ?? now,
    method: ended ? 'device' : null,
    reason: ended?.event.reason ?? null,
    hold: 'events_missing',
    isIncomplete: true,
    events: [happened(now, START_MISSING)],
  })
  await updateOrder(trx, order.id, { missing_events: missingOf(fold), left_at: iso(now) })
  return (await lockOrder(trx, order.id)) as OrderRow
}

/** Whether its start is not known. */
export const lacksStart = ({ events }: Pick<OrderRow, 'events'>): boolean =>
  events.some(({ event }) => event === START_MISSING)

/** The start came after all: the order began then and there, at the prices of that time. */
export async function beginAfterAll(trx: Trx, order: OrderRow, { begun, start_wh }: Folded): Promise<OrderRow> {
  if (!begun || !lacksStart(order)) return order
  const { at, received_at, message_id } = begun.event
  const { rules, time_zone } = await placeOf(trx, order.pile_id, checkClock(at, received_at) ? received_at : at)
  const meter_start_wh = Math.round(start_wh ?? 0)
  const events = order.events.filter(({ event }) => event !== START_MISSING)
  await updateOrder(trx, order.id, {
    ...{ connector_number: begun.connector_number, start_message: message_id, meter_start_wh, time_zone },
    ...{ started_at: iso(at), received_at: iso(received_at), rules: JSON.stringify(rules) },
    events: JSON.stringify(inOrder([...events, happened(at, 'started', { meter_wh: meter_start_wh })])),
  })
  return (await lockOrder(trx, order.id)) as OrderRow
}
