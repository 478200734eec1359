import { type RawBuilder, sql } from 'kysely'
import type { StatisticKind } from '../../shared/endpoints/statistics.ts'
import { pileRanking } from '../../shared/entities/pile-ranking.ts'
import type { Looking } from '../kit/context.ts'
import { setPeriod } from '../kit/crud/period.ts'
import { clockOf } from '../kit/figures/cubes.ts'
import type { DaySpan } from '../kit/figures/read.ts'
import { reached } from '../kit/reach/within.ts'
import type { Asked } from './figures.ts'
import { plus } from './plus.ts'
import { calendarStepOf } from './steps.ts'

/** How long a group's guns and piles were there to be used, planned work aside for piles, and how long these were not. */
export interface Watched {
  key: string
  gun_seconds: number
  pile_seconds: number
  down_seconds: number
}
export interface Presence extends Watched {
  guns: number
}

/** Groups that have guns of their own, from a row of `pile_ranking` of a pile that was `owned`. */
const GUN_KEYS: Partial<Record<StatisticKind, RawBuilder<string | null>>> = {
  site: sql`r.site_id::text`,
  pile: sql`r.pile_id::text`,
  pile_type: sql`r.pile_type_id::text`,
  merchant: sql`owned.merchant_id::text`,
}
export const hasGuns = (by: StatisticKind): boolean => GUN_KEYS[by] !== undefined

/** Of a moment as the site's clock shows it. */
const CLOCK_KEYS: Partial<Record<StatisticKind, (at: RawBuilder<unknown>) => RawBuilder<string>>> = {
  hour: (at) => sql`extract(hour from ${at})::int::text`,
  weekday: (at) => sql`extract(isodow from ${at})::int::text`,
  weekday_hour: clockOf,
}

export const ofSite = (site_id: number | null) => (site_id === null ? sql`true` : sql`r.site_id = ${site_id}`)

/**
 * Of the piles in service, from what is recorded of each (`pile_ranking`); one group for all where they have none of their own. By the
 * calendar only how many guns there are: spells are read once, for the days.
 */
export async function presenceOf({ db, person }: Looking, asked: Asked): Promise<Presence[]> {
  if (calendarStepOf(asked.by)) return gunsInService({ db, person }, asked)
  return db.transaction().execute(async (trx) => {
    const looking = { db: trx, person }
    if (asked.by !== 'merchant') return presenceIn(looking, asked, asked.span)
    const parts: Presence[][] = []
    for (const part of await spansOwned(trx, asked.span)) parts.push(await presenceIn(looking, asked, part))
    return added(parts.flat())
  })
}

/** Of all piles; where merchants are asked for, of those that were one merchant’s for exactly these days of the period. */
async function presenceIn({ db, person }: Looking, { by, span, site_id }: Asked, part: DaySpan): Promise<Presence[]> {
  await setPeriod(db, pileRanking, { period: part })
  const owned = by === 'merchant' ? sql`join (${ownedIn(span)}) owned on owned.pile_id = r.pile_id` : sql``
  const isPart = sql`owned.first_day = ${part.from}::date and owned.last_day = ${part.to}::date`
  // A pile that changed hands counts among the guns of the last that had it.
  const { rows } = await sql<Presence>`
    select coalesce(${GUN_KEYS[by] ?? sql`''`}, '') as key, ${part.to === span.to ? sql`sum(g.guns)::int` : sql`0`} as guns,
      sum(r.watched_seconds * g.guns)::bigint as gun_seconds, sum(r.watched_seconds - r.planned_seconds)::bigint as pile_seconds,
      sum(r.down_seconds)::bigint as down_seconds
    from pile_ranking r ${owned} cross join lateral (
      select count(*) as guns from connector c where c.pile_id = r.pile_id and c.number > 0) g
    where ${reached(person, 'pile_ranking', 'r')} and ${ofSite(site_id)} and ${by === 'merchant' ? isPart : sql`true`} group by 1`.execute(
    db,
  )
  return rows
}

async function gunsInService({ db, person }: Looking, { site_id }: Asked): Promise<Presence[]> {
  const { rows } = await sql<Presence>`
    select '' as key, count(*)::int as guns, 0 as gun_seconds, 0 as pile_seconds, 0 as down_seconds
    from pile r join connector c on c.pile_id = r.id and c.number > 0 where ${isInService(person, site_id)}`.execute(db)
  return rows
}

/** A pile `r` of those that `pile_ranking` has. */
const isInService = (person: Looking['person'], site_id: number | null) => sql`
  r.enabled and r.archived_at is null and r.last_seen_at is not null and ${reached(person, 'pile_ranking', 'r')} and ${ofSite(site_id)}`

/** Whose each pile was on which days of a period. */
const ownedIn = ({ from, to }: DaySpan) => sql`
  select pile_id, merchant_id, greatest(from_day, ${from}::date) as first_day, least(to_day - 1, ${to}::date) as last_day
  from pile_ownership where from_day <= ${to}::date and to_day > ${from}::date`

/** The days for which piles were one merchant's: the whole period, and parts of it for those that changed hands. */
async function spansOwned(db: Looking['db'], span: DaySpan): Promise<DaySpan[]> {
  const { rows } = await sql<DaySpan>`
    select distinct to_char(first_day, 'YYYY-MM-DD') as from, to_char(last_day, 'YYYY-MM-DD') as to from (${ownedIn(span)}) owned`.execute(
    db,
  )
  return rows
}

/** One row of each group. */
function added(rows: readonly Presence[]): Presence[] {
  const groups = new Map<string, Presence>()
  for (const row of rows) {
    const before = groups.get(row.key)
    groups.set(row.key, before ? plus(before, row) : row)
  }
  return [...groups.values()]
}

/**
 * How long guns were there by the clock of their sites: each hour of the period for those that there were by then, and of the hour in
 * which a pile was added, or which is not over, what there was of it. The same piles as of `pile_ranking`.
 */
export async function gunSecondsByClock(
  { db, person }: Looking,
  { by, span, site_id }: Asked,
): Promise<Map<string, number>> {
  const key = CLOCK_KEYS[by]
  if (!key) return new Map()
  const { rows } = await sql<{ key: string; gun_seconds: number }>`
    with guns as (
      select coalesce(s.time_zone, 'Asia/Shanghai') as zone, r.created_at, count(*) as guns
      from pile r left join site s on s.id = r.site_id join connector c on c.pile_id = r.id and c.number > 0
      where ${isInService(person, site_id)} group by 1, 2),
    zones as (
      select zone, ${span.from}::timestamp at time zone zone as begins,
        least((${span.to}::date + 1)::timestamp at time zone zone, now()) as ends from (select distinct zone from guns) z),
    added as (
      select zone, date_bin('1 hour', greatest(created_at, begins), begins) as hour, sum(guns) as guns,
        sum(guns * extract(epoch from greatest(created_at, begins) - date_bin('1 hour', greatest(created_at, begins), begins))) as missed
      from guns join zones using (zone) group by 1, 2),
    hours as (
      select zone, hour, least(hour + interval '1 hour', ends) - hour as lasts
      from zones cross join lateral generate_series(begins, ends - interval '1 microsecond', '1 hour') hour),
    there as (
      select zone, hour, sum(guns) over (partition by zone order by hour) * extract(epoch from lasts) - coalesce(missed, 0) as seconds
      from hours left join added using (zone, hour))
    select ${key(sql`hour at time zone zone`)} as key, coalesce(sum(seconds), 0)::bigint as gun_seconds from there group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ key, gun_seconds }) => [key, gun_seconds]))
}
