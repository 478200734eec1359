import { sql } from 'kysely'
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
  const part = sql`tstzmultirange(tstzrange(greatest(opens, r.begins), least(closes, r.ends)))`
  return db.transaction().execute(async (trx) => {
    await setPeriod(trx, pileRanking, { period: span })
    const { rows } = await sql<Watched>`
      select to_char(first_day, 'YYYY-MM-DD') as key, sum(watched * guns)::bigint as gun_seconds,
        sum(watched - planned)::bigint as pile_seconds, sum(down)::bigint as down_seconds
      from (
        select first_day, g.guns, extract(epoch from least(closes, r.ends) - greatest(opens, r.begins))::bigint as watched,
          seconds_of(r.planned * ${part}) as planned, seconds_of(r.down * ${part}) as down
        from (select * from pile_spells r where ${reached(person, 'pile_ranking', 'r')} and ${ofSite(site_id)} offset 0) r
        cross join lateral (select count(*) as guns from connector c where c.pile_id = r.pile_id and c.number > 0 offset 0) g
        cross join lateral generate_series(date_trunc(${step}, ${span.from}::timestamp), ${span.to}::timestamp, ${long}) first_day
        cross join lateral (select first_day at time zone r.zone as opens, (first_day + ${long}) at time zone r.zone as closes) bounds
        where closes > r.begins and opens < r.ends) known
      group by 1`.execute(trx)
    return rows
  })
}
