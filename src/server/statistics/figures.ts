import { type RawBuilder, sql } from 'kysely'
import type { StatisticKind, TimeKind } from '../../shared/endpoints/statistics.ts'
import type { Looking } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import type { Span } from './periods.ts'

export interface Asked {
  by: StatisticKind
  span: Span
  site_id: number | null
}

/** What the orders of a group add up to. */
export interface Sums {
  key: string
  sessions: number
  energy_wh: number
  electricity_cents: number
  service_cents: number
  occupation_cents: number
  refunded_cents: number
  cost_cents: number
  charging_seconds: number
  occupied_seconds: number
  failed_sessions: number
}

type Key = (at: RawBuilder<unknown>) => RawBuilder<string | null>

/** Groups by the clock, of a moment as it shows there. */
const CLOCK_KEYS: Partial<Record<StatisticKind, Key>> = {
  hour: (at) => sql`extract(hour from ${at})::int::text`,
  weekday: (at) => sql`extract(isodow from ${at})::int::text`,
  weekday_hour: (at) => sql`extract(isodow from ${at})::int || '-' || extract(hour from ${at})::int`,
}
export const clockKey = (by: StatisticKind): Key | undefined => CLOCK_KEYS[by]
const byStart =
  (by: TimeKind): Key =>
  () =>
    (CLOCK_KEYS[by] as Key)(sql`o.started_at at time zone o.time_zone`)

/** The group of an order `o` of a pile `p`: `at` is when it counts, by the clock of its site. */
const KEYS: Record<StatisticKind, Key> = {
  day: (at) => sql`to_char(${at}, 'YYYY-MM-DD')`,
  week: (at) => sql`to_char(date_trunc('week', ${at}), 'YYYY-MM-DD')`,
  month: (at) => sql`to_char(date_trunc('month', ${at}), 'YYYY-MM-DD')`,
  // When people come: by the start.
  hour: byStart('hour'),
  weekday: byStart('weekday'),
  weekday_hour: byStart('weekday_hour'),
  site: () => sql`o.site_id::text`,
  pile: () => sql`o.pile_id::text`,
  connector: () => sql`o.pile_id || '-' || o.connector_number`,
  pile_type: () => sql`o.pile_type_id::text`,
  merchant: () => sql`p.merchant_id::text`,
  stop_reason: () => sql`o.stop_reason`,
}

const ENDED = sql`o.ended_at at time zone o.time_zone`
const REFUNDED = sql`r.refunded_at at time zone o.time_zone`

/** The index finds what lies within a day of the period in any zone; of those the site's calendar decides. */
const within = (column: RawBuilder<unknown>, local: RawBuilder<unknown>, { from, to }: Span) =>
  sql`${column} >= ${from}::date - interval '1 day' and ${column} < ${to}::date + interval '2 days'
    and (${local})::date between ${from}::date and ${to}::date`

/** Whole seconds of each order, so that they add up to the same by whatever groups. */
const between = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`floor(greatest(0, extract(epoch from ${to} - ${from})))`
const seconds = (from: string, to: string) =>
  sql`coalesce(sum(${between(sql.ref(from), sql.ref(to))}) filter (where o.type <> 'supplement'), 0)::bigint`

/** By the clock each hour has the seconds of charging that lie in it, not all of what began in it: it says when guns are in use. */
const secondsByClock = (key: Key) => sql`
  select ${key(sql`hour at time zone o.time_zone`)} as key,
    sum(${between(sql`o.started_at`, sql`least(hour + interval '1 hour', o.charge_ended_at)`)}
      - ${between(sql`o.started_at`, sql`hour`)})::bigint as charging_seconds
  from orders o cross join lateral generate_series(date_trunc('hour', o.started_at, o.time_zone),
    o.charge_ended_at - interval '1 microsecond', '1 hour') hour
  where o.type <> 'supplement'`

/**
 * What the orders that ended in the period brought, and what was paid back in it, by group. A supplement bills a session that was
 * counted with its first order; less than a tenth of a kilowatt-hour is a start that did not charge a car.
 */
export async function sumsOf({ db, person }: Looking, { by, span, site_id }: Asked): Promise<Sums[]> {
  const ofSite = site_id === null ? sql`true` : sql`o.site_id = ${site_id}`
  const theirs = sql`${within(sql`o.ended_at`, ENDED, span)} and ${ofSite} and ${reached(person, 'order', 'o')}`
  const clock = clockKey(by)
  const { rows } = await sql<Sums>`
    with ended as (
      select coalesce(${KEYS[by](ENDED)}, '') as key, count(*) filter (where o.type <> 'supplement') as sessions,
        sum(o.energy_wh)::bigint as energy_wh, sum(o.electricity_cents)::bigint as electricity_cents,
        sum(o.service_cents)::bigint as service_cents, sum(o.occupation_cents)::bigint as occupation_cents,
        sum(o.cost_cents)::bigint as cost_cents,
        ${seconds('o.started_at', 'o.charge_ended_at')} as charging_seconds,
        ${seconds('o.charge_ended_at', 'o.unplugged_at')} as occupied_seconds,
        count(*) filter (where o.energy_wh < 100 and o.type <> 'supplement') as failed_sessions
      from orders o join pile p on p.id = o.pile_id
      where ${theirs} group by 1),
    spent as (${clock ? sql`${secondsByClock(clock)} and ${theirs} group by 1` : sql`select key, charging_seconds from ended`}),
    back as (
      select coalesce(${KEYS[by](REFUNDED)}, '') as key, sum(r.amount_cents)::bigint as refunded_cents
      from refund r join orders o on o.id = r.order_id join pile p on p.id = o.pile_id
      where ${within(sql`r.refunded_at`, REFUNDED, span)} and ${ofSite} and ${reached(person, 'refund', 'r')} group by 1)
    select key, coalesce(sessions, 0) as sessions, coalesce(energy_wh, 0) as energy_wh,
      coalesce(electricity_cents, 0) as electricity_cents, coalesce(service_cents, 0) as service_cents,
      coalesce(occupation_cents, 0) as occupation_cents, coalesce(refunded_cents, 0) as refunded_cents,
      coalesce(cost_cents, 0) as cost_cents, coalesce(spent.charging_seconds, 0) as charging_seconds,
      coalesce(occupied_seconds, 0) as occupied_seconds, coalesce(failed_sessions, 0) as failed_sessions
    from ended full join back using (key) full join spent using (key)`.execute(db)
  return rows
}

const TITLES: Partial<Record<StatisticKind, RawBuilder<unknown>>> = {
  site: sql`select id::text as key, name as title from site`,
  pile: sql`select id::text as key, station_number as title from pile`,
  connector: sql`select p.id || '-' || c.number as key, p.station_number || '-' || c.number as title
    from pile p join connector c on c.pile_id = p.id`,
  pile_type: sql`select id::text as key, name as title from pile_type`,
  merchant: sql`select id::text as key, name as title from merchant`,
}

/** What groups are called; times and reasons say it themselves. */
export async function titlesOf(
  { db }: Looking,
  by: StatisticKind,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const named = TITLES[by]
  if (!named || keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; title: string }>`
    select key, title from (${named}) named where key = any(${[...keys]}::text[])`.execute(db)
  return new Map(rows.map(({ key, title }) => [key, title]))
}

/** Today at the site where the day began first. */
export async function todayOf({ db }: Looking): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select to_char(max((now() at time zone zone)::date), 'YYYY-MM-DD') as today
    from (select time_zone as zone from site union select 'Asia/Shanghai') zones`.execute(db)
  return (rows[0] as { today: string }).today
}
