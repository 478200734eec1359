import { type RawBuilder, sql } from 'kysely'
import { pileRanking } from '../../shared/entities/pile-ranking.ts'
import type { Looking } from '../kit/context.ts'
import { setPeriod } from '../kit/crud/period.ts'
import { reached } from '../kit/reach/within.ts'
import type { Asked } from './figures.ts'
import { ofSite, type Watched } from './presence.ts'
import { calendarStepOf } from './steps.ts'

/**
 * Of each day, week or month by the clock of each site, as far as it lies in the period, how long piles were watched and down. The same
 * spells as those of `pile_ranking`, which adds them up for the whole period.
 */
export async function watchedByCalendar({ db, person }: Looking, { by, span, site_id }: Asked): Promise<Watched[]> {
  const step = calendarStepOf(by)
  if (!step) return []
  const long = sql`${`1 ${step}`}::interval`
  const first = sql`date_trunc(${step}, ${span.from}::timestamp)`
  const seconds = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`date_part('epoch', ${to} - ${from})`
  const sinceFirst = (at: RawBuilder<unknown>) => seconds(sql`opens[1]`, at)
  return db.transaction().execute(async (trx) => {
    await setPeriod(trx, pileRanking, { period: span })
    // A year has a million spells: in which steps one lies is found in an array of when steps open. Those of the same steps are added
    // up before they are cut. Piles that were there all the time are alike.
    const { rows } = await sql<Watched>`
      with theirs as materialized (
        select zone, begins, ends, planned, down, (select count(*) from connector c where c.pile_id = r.pile_id and c.number > 0) as guns
        from pile_spells r where ${reached(person, 'pile_ranking', 'r')} and ${ofSite(site_id)}),
      steps as materialized (
        select zone, array_agg(first_day order by first_day) as first_days, array_agg(first_day at time zone zone order by first_day) as opens
        from (select distinct zone from theirs) zones cross join generate_series(${first}, ${span.to}::timestamp + ${long}, ${long}) first_day
        group by 1),
      alike as (select zone, begins, ends, count(*) as piles, sum(guns) as guns from theirs group by 1, 2, 3),
      watched as (
        select first_days[at] as first_day, sum(lasts * guns) as guns, sum(lasts * piles) as piles
        from alike join steps using (zone) cross join lateral generate_series(1, cardinality(opens) - 1) at
        cross join lateral (select ${seconds(sql`greatest(opens[at], begins)`, sql`least(opens[at + 1], ends)`)} as lasts) part
        where lasts > 0 group by 1),
      spells as (
        select zone, spell, true as is_down from theirs cross join lateral unnest(down) spell
        union all select zone, spell, false from theirs cross join lateral unnest(planned) spell),
      counted as (
        select zone, is_down, width_bucket(lower(spell), opens) as begin_at, width_bucket(upper(spell), opens) as end_at, count(*) as spells,
          sum(${sinceFirst(sql`lower(spell)`)}) as begun, sum(${sinceFirst(sql`upper(spell)`)}) as ended
        from spells join steps using (zone) group by 1, 2, 3, 4),
      lost as (
        select first_days[at] as first_day, sum(lasts) filter (where is_down) as down, sum(lasts) filter (where not is_down) as planned
        from counted join steps using (zone) cross join lateral generate_series(begin_at, end_at) at
        cross join lateral (select case when at = end_at then ended else spells * ${sinceFirst(sql`opens[at + 1]`)} end
          - case when at = begin_at then begun else spells * ${sinceFirst(sql`opens[at]`)} end as lasts) part
        group by 1)
      select to_char(first_day, 'YYYY-MM-DD') as key, watched.guns::bigint as gun_seconds,
        (watched.piles - coalesce(lost.planned, 0))::bigint as pile_seconds, coalesce(lost.down, 0)::bigint as down_seconds
      from watched left join lost using (first_day)`.execute(trx)
    return rows
  })
}
