import { type Kysely, sql } from 'kysely'
import type { pileSeries } from '../../shared/endpoints/piles.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Database } from '../kit/database/tables.ts'

type Series = Data<typeof pileSeries>

const MOST_POINTS = 300
/** A connector has fewer orders than these in an hour. */
const LATEST_ORDERS = 100

/** A connector's readings since its open session began, or of the last hour. Thinned evenly; the latest is always there. */
export async function seriesOf(
  db: Kysely<Database>,
  { id, connector_number }: Parsed<typeof pileSeries>,
): Promise<Series> {
  const order = await db
    .selectFrom('orders')
    .select('started_at')
    .where('pile_id', '=', id)
    .where('connector_number', '=', connector_number)
    .where('status', '=', 'generated')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const from = order?.started_at ?? new Date(Date.now() - 3_600_000).toISOString()
  // By their orders, and by the connector where they belong to none: no index finds both.
  const { rows } = await sql<Series['points'][number]>`
    with latest as (
      select id from orders where pile_id = ${id} and connector_number = ${connector_number} order by id desc limit ${LATEST_ORDERS}),
    told as (
      select r.* from latest join reading r on r.order_id = latest.id and r.at >= ${from}
      union all
      select * from reading where order_id = 0 and pile_id = ${id} and connector_number = ${connector_number} and at >= ${from}),
    found as (
      select at, power_w, current_ma, voltage_mv, soc, energy_wh, row_number() over (order by at desc) - 1 as place, count(*) over () as many
      from told)
    select at, power_w, current_ma, voltage_mv, soc, energy_wh from found
    where place % greatest(1, ceil(many / ${MOST_POINTS}::numeric)::bigint) = 0 order by at`.execute(db)
  return { points: rows }
}
