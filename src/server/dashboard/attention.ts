import { type RawBuilder, sql } from 'kysely'
import type { Dashboard } from '../../shared/endpoints/dashboard.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { Looking } from '../kit/context.ts'
import { keptPlan } from '../kit/database/client.ts'
import { may, narrowed } from '../kit/person.ts'
import { reachKey } from '../kit/reach/reach.ts'
import { reached } from '../kit/reach/within.ts'

type Asking = Looking['person']
type Told = 'alarm' | 'order' | 'pile' | 'rejected_connection' | 'task'

const TOLD: readonly Told[] = ['alarm', 'order', 'pile', 'rejected_connection', 'task']

/** Who lists these, within that permission's reach; null who may not. */
function lister(person: Asking, name: Told): Asking | null {
  const permission = permissionOf({ name }, 'list')
  return may(person, permission) ? narrowed(person, permission) : null
}

/** Those that a person may list, as far as that permission goes: seeing the dashboard alone tells of none. */
function listed(person: Asking, name: Told, alias: string) {
  const asking = lister(person, name)
  return asking ? reached(asking, name, alias) : sql<boolean>`false`
}

/** Alike for all who are told of the same. */
export const attentionKey = (person: Asking): string =>
  TOLD.map((name) => {
    const asking = lister(person, name)
    return asking ? reachKey(asking.reach) : 'none'
  }).join()

const isOfEverything = (person: Asking) => TOLD.every((name) => (lister(person, name)?.reach ?? null) === null)

const MOST = sql.lit(8)
/** One kind alone fills no more of the list while others wait. */
const SHARE = sql.lit(3)
/** So many of the newest are looked at, to see which sites they are of. */
const LOOKED = sql.lit(500)
/** Of so many piles, and so large a part of its own, a site is one matter: something is wrong with the site. */
const STRUCK = sql.lit(3)
const ONE_IN = sql.lit(3)
/** A driver who has finished walks back to the car: until then it is no matter. */
const OCCUPIED_FROM = sql.lit('15 minutes')

/** What a person should look at: faults first, then what concerns money, then what is away or in the way; the newest of each first. */
export async function attention({ db, person }: Looking): Promise<Dashboard['attention']> {
  const told = sql<Dashboard['attention'][number]>`
    with matters as (
      ${alarms(person)} union all ${abnormalOrders(person)} union all ${offlinePiles(person)} union all ${occupied(person)} union all ${rejected(person)}
      union all ${failedTasks(person)}
    ), ranked as (
      select *, row_number() over (partition by kind order by site is null, since desc) as rank from matters)
    select kind, id, pile_id, title, station_number, connector_number, since, site from ranked
    order by rank > ${SHARE}, urgency, site is null, since desc limit ${MOST}`
  // To plan it takes longer than to do it. Without parameters a connection does so once.
  const { rows } = await keptPlan(told, isOfEverything(person)).execute(db)
  return rows
}

/** Those of a site of which many piles are struck are one, by its newest; the same at several guns of a pile is one as well. */
const bySite = (newest: RawBuilder<unknown>) => sql`(
  with newest as (${newest} limit ${LOOKED}),
  struck as (
    select known.*, (select name from site where id = site_id) as name
    from (select site_id, count(distinct pile_id)::int as piles from newest where site_id is not null group by site_id) known
    where piles >= ${STRUCK} and not exists (
      select from pile where pile.site_id = known.site_id and archived_at is null offset known.piles * ${ONE_IN})),
  placed as (select n.*, row_number() over (partition by n.site_id order by n.since desc, n.id desc) as place,
      row_number() over (of_pile order by n.since desc, n.id desc) as place_of_pile,
      min(coalesce(n.connector_number, 0)) over of_pile = max(coalesce(n.connector_number, 0)) over of_pile as at_one_gun
    from newest n window of_pile as (partition by coalesce(n.pile_id, -n.id), n.title))
  select n.kind, n.urgency, n.id, n.pile_id, n.title, n.station_number,
    case when at_one_gun then n.connector_number end as connector_number, n.since,
    case when k.site_id is not null then jsonb_build_object('id', k.site_id, 'name', k.name, 'piles', k.piles) end as site
  from placed n left join struck k on k.site_id = n.site_id
  where case when k.site_id is null then n.place_of_pile else n.place end = 1 order by k.site_id is null, n.since desc limit ${MOST})`

// That a pile is offline is told below, with since when.
const alarms = (person: Asking) =>
  bySite(sql`select 'alarm' as kind, 1 as urgency, a.id, a.pile_id, a.site_id, a.code as title, coalesce(p.station_number, '') as station_number, a.connector_number, a.raised_at as since
    from alarm a left join pile p on p.id = a.pile_id where a.status = 'open' and a.kind <> 'offline' and p.archived_at is null
      and ${listed(person, 'alarm', 'a')} order by a.raised_at desc`)

const abnormalOrders = (
  person: Asking,
) => sql`(select 'abnormal_order', 2, o.id, o.pile_id, o.number, p.station_number, o.connector_number, o.started_at, null::jsonb
  from orders o join pile p on p.id = o.pile_id where o.abnormal is not null and o.status = 'completed'
    and ${listed(person, 'order', 'o')} order by o.id desc limit ${MOST})`

// A pile that never came is being installed.
const offlinePiles = (person: Asking) =>
  bySite(sql`select 'offline' as kind, 3 as urgency, p.id, p.id as pile_id, p.site_id, p.station_number as title, p.station_number,
      null::int as connector_number, p.away_since as since
    from pile p where p.away_since is not null and ${listed(person, 'pile', 'p')} order by p.away_since desc, p.id desc`)

const occupied = (
  person: Asking,
) => sql`(select 'occupied', 4, o.id, o.pile_id, o.number, p.station_number, o.connector_number, o.charge_ended_at, null::jsonb
  from orders o join pile p on p.id = o.pile_id
  where o.status in ('generated', 'completed') and o.abnormal is null and o.unplugged_at is null
    and o.charge_ended_at < now() - ${OCCUPIED_FROM}::interval and ${listed(person, 'order', 'o')}
  order by o.charge_ended_at desc limit ${MOST})`

// A pile that got in since has been seen to.
const rejected = (
  person: Asking,
) => sql`(select 'rejected', 5, r.id, null::bigint, r.reason, r.station_number, null::int, r.last_at, null::jsonb
  from rejected_connection r left join pile p on p.station_number = r.station_number
  where r.last_at > now() - interval '1 day' and (p.last_seen_at is null or p.last_seen_at < r.last_at)
    and ${listed(person, 'rejected_connection', 'r')}
  order by r.last_at desc limit ${MOST})`

const failedTasks = (
  person: Asking,
) => sql`(select 'failed_task', 2, t.id, null::bigint, t.name, '', null::int, t.last_at, null::jsonb
  from task t where t.state = 'failed' and t.last_at is not null and ${listed(person, 'task', 't')}
  order by t.last_at desc limit ${MOST})`
