import { type RawBuilder, sql } from 'kysely'
import type { Looking } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'

interface Window {
  person: Looking['person']
  zone: string
  /** Instants. */
  from: string
  to: string
}

/** Days that are added up and that nothing changed in since. */
const keptDays = (zone: string) => sql`
  select each::date as day from daily_figures_range r, generate_series(r.first_day, r.last_day, interval '1 day') each
  where r.time_zone = ${zone} and not exists (
    select from daily_figures_note n where (n.ended_at at time zone ${zone})::date = each::date)`

const figures = (each: (name: string) => RawBuilder<unknown>) =>
  sql.join(['electricity_cents', 'service_cents', 'occupation_cents', 'energy_wh'].map(each))
const summed = figures((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`)

/**
 * What ended on each whole day between two moments: from the days that are added up, and of the others from the orders
 * themselves, by an index that has all of it, so that no order is read. A supplement bills a session that was counted with
 * its first order.
 */
export const endedByDay = ({ person, zone, from, to }: Window): RawBuilder<unknown> => sql`
  with kept as (${keptDays(zone)}),
  wanted as (select each::date as day from generate_series((${from}::timestamptz at time zone ${zone})::date,
    ((${to}::timestamptz - interval '1 microsecond') at time zone ${zone})::date, interval '1 day') each)
  select f.day, ${summed}, coalesce(sum(services), 0)::bigint as services
    from daily_figures f join kept using (day) join wanted using (day)
    where f.time_zone = ${zone} and ${reached(person, 'order', 'f')} group by f.day
  union all
  select w.day, o.* from wanted w cross join lateral (
    select ${summed}, count(*) filter (where type <> 'supplement') as services from orders
    where ended_at >= greatest(w.day::timestamp at time zone ${zone}, ${from}::timestamptz)
      and ended_at < least((w.day + 1)::timestamp at time zone ${zone}, ${to}::timestamptz)
      and ${reached(person, 'order', 'orders')}) o
    where not exists (select from kept where kept.day = w.day)`

/** How many sessions had ended before a midnight. */
export const servicesUntil = ({ person, zone, to }: Omit<Window, 'from'>): RawBuilder<unknown> => sql`
  with kept as (${keptDays(zone)}),
  -- What lies between two kept days, before the first and behind the last.
  gaps as (select coalesce((lag(day) over (order by day) + 1)::timestamp at time zone ${zone}, '-infinity') as from,
      day::timestamp at time zone ${zone} as to from kept
    union all select coalesce((max(day) + 1)::timestamp at time zone ${zone}, '-infinity'), ${to}::timestamptz from kept)
  select (coalesce((select sum(services) from daily_figures f join kept using (day)
      where f.time_zone = ${zone} and ${reached(person, 'order', 'f')}), 0)
    + coalesce((select sum(o.services) from gaps cross join lateral (
      select count(*) as services from orders where ended_at >= gaps.from and ended_at < gaps.to and type <> 'supplement'
        and ${reached(person, 'order', 'orders')}) o where gaps.from < gaps.to), 0))::bigint as services`
