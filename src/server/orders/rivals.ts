import { sql } from 'kysely'
import { checkClock, WH_TOLERANCE } from '../../shared/domain/meter-checks.ts'
import { ms } from '../kit/instants.ts'
import type { Stop } from '../ocpp/ports.ts'
import { happened } from './order-events.ts'
import type { OrderRow, Trx } from './order-row.ts'
import { atConnector, beganAt, holdWithoutStop } from './supersede.ts'

/** What the process knows of an order that runs; newer than its row. */
export type IsNamed = (order: Pick<OrderRow, 'id' | 'named'>) => boolean

/** Orders that charge at the connector of another one by our book. Only one can: the registers decide which. */
async function rivalsOf(trx: Trx, { id, pile_id, connector_number }: OrderRow): Promise<OrderRow[]> {
  return await atConnector(trx, pile_id, connector_number)
    .selectAll()
    .where('status', '=', 'generated')
    .where('id', '<>', id)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * An order goes on at its connector: those that were opened there since and that their pile never named have not begun. What
 * was measured without a transaction meanwhile is this order's. They are held; a report that names one takes it up again.
 * Tells which.
 */
export async function endUnbegun(trx: Trx, order: OrderRow, isNamed: IsNamed, at: number): Promise<number[]> {
  const held: number[] = []
  for (const rival of await rivalsOf(trx, order))
    if (!isNamed(rival) && beganAt(rival) > beganAt(order)) held.push(await hold(trx, rival, order, at))
  return held
}

/**
 * A stop tells by its register what really ran at the connector. Drawn past the register that a later start gave, and never
 * named, that one has not begun; and where this session drew anything, what was open before it had ended. Tells what is
 * held for that; to be asked before the stop's order is billed.
 */
export async function endByStop(trx: Trx, order: OrderRow, stop: Stop, isNamed: IsNamed): Promise<number[]> {
  const held: number[] = []
  const drewAny = stop.meter_stop_wh > order.meter_start_wh + WH_TOLERANCE
  for (const rival of await rivalsOf(trx, order)) {
    if (isApart(order, stop, rival)) continue
    const isOlder = rival.id < order.id
    const isGhost = !isNamed(rival) && (isRefused(rival) || stop.meter_stop_wh > rival.meter_start_wh + WH_TOLERANCE)
    if (isOlder ? drewAny : isGhost) held.push(await hold(trx, rival, isOlder ? null : order, stop.received_at))
  }
  return held
}

/** The stopped session was over before the other one began, by a pile's clock that can be believed: it was kept while offline. */
function isApart(order: OrderRow, stop: Stop, rival: OrderRow): boolean {
  const isBelieved = !checkClock(stop.at, stop.received_at) && !checkClock(ms(rival.started_at), ms(rival.received_at))
  return isBelieved && stop.at <= ms(rival.started_at) && order.id > rival.id
}

async function hold(trx: Trx, rival: OrderRow, into: OrderRow | null, at: number): Promise<number> {
  if (into) await moveReadings(trx, rival, into)
  await holdWithoutStop(trx, rival, at, into ? [happened(at, 'never_begun', { order: into.number })] : [])
  return rival.id
}

// One that the order has at the same instant stays where it is.
const moveReadings = (trx: Trx, from: OrderRow, to: OrderRow) =>
  sql`
    update reading set order_id = ${to.id} where order_id = ${from.id} and not exists (
      select from reading other where other.order_id = ${to.id} and other.at = reading.at
        and other.pile_id = reading.pile_id and other.connector_number = reading.connector_number)`.execute(trx)

const refusals = new Set(['card_blocked', 'card_expired', 'card_invalid', 'card_in_use', 'balance_short'])

/** We told its pile not to charge. */
export const isRefused = ({ events }: Pick<OrderRow, 'events'>) => events.some(({ event }) => refusals.has(event))
