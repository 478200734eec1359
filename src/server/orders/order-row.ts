import type { Kysely, Selectable, Updateable } from 'kysely'
import { type Tariff, tariffOf } from '../../shared/domain/bands.ts'
import { checkClock, type ReportedPoint } from '../../shared/domain/meter-checks.ts'
import { siteClock } from '../../shared/domain/time-zone.ts'
import type { Database } from '../kit/database/tables.ts'
import { ms } from '../kit/instants.ts'

export type OrderRow = Selectable<Database['orders']>
export type OrderChange = Updateable<Database['orders']>
/** Always within a transaction. */
export type Trx = Kysely<Database>

/** An order of this pile, held against every other change until the transaction ends. Ours are numbered in 32 bits. */
export async function lockTransaction(
  trx: Trx,
  pile_id: number,
  transaction_id: string | null,
): Promise<OrderRow | undefined> {
  const number = numberOf(transaction_id)
  if (number === null) return undefined
  return await trx
    .selectFrom('orders')
    .selectAll()
    .where('pile_id', '=', pile_id)
    .where('transaction_id', '=', number)
    .forUpdate()
    .executeTakeFirst()
}

/** Null for a text that none of ours has. */
function numberOf(transaction_id: string | null): number | null {
  const number = transaction_id !== null && /^[1-9]\d{0,9}$/.test(transaction_id) ? Number(transaction_id) : 0
  return number >= 1 && number <= 0x7fffffff ? number : null
}

export const lockOrder = (trx: Trx, id: number): Promise<OrderRow | undefined> =>
  trx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * It will be paid: held from the beginning. A row that is changed twice in a transaction holds its customer's for sharing, and two
 * who share cannot both have it alone.
 */
export async function holdPayer(trx: Trx, { customer_id }: Pick<OrderRow, 'customer_id'>): Promise<void> {
  if (customer_id === null) return
  await trx.selectFrom('customer').select('id').where('id', '=', customer_id).forUpdate().execute()
}

export const updateOrder = (trx: Trx, id: number, change: OrderChange) =>
  trx
    .updateTable('orders')
    .set({ ...change, updated_at: new Date().toISOString() })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** The tariff that was frozen on an order; null when no price was in force. */
export const tariffOfOrder = ({ rules, time_zone }: Pick<OrderRow, 'rules' | 'time_zone'>): Tariff | null =>
  tariffOf(rules, siteClock(time_zone))

export const startOf = (order: Pick<OrderRow, 'started_at' | 'meter_start_wh' | 'received_at'>): ReportedPoint => ({
  at: ms(order.started_at),
  wh: order.meter_start_wh,
  received_at: ms(order.received_at),
})

/** What is wrong with an order from its start on, before any reading. */
export const startAbnormal = (order: Pick<OrderRow, 'started_at' | 'received_at' | 'rules' | 'time_zone'>) =>
  checkClock(ms(order.started_at), ms(order.received_at)) ?? (tariffOfOrder(order) ? null : 'no_price')

/** Nobody who may charge stands behind it: its card was refused, or nobody showed one or paid at the pile's terminal. */
export const hasUnknownPayer = ({
  refused_as,
  type,
  card_number,
  terminal_reference,
}: Pick<OrderRow, 'refused_as' | 'type' | 'card_number' | 'terminal_reference'>) =>
  refused_as !== null || (type === 'device' && card_number === null && terminal_reference === null)

/** Its pile names it by itself and reports it in numbered events. */
export const isNumbered = ({ station_transaction_id }: Pick<OrderRow, 'station_transaction_id'>) =>
  station_transaction_id !== null

/** Events of it are not here yet: what is known of it is not all that will be billed. */
export const lacksEvents = ({ missing_events }: Pick<OrderRow, 'missing_events'>) => (missing_events ?? 0) > 0

/** Ended for good: nothing is left to be known of it, and no person has to look. */
export const mayBeSettled = (order: Pick<OrderRow, 'abnormal' | 'missing_events'>) =>
  !order.abnormal && !lacksEvents(order)

/** What the register said during an order, in time's order. */
export async function readingsOf(db: Kysely<Database>, order_id: number): Promise<ReportedPoint[]> {
  const rows = await db
    .selectFrom('reading')
    .select(['at', 'energy_wh', 'resolution_wh', 'received_at'])
    .where('order_id', '=', order_id)
    .where('energy_wh', 'is not', null)
    .orderBy('at')
    .execute()
  return rows.map(({ at, energy_wh, resolution_wh, received_at }) => ({
    at: ms(at),
    wh: energy_wh as number,
    resolution_wh,
    received_at: ms(received_at),
  }))
}

export async function ratedPower(db: Kysely<Database>, pile_id: number): Promise<number | null> {
  const type = await db
    .selectFrom('pile')
    .innerJoin('pile_type', 'pile_type.id', 'pile.pile_type_id')
    .select('rated_power_w')
    .where('pile.id', '=', pile_id)
    .executeTakeFirst()
  return type?.rated_power_w ?? null
}
