import { type RawBuilder, sql } from 'kysely'
import { type SiteNow, type SiteState, type StateCounts, siteStates } from '../../shared/endpoints/sites.ts'
import type { Looking } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'

/** What stands at a site. */
export interface SiteCounts {
  piles: number
  connectors: number
  states: StateCounts
}

interface Found {
  id: number
  piles: number
  connectors: number
  states: Record<SiteState, number> | null
}

/** A connector in one of the six states; what a pile said before it lost its socket says nothing. */
const stateNow = sql`case
  when p.state = 'offline' or c.status in ('Unavailable', 'Unknown') then 'offline'
  when c.status in ('Available', 'Charging', 'Faulted', 'Reserved') then lower(c.status)
  else 'waiting' end`

/** Piles by site, and their connectors by state; `of` narrows to some piles. A pile out of service counts as a pile alone. */
const countsWhere = (of: RawBuilder<unknown>) => sql`
  select at.site_id as id, at.piles, coalesce(c.connectors, 0)::int as connectors, c.states
  from (select p.site_id, count(*)::int as piles from pile p where p.archived_at is null and ${of} group by p.site_id) at
  left join (
    select site_id, sum(count)::int as connectors, json_object_agg(state, count) as states
    from (
      select p.site_id, ${stateNow} as state, count(*)::int as count
      from pile p join connector c on c.pile_id = p.id and c.number > 0
      where p.archived_at is null and p.enabled and ${of} group by 1, 2) by_state
    group by site_id) c on c.site_id = at.site_id`

/** In the order of the states, whatever order the database met them in. */
const statesIn = ({ states }: Pick<Found, 'states'>): StateCounts =>
  Object.fromEntries(siteStates.filter((state) => states?.[state]).map((state) => [state, states?.[state]]))

/** What stands at each of these sites; one that has nothing is not in it. */
export async function countsOf({ db, person }: Looking, ids: readonly number[]): Promise<Map<number, SiteCounts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await countsWhere(sql`p.site_id in (${sql.join(ids)}) and ${reached(person, 'pile', 'p')}`).execute(
    db,
  )
  return new Map(
    (rows as Found[]).map((found) => [
      found.id,
      { piles: found.piles, connectors: found.connectors, states: statesIn(found) },
    ]),
  )
}

/** How many piles of each site are under planned maintenance. */
const underMaintenance = (person: Looking['person']) => sql`(
  select p.site_id as id, count(distinct p.id)::int as piles from maintenance_span m join pile p on p.id = m.pile_id
  where m.starts_at <= now() and m.ends_at > now() and p.archived_at is null and ${reached(person, 'pile', 'p')} group by 1)`

/** Every site in use that this person reaches, with the states of the connectors that they reach there. */
export async function sitesWithStates({ db, person }: Looking): Promise<SiteNow[]> {
  const { rows } = await sql<Omit<SiteNow, 'states'> & Found>`
    select s.id, s.name, s.address, s.region_id, s.longitude, s.latitude, coalesce(n.piles, 0) as piles, coalesce(m.piles, 0) as maintenance, n.states
    from site s left join (${countsWhere(sql`p.site_id is not null and ${reached(person, 'pile', 'p')}`)}) n on n.id = s.id
    left join ${underMaintenance(person)} m on m.id = s.id
    where s.status = 'enabled' and s.archived_at is null and ${reached(person, 'site', 's')} order by s.name`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, states: statesIn(row) }))
}

/** Until when each of these sites is under planned maintenance as a whole; those that are not are not in it. */
export async function maintenanceOf(db: Looking['db'], ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; until: string }>`
    select m.site_id as id, max(m.over_at) as until from maintenance m
    where m.site_id = any(${[...ids]}::bigint[]) and m.starts_at <= now() and m.over_at > now()
      and not exists (select from maintenance_pile named where named.maintenance_id = m.id) group by 1`.execute(db)
  return new Map(rows.map(({ id, until }) => [id, until]))
}
