import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { LACKING } from '../../shared/entities/order.ts'
import type { Ends, OwnFilters } from '../kit/crud/filters.ts'
import { dayOwned, ownedOn } from '../kit/figures/ownership.ts'

type Condition = RawBuilder<SqlBool>

const ended = sql`(t.ended_at at time zone t.time_zone)::date`
const started = sql`t.started_at at time zone t.time_zone`
const band = sql`t.lines -> 0 ->> 'band'`
/** Whose its pile was. */
const merchant = sql`(select owned.merchant_id from (select) one ${ownedOn(sql`t.pile_id`, dayOwned('t'))})`

const MISSING: Readonly<Record<(typeof LACKING)[number], RawBuilder<unknown>>> = {
  site: sql`t.site_id`,
  pile_type: sql`t.pile_type_id`,
  merchant,
  customer: sql`t.customer_id`,
  card: sql`t.card_number`,
  band,
  stop_reason: sql`t.stop_reason`,
}

const within = (of: RawBuilder<unknown>, values: readonly unknown[], { from, to }: Ends = {}): Condition => {
  const bounds = [
    ...(values.length ? [sql<SqlBool>`${of} in (${sql.join(values)})`] : []),
    ...(from === undefined ? [] : [sql<SqlBool>`${of} >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${of} <= ${to}`]),
  ]
  return sql`(${sql.join(bounds, sql` and `)})`
}

/** The index finds what lies within a day of these in any zone; of those the order's own clock decides. */
function endedOn(values: readonly unknown[], range: Ends = {}): Condition {
  const days = [...values].map(String).sort()
  const { from = days[0], to = days.at(-1) } = range
  const near = [
    ...(from === undefined ? [] : [sql<SqlBool>`t.ended_at >= ${from}::date - interval '1 day'`]),
    ...(to === undefined ? [] : [sql<SqlBool>`t.ended_at < ${to}::date + interval '2 days'`]),
  ]
  return sql`(${sql.join([...near, within(ended, values, range)], sql` and `)})`
}

/** What orders are narrowed by that is no column of theirs: groups of the statistics, each with the orders that it counts. */
export const orderFilters: OwnFilters = {
  ended_day: endedOn,
  started_hour: (values, range) => within(sql`extract(hour from ${started})::int`, values, range),
  started_weekday: (values) => within(sql`extract(isodow from ${started})::int::text`, values),
  started_band: (values) => within(band, values),
  // The index finds what their piles ever brought; of those the day decides.
  merchant_id: (values) => {
    const theirs = sql.join([...values])
    return sql`(t.pile_id in (select pile_id from pile_ownership where merchant_id in (${theirs})) and ${merchant} in (${theirs}))`
  },
  without: (values) =>
    sql`(${sql.join(
      values.map((value) => sql`${MISSING[value as keyof typeof MISSING]} is null`),
      sql` and `,
    )})`,
}
