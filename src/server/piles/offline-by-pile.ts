import { type RawBuilder, sql } from 'kysely'
import type { offlineByPile } from '../../shared/endpoints/offline-piles.ts'
import { pileRanking } from '../../shared/entities/pile-ranking.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Looking } from '../kit/context.ts'
import { setPeriod } from '../kit/crud/period.ts'
import { reached } from '../kit/reach/within.ts'

type Answer = Data<typeof offlineByPile>

/** The view knows each pile's days by the calendar of its site, and takes planned work out (migration 0191). */
const share = (of: RawBuilder<unknown>) =>
  sql`case when sum(r.watched_seconds - r.planned_seconds) > 0
    then 10000 - round(sum(${of}) * 10000 / sum(r.watched_seconds - r.planned_seconds)::numeric)::int end`

/** Piles that were offline in a period, the longest first; with the availability of each and of all. */
export async function offlineByPileOf(
  { db, person }: Looking,
  { from, to, site_id = null, page_num: page, page_size: pageSize }: Parsed<typeof offlineByPile>,
): Promise<Answer> {
  // The period of the view is that of a transaction.
  return db.transaction().execute(async (trx) => {
    await setPeriod(trx, pileRanking, { period: { from, to } })
    const theirs = sql`${reached(person, 'pile', 'p')} and (${site_id}::bigint is null or p.site_id = ${site_id})`
    const { rows: found } = await sql<Answer['rows'][number] & { total: number; spells_in_all: number }>`
      select json_build_object('id', p.id, 'title', p.station_number) as pile, p.serial_number,
        case when s.id is not null then json_build_object('id', s.id, 'title', s.name) end as site,
        o.spells as offline_count, o.last_at as last_offline_at, o.still, r.offline_seconds,
        case when r.down_share is not null then 10000 - r.down_share end as availability,
        count(*) over ()::int as total, sum(o.spells) over ()::int as spells_in_all
      from pile_ranking r join pile p on p.id = r.pile_id left join site s on s.id = p.site_id
      cross join lateral (select coalesce(s.time_zone, 'Asia/Shanghai') as zone) z
      join lateral (select count(*)::int as spells, max(offline_at) as last_at, bool_or(online_at is null) as still from offline_record
        where pile_id = p.id and coalesce(online_at, 'infinity') > ${from}::date::timestamp at time zone z.zone
          and offline_at < (${to}::date + 1)::timestamp at time zone z.zone) o on o.spells > 0
      where ${theirs}
      order by r.offline_seconds desc, p.station_number limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(trx)
    const { rows: all } = await sql<{ availability: number | null }>`
      select ${share(sql`r.down_seconds`)} as availability from pile_ranking r join pile p on p.id = r.pile_id where ${theirs}`.execute(
      trx,
    )
    const [first] = found
    return {
      ...{ total: first?.total ?? 0, spells: first?.spells_in_all ?? 0, page, pageSize },
      availability: all[0]?.availability ?? null,
      rows: found.map(({ total: _, spells_in_all: __, ...row }) => row),
    }
  })
}
