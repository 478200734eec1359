import { sql } from 'kysely'
import type { ConnectorNow } from '../../shared/endpoints/piles.ts'
import { customer } from '../../shared/entities/customer.ts'
import { maskOf } from '../../shared/kit/mask.ts'
import type { Looking } from '../kit/context.ts'
import { mayRead } from '../kit/crud/masking.ts'
import { anyOfIds, keptPlan } from '../kit/database/client.ts'
import { maySeeMoney } from '../kit/person.ts'
import { reached } from '../kit/reach/within.ts'
import { occupationNow, type PluggedOrder } from './occupation-now.ts'

type OrderNow = NonNullable<ConnectorNow['order']>

/** An order with what its price up to now takes; `billed`: nothing is added any more. */
interface FoundOrder extends Omit<OrderNow, 'occupation_from' | 'customer' | 'total_cents'>, PluggedOrder {
  total_cents: number
  name: string | null
  account: string | null
  /** The customer is within reach. */
  theirs: boolean | null
  unplugged: boolean
  billed: boolean
}

interface Found extends Omit<ConnectorNow, 'order'> {
  pile_id: number
  order: FoundOrder | null
}

/** In these a cable may be in: the session that ended last is still the connector's. */
const PLUGGED = ['Preparing', 'Charging', 'SuspendedEVSE', 'SuspendedEV', 'Finishing'].map((status) => sql.lit(status))

/** Each pile's connectors as they are now, with the session that is theirs; 0 is the pile itself. */
export async function connectorsNow(
  looking: Looking,
  pile_ids: readonly number[],
): Promise<Map<number, ConnectorNow[]>> {
  const now = Date.now()
  const seesMoney = maySeeMoney(looking.person)
  const all = new Map<number, ConnectorNow[]>(pile_ids.map((id) => [id, []]))
  for (const { pile_id, ...connector } of await find(looking, pile_ids))
    all.get(pile_id)?.push({ ...connector, order: orderOf(connector.order, now, seesMoney) })
  return all
}

/** Why nothing is billed, also before the first reading of a session that began without a price. */
export const abnormalOf = sql`coalesce(o.abnormal, case when jsonb_array_length(o.rules) = 0 then 'no_price' end)`

/** The session that charges, or the one that ended here while its cable is still in. */
function orderOf(found: FoundOrder | null, now: number, seesMoney: boolean): OrderNow | null {
  if (!found) return null
  const { unplugged, billed, rules, time_zone, charge_ended_at, name, account, theirs, ...shown } = found
  const total = (cents: number) => (seesMoney ? found.total_cents + cents : null)
  const order = {
    ...shown,
    total_cents: total(0),
    customer: theirs ? (name ?? account) : account && maskOf(customer.fields.account, account),
  }
  if (order.status !== 'generated' && unplugged) return null
  if (billed) return { ...order, occupation_from: null }
  const { from, cents } = occupationNow({ rules, time_zone, charge_ended_at, ended_at: order.ended_at }, now)
  return { ...order, total_cents: total(cents), occupation_from: from }
}

/**
 * An idle connector is kept at no current. In a session that says nothing before the first reading, and nothing at a pile
 * that reports its power without the current.
 */
const unmeasured = sql`o.status = 'generated'
  and (c.measured_at is null or c.measured_at < o.started_at or (c.current_ma = 0 and c.power_w > 0))`

/** A pile that names its transactions begins them when a car is plugged in, or even parked (OCPP 2.0.1, TxStartPoint). */
export const awaitsPayer = sql<boolean>`(o.status = 'generated' and o.card_number is null and o.terminal_reference is null
  and o.station_transaction_id is not null)`

/** Open orders have an index of their own; only where a cable is in is the newest order looked for among all. */
async function find({ db, person }: Looking, pile_ids: readonly number[]): Promise<Found[]> {
  if (pile_ids.length === 0) return []
  const plugged = sql`c.status in (${sql.join(PLUGGED)})`
  const here = sql`o.pile_id = c.pile_id and o.connector_number = c.number and c.number > 0`
  const theirs = reached(person, 'customer', 'u')
  const balance = mayRead(customer, 'balance_cents', person)
    ? sql`case when ${theirs} then u.balance_cents end`
    : sql`null::bigint`
  const { rows } = await keptPlan(sql<Found>`
    select c.pile_id, c.number, case when p.state = 'offline' then 'Offline' else c.status end as status, c.status_at,
      c.error_code, c.vendor_code, c.info, case when p.state = 'offline' then null else c.power_w end as power_w,
      case when ${unmeasured} then null else c.current_ma end as current_ma, c.voltage_mv, c.soc, c.temperature_c, c.measured_at, case when o.id is not null then json_build_object(
        'id', o.id, 'number', o.number, 'status', o.status, 'started_at', ${iso('o.started_at')}, 'ended_at', ${iso('o.ended_at')},
        'energy_wh', o.energy_wh, 'total_cents', o.total_cents, 'abnormal', ${abnormalOf}, 'name', u.name, 'account', u.account,
        'awaits_payer', ${awaitsPayer}, 'theirs', ${theirs}, 'balance_cents', ${balance}, 'unplugged', o.unplugged_at is not null or not (${plugged}),
        'billed', o.status not in ('generated', 'completed') or o.abnormal is not null,
        'rules', o.rules, 'time_zone', o.time_zone, 'charge_ended_at', ${iso('o.charge_ended_at')}) end as order
    from connector c join pile p on p.id = c.pile_id
    left join lateral (
      (select * from orders o where ${here} and o.status in ('generated', 'completed') order by o.id desc limit 1)
      union all
      (select * from orders o where ${here} and ${plugged} order by o.id desc limit 1)
      order by id desc limit 1) o on true
    left join customer u on u.id = o.customer_id
    where c.pile_id = ${anyOfIds(pile_ids)} order by c.pile_id, c.number`).execute(db)
  return rows
}

export const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
