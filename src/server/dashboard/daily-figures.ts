import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { zoneOfMost } from './days.ts'

/** So long after its end a day is added up; what changes in it later leaves a note (migration 0021). */
const SETTLED_AFTER = '8 hours'

/**
 * Adds up the days that are over by site and pile, and anew those that something changed in since. Tells how many days.
 * Figures by another zone's days are forgotten: most sites lie elsewhere now.
 */
export async function addUpDays(db: Kysely<Database>): Promise<number> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const zone = await zoneOfMost(trx)
      await forgetOtherZones(trx, zone)
      const days = await daysToAddUp(trx, zone)
      if (!days.length) return 0
      await sql`delete from daily_figures where time_zone = ${zone} and day = any(${days}::date[])`.execute(trx)
      await insertDays(trx, zone, days)
      // Only notes that this snapshot sees: a later one's order is not in the figures either.
      await sql`delete from daily_figures_note where (ended_at at time zone ${zone})::date = any(${days}::date[])`.execute(
        trx,
      )
      await sql`insert into daily_figures_range as kept (time_zone, first_day, last_day)
        select ${zone}, min(day), max(day) from unnest(${days}::date[]) day
        on conflict (time_zone) do update set first_day = least(kept.first_day, excluded.first_day),
          last_day = greatest(kept.last_day, excluded.last_day)`.execute(trx)
      return days.length
    })
}

async function forgetOtherZones(trx: Kysely<Database>, zone: string): Promise<void> {
  await sql`delete from daily_figures_range where time_zone <> ${zone}`.execute(trx)
  await sql`delete from daily_figures where time_zone <> ${zone}`.execute(trx)
}

/** From the day after the last one, or of the first order, to the last that is long over; and those with a note. */
async function daysToAddUp(trx: Kysely<Database>, zone: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with last as (select ((now() - ${SETTLED_AFTER}::interval) at time zone ${zone})::date - 1 as day),
    begin as (select coalesce((select last_day + 1 from daily_figures_range where time_zone = ${zone}),
      (select (min(ended_at) at time zone ${zone})::date from orders)) as day)
    select to_char(each, 'YYYY-MM-DD') as day from last, begin, generate_series(begin.day, last.day, interval '1 day') each
    union select to_char(ended_at at time zone ${zone}, 'YYYY-MM-DD') from daily_figures_note, last
      where (ended_at at time zone ${zone})::date <= last.day
    order by 1`.execute(trx)
  return rows.map(({ day }) => day)
}

const insertDays = (trx: Kysely<Database>, zone: string, days: readonly string[]) =>
  sql`
  insert into daily_figures (time_zone, day, site_id, pile_id, electricity_cents, service_cents, occupation_cents, energy_wh, services)
  select ${zone}, each.day, o.* from unnest(${days}::date[]) each (day) cross join lateral (
    select site_id, pile_id, coalesce(sum(electricity_cents), 0), coalesce(sum(service_cents), 0),
      coalesce(sum(occupation_cents), 0), coalesce(sum(energy_wh), 0), count(*) filter (where type <> 'supplement')
    from orders where ended_at >= each.day::timestamp at time zone ${zone}
      and ended_at < (each.day + 1)::timestamp at time zone ${zone} group by site_id, pile_id) o`.execute(trx)
