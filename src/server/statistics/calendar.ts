import { type RawBuilder, sql } from 'kysely'
import type { StatisticKind } from '../../shared/endpoints/statistics.ts'
import { pileRanking } from '../../shared/entities/pile-ranking.ts'
import type { Looking } from '../kit/context.ts'
import { setPeriod } from '../kit/crud/period.ts'
import { reached } from '../kit/reach/within.ts'
import type { Asked } from './figures.ts'
import { ofSite, type Watched } from './presence.ts'

const STEPS: Partial<Record<StatisticKind, 'day' | 'week' | 'month'>> = { day: 'day', week: 'week', month: 'month' }

/**
 * Of each day, week or month by the clock of each site, as far as it lies in the period, how long piles were watched and down. The same
 * spells as those of `pile_ranking`, which adds them up for the whole period.
 */
export async function watchedByCalendar({ db, person }: Looking, { by, span, site_id }: Asked): Promise<Watched[]> {
  const step = STEPS[by]
  if (!step) return []
  const long = sql`${`1 ${step}`}::interval`
  const days = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`
    generate_series(date_trunc(${step}, ${from}), ${to}, ${long}) first_day
    cross join lateral (select first_day at time zone zone as opens, (first_day + ${long}) at time zone zone as closes) bounds`
  return db.transaction().execute(async (trx) => {
    await setPeriod(trx, pileRanking, { period: span })
    // Piles that were there all the time are alike, and few spells last for more than a day: neither is asked day by day.
    const { rows } = await sql<Watched>`
      with theirs as materialized (
        select zone, begins, ends, planned, down, (select count(*) from connector c where c.pile_id = r.pile_id and c.number > 0) as guns
        from pile_spells r where ${reached(person, 'pile_ranking', 'r')} and ${ofSite(site_id)}),
      alike as (select zone, begins, ends, count(*) as piles, sum(guns) as guns from theirs group by 1, 2, 3),
      watched as (
        select first_day, sum(seconds * guns) as guns, sum(seconds * piles) as piles
        from alike cross join lateral ${days(sql`${span.from}::timestamp`, sql`${span.to}::timestamp`)}
        cross join lateral (select extract(epoch from least(closes, ends) - greatest(opens, begins)) as seconds) part
        where seconds > 0 group by 1),
      spells as (
        select zone, spell, true as is_down from theirs cross join lateral unnest(down) spell
        union all select zone, spell, false from theirs cross join lateral unnest(planned) spell),
      lost as (
        select first_day, sum(seconds) filter (where is_down) as down, sum(seconds) filter (where not is_down) as planned
        from spells cross join lateral
          ${days(sql`lower(spell) at time zone zone`, sql`(upper(spell) at time zone zone) - interval '1 microsecond'`)}
        cross join lateral (select extract(epoch from least(closes, upper(spell)) - greatest(opens, lower(spell))) as seconds) part
        group by 1)
      select to_char(first_day, 'YYYY-MM-DD') as key, watched.guns::bigint as gun_seconds,
        (watched.piles - coalesce(lost.planned, 0))::bigint as pile_seconds, coalesce(lost.down, 0)::bigint as down_seconds
      from watched left join lost using (first_day)`.execute(trx)
    return rows
  })
}
