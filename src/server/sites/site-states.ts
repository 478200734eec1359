import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type SiteNow, type SiteState, type StateCounts, siteStates } from '../../shared/endpoints/sites.ts'
import type { Database } from '../kit/database/tables.ts'

/** What stands at a site. */
export interface SiteCounts {
  piles: number
  connectors: number
  states: StateCounts
}

type Found = Record<SiteState, number> & { id: number; piles: number; connectors: number }

/** A connector in one of the six states; what a pile said before it lost its socket says nothing. */
const stateNow = sql`case
  when p.state = 'offline' or c.status = 'Unavailable' then 'offline'
  when c.status in ('Available', 'Charging', 'Faulted', 'Reserved') then lower(c.status)
  else 'waiting' end`

const counted = sql.join(
  siteStates.map((state) => sql`count(*) filter (where state = ${sql.lit(state)}) as ${sql.ref(state)}`),
)

/** Sites with their piles and their connectors by state; `of` narrows to some piles. A pile out of service counts as a pile alone. */
const countsWhere = (of: RawBuilder<unknown>) => sql`
  select site_id as id, count(distinct pile_id)::int as piles, count(state)::int as connectors, ${counted}
  from (
    select p.site_id, p.id as pile_id, case when p.enabled and c.number is not null then ${stateNow} end as state
    from pile p left join connector c on c.pile_id = p.id and c.number > 0
    where p.archived_at is null and ${of}) connector_now
  group by site_id`

const statesIn = (found: Found): StateCounts =>
  Object.fromEntries(siteStates.filter((state) => found[state] > 0).map((state) => [state, found[state]]))

/** What stands at each of these sites; one that has nothing is not in it. */
export async function countsOf(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, SiteCounts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await countsWhere(sql`p.site_id in (${sql.join(ids)})`).execute(db)
  return new Map(
    (rows as Found[]).map((found) => [
      found.id,
      { piles: found.piles, connectors: found.connectors, states: statesIn(found) },
    ]),
  )
}

/** Every site in use, with the states of its connectors. */
export async function sitesWithStates(db: Kysely<Database>): Promise<SiteNow[]> {
  const { rows } = await sql<Omit<SiteNow, 'states'> & Found>`
    select s.id, s.name, s.address, s.region_id, s.longitude, s.latitude, coalesce(n.piles, 0) as piles,
      ${sql.join(siteStates.map((state) => sql.ref(`n.${state}`)))}
    from site s left join (${countsWhere(sql`p.site_id is not null`)}) n on n.id = s.id
    where s.status = 'enabled' and s.archived_at is null order by s.name`.execute(db)
  return rows.map((row) => {
    const { id, name, address, region_id, longitude, latitude, piles } = row
    return { id, name, address, region_id, longitude, latitude, piles, states: statesIn(row) }
  })
}
