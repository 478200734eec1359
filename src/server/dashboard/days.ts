import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'

const DEFAULT_ZONE = 'Asia/Shanghai'

/** The zone that most sites lie in: whose midnight ends a day of figures that span all of them. */
export async function zoneOfMost(db: Kysely<Database>): Promise<string> {
  const most = await db
    .selectFrom('site')
    .select('time_zone')
    .groupBy('time_zone')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('time_zone')
    .limit(1)
    .executeTakeFirst()
  return most?.time_zone ?? DEFAULT_ZONE
}

/** The days that are asked for: so many up to today, or a first and a last one. */
export interface Span {
  days: number
  from?: string | undefined
  to?: string | undefined
}

/** The bounds of the figures, and the same moments a week before by the wall's clock. */
export interface Bounds {
  zone: string
  now: string
  /** Midnight of today. */
  today: string
  week_ago: string
  day_week_ago: string
  /** Midnight of the window's first day. */
  from: string
  /** The end of the window, or of what of it is over when today began. */
  until: string
  /** The window's days. */
  first_day: string
  last_day: string
  /** Today lies in the window. */
  lasts: boolean
  before: Before
}

/** As long a time before the window: up to the midnight, then up to the moment. */
export interface Before {
  from: string
  midnight: string
  to: string
}

/** The database knows each zone's changes of the clock, so it says where its days begin. */
export async function boundsOf(db: Kysely<Database>, zone: string, { days, from, to }: Span): Promise<Bounds> {
  const wall = sql`(now() at time zone ${zone})`
  const midnight = sql`date_trunc('day', ${wall})`
  const { rows } = await sql<
    Omit<Bounds, 'zone' | 'before'> & { before_from: string; before_midnight: string; before_to: string }
  >`
    with asked as (
      select coalesce(${from ?? null}::date, ${wall}::date - (${days}::int - 1)) as first, coalesce(${to ?? null}::date, ${wall}::date) as last),
    -- Months are compared with months, however long they are.
    spans as (
      select *, least(last + 1, ${wall})::timestamp as ends, case
        when extract(day from first) = 1 and (extract(day from last + 1) = 1 or last = ${wall}::date)
          then first - make_interval(months => (extract(year from age(date_trunc('month', last), first)) * 12
            + extract(month from age(date_trunc('month', last), first)))::int + 1)
        else first - make_interval(days => last - first + 1) end as earlier
      from asked),
    compared as (
      select *, case when ends = last + 1 then first::timestamp
        else least(earlier + greatest(ends - first, '0'), first) end as earlier_ends from spans)
    select now() as now, (${midnight}) at time zone ${zone} as today,
      (${wall} - interval '7 days') at time zone ${zone} as week_ago,
      (${midnight} - interval '7 days') at time zone ${zone} as day_week_ago,
      first::timestamp at time zone ${zone} as from,
      least((last + 1)::timestamp, ${midnight}) at time zone ${zone} as until,
      to_char(first, 'YYYY-MM-DD') as first_day, to_char(last, 'YYYY-MM-DD') as last_day,
      ${wall}::date between first and last as lasts,
      earlier at time zone ${zone} as before_from, date_trunc('day', earlier_ends) at time zone ${zone} as before_midnight,
      earlier_ends at time zone ${zone} as before_to
    from compared`.execute(db)
  const { before_from, before_midnight, before_to, ...bounds } = rows[0] as (typeof rows)[number]
  return { zone, ...bounds, before: { from: before_from, midnight: before_midnight, to: before_to } }
}
