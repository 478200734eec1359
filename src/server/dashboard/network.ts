import { sql } from 'kysely'
import type { Dashboard } from '../../shared/endpoints/dashboard.ts'
import type { Looking } from '../kit/context.ts'
import { keptPlan } from '../kit/database/client.ts'
import { iso, ms } from '../kit/instants.ts'
import { reached } from '../kit/reach/within.ts'

export interface Network {
  piles: number
  power_w: number
  rated_power_w: number
  faulted: number
  offline: number
  power_limit_w: number
  limited_sites: number
  sites_with_piles: number
  guns: number
  charging: number
}

const theirs = (person: Looking['person']) => reached(person, 'pile', 'pile')
const inService = sql`pile.enabled and pile.archived_at is null`

/** The piles in service as they are now, and what their sites' connections to the grid allow. */
export async function networkNow({ db, person }: Looking): Promise<Network> {
  const told = sql<Network>`
    with p as (
      select site_id, pile_type_id, count(*) as piles, sum(power_w) as power_w, count(*) filter (where state = 'faulted') as faulted,
        count(*) filter (where state = 'offline') as offline
      from pile where ${inService} and ${theirs(person)} group by 1, 2),
    limits as (select coalesce(sum(power_limit_w), 0)::bigint as power_limit_w, count(power_limit_w) as limited_sites, count(*) as sites_with_piles
      from site s where s.id in (select site_id from p)),
    guns as (select count(*) as guns, count(*) filter (where c.status = 'Charging' and pile.state <> 'offline') as charging
      from connector c join pile on pile.id = c.pile_id where c.number > 0 and ${inService} and ${theirs(person)})
    select coalesce(sum(piles), 0)::bigint as piles, coalesce(sum(power_w), 0)::bigint as power_w,
      coalesce(sum(piles * rated_power_w), 0)::bigint as rated_power_w,
      coalesce(sum(faulted), 0)::bigint as faulted, coalesce(sum(offline), 0)::bigint as offline,
      (select power_limit_w from limits), (select limited_sites from limits), (select sites_with_piles from limits),
      (select guns from guns), (select charging from guns) from p left join pile_type on pile_type.id = pile_type_id`
  const { rows } = await keptPlan(told, person.reach === null).execute(db)
  return rows[0] as Network
}

/** Piles that had a fault at a moment, in hundredths of a percent of all there were; null when there was none. */
export async function failureRateAt({ db, person }: Looking, at: string): Promise<number | null> {
  // In the order of their ends, so that the database finds them by that: it would rather look up each pile.
  const { rows } = await sql<{ piles: number; faulted: number }>`
    with lasting as materialized (
      select pile_id from alarm where kind = 'fault' and raised_at <= ${at} and coalesce(cleared_at, 'infinity') > ${at}
      order by coalesce(cleared_at, 'infinity'))
    select (select count(*) from pile where created_at <= ${at} and enabled and archived_at is null and ${theirs(person)}) as piles,
      (select count(distinct pile_id) from lasting join pile on pile.id = pile_id and enabled and archived_at is null and ${theirs(person)})
        as faulted`.execute(db)
  const { piles, faulted } = rows[0] ?? { piles: 0, faulted: 0 }
  return piles === 0 ? null : hundredthsOfPercent(faulted, piles)
}

const HOUR_MS = 3_600_000
/** Sessions that began so much earlier at most are looked at. One that charged for longer is left out. */
const LONGEST_SESSION_MS = 48 * HOUR_MS
/** Of sessions that began before these hours only those are looked at that are known to be so long (index `orders_long`). */
const LONG_HOURS = 6

/**
 * What sessions drew at a moment, in W: each by its last reading before it, or where its pile tells no power as much as it took
 * on average. Null when there was no pile.
 */
export async function powerAt({ db, person }: Looking, at: string): Promise<number | null> {
  // Known before the plan is made, so that it is made for the week in question alone.
  const earliest = iso(ms(at) - LONGEST_SESSION_MS)
  const hoursBefore = iso(ms(at) - LONG_HOURS * HOUR_MS)
  const { rows } = await sql<{ piles: number; power_w: number }>`
    with p as (select id from pile where created_at <= ${at} and enabled and archived_at is null and ${theirs(person)}),
    -- Told by indexes alone which they may be.
    candidate as materialized (
      select id from orders where started_at between ${hoursBefore} and ${at} and (charge_ended_at is null or charge_ended_at > ${at})
      union all
      select id from orders where started_at >= ${earliest} and started_at < ${hoursBefore}
        and coalesce(charge_ended_at, ended_at) > ${at} and coalesce(charge_ended_at, ended_at) - started_at > ${sql.lit(`${LONG_HOURS} hours`)}::interval
      union all
      select id from orders where started_at >= ${earliest} and started_at < ${hoursBefore} and status = 'generated'
        and charge_ended_at is null),
    session as (
      select id, energy_wh, started_at, coalesce(charge_ended_at, ended_at, 'infinity') as until from orders
      where id in (select id from candidate)
        and coalesce(charge_ended_at, ended_at, 'infinity') > ${at} and energy_wh > 0 and pile_id in (select id from p))
    select (select count(*) from p) as piles, coalesce(sum(coalesce(
      (select power_w from reading where order_id = session.id and at between ${earliest} and ${at} and at >= session.started_at
        and power_w is not null
        order by at desc limit 1),
      case when isfinite(until) then energy_wh * 3600 / greatest(1, extract(epoch from until - started_at)) end)), 0)::bigint as power_w
    from session`.execute(db)
  const { piles, power_w } = rows[0] ?? { piles: 0, power_w: 0 }
  return piles === 0 ? null : power_w
}

export const hundredthsOfPercent = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000)

const SITE_STATES = ['available', 'charging', 'waiting', 'faulted', 'reserved', 'offline'] as const

/** Each site with the states of its connectors; those of a pile without a socket are offline, whatever they said last. */
export async function sitesNow({ db, person }: Looking): Promise<Dashboard['sites']> {
  const told = sql<Dashboard['sites'][number]>`
    with connector_now as (
      select pile.site_id, case
        when pile.state = 'offline' or c.status in ('Unavailable', 'Unknown') then 'offline'
        when c.status in ('Available', 'Charging', 'Faulted', 'Reserved') then lower(c.status)
        else 'waiting' end as state, count(*) as guns
      from connector c join pile on pile.id = c.pile_id where c.number > 0 and ${inService} and ${theirs(person)} group by 1, 2)
    select s.id, s.name, coalesce(sum(guns), 0)::bigint as connectors, ${sql.join(
      SITE_STATES.map(
        (state) => sql`coalesce(sum(guns) filter (where state = ${sql.lit(state)}), 0)::bigint as ${sql.ref(state)}`,
      ),
    )}
    from site s left join connector_now on site_id = s.id
    where s.status = 'enabled' and s.archived_at is null and ${reached(person, 'site', 's')} group by s.id order by connectors desc, s.name limit 200`
  const { rows } = await keptPlan(told, person.reach === null).execute(db)
  return rows
}
