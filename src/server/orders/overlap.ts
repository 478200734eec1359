import { sql } from 'kysely'
import { checkClock, WH_TOLERANCE } from '../../shared/domain/meter-checks.ts'
import { ms } from '../kit/instants.ts'
import type { OrderRow, Trx } from './order-row.ts'

interface End {
  at: number
  wh: number
  received_at: number
}

/** A connector has one session at a time: this many orders of it are enough to look at. */
const NEIGHBOURS = 20

/**
 * Did another order of this connector draw the same stretch of the register at the same time? Only one of them can be
 * right, so neither is billed without a person.
 */
export async function overlaps(trx: Trx, order: OrderRow, end: End): Promise<boolean> {
  if (end.wh - order.meter_start_wh <= WH_TOLERANCE) return false
  const others = await trx
    .selectFrom('orders')
    .select([
      'id',
      'status',
      'close_method',
      'started_at',
      'ended_at',
      'received_at',
      'stop_received_at',
      'meter_start_wh',
    ])
    .select(sql<number>`coalesce(meter_stop_wh, meter_start_wh + energy_wh)::float8`.as('until_wh'))
    .where('pile_id', '=', order.pile_id)
    .where('connector_number', '=', order.connector_number)
    .where('type', '<>', 'supplement')
    .where('start_key', 'not like', 'manual|%') // entered by a person, who was asked
    .orderBy('id', 'desc')
    .limit(NEIGHBOURS)
    .execute()
  const before = others.find(({ id }) => id < order.id)
  if (before && beganWithin(order, before)) return true
  return others.some((other) => {
    const wh = Math.min(end.wh, other.until_wh) - Math.max(order.meter_start_wh, other.meter_start_wh)
    return other.id !== order.id && wh > WH_TOLERANCE && isAtOnce(order, end, other)
  })
}

/** The session before lost its stop, and this one began at a register that the other had passed: some of it is the other's. */
const beganWithin = (
  { meter_start_wh }: OrderRow,
  before: Pick<OrderRow, 'status' | 'close_method' | 'meter_start_wh'> & { until_wh: number },
) =>
  before.status === 'completed' &&
  before.close_method === null &&
  // A meter that counts each session from 0 begins where the other one began.
  meter_start_wh > before.meter_start_wh + WH_TOLERANCE &&
  meter_start_wh < before.until_wh - WH_TOLERANCE

type Other = Pick<OrderRow, 'started_at' | 'ended_at' | 'received_at' | 'stop_received_at'>

/** By our clock, and by the pile's where it is believed: what an offline pile kept arrives while another session runs. */
function isAtOnce(order: OrderRow, end: End, other: Other): boolean {
  const received_at = ms(order.received_at)
  const stopped_at = other.stop_received_at === null ? Number.POSITIVE_INFINITY : ms(other.stop_received_at)
  // What a pile kept comes at one instant: then its own clock tells.
  if (ms(other.received_at) > end.received_at || stopped_at < received_at) return false
  const clocks = [
    [ms(order.started_at), received_at],
    [end.at, end.received_at],
    [ms(other.started_at), ms(other.received_at)],
  ] as const
  if (clocks.some(([at, received]) => checkClock(at, received))) return true
  const ended_at = other.ended_at === null ? Number.POSITIVE_INFINITY : ms(other.ended_at)
  return ms(other.started_at) < end.at && ended_at > ms(order.started_at)
}
