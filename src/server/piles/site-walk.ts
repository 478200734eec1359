import { sql } from 'kysely'
import type { lookAtPile } from '../../shared/endpoints/rounds.ts'
import type { SiteWalk, siteWalk, WalkedPile } from '../../shared/endpoints/site-walk.ts'
import { alarm } from '../../shared/entities/alarm.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { Context, Looking } from '../kit/context.ts'
import { may, narrowed } from '../kit/person.ts'
import { reached } from '../kit/reach/within.ts'
import { notFound } from '../kit/refusal.ts'
import { saidAt } from '../kit/said-at.ts'
import { connectorsNow } from './connectors-now.ts'

/** A phone that was longer without a network is not believed. */
const LONGEST_AWAY_MS = 30 * 86_400_000

type FoundPile = Omit<WalkedPile, 'connectors' | 'alarms'>

/** A site's piles in service as this person reaches them, each with its guns, its open alarms, and when it was looked at. */
export async function walkOf(looking: Looking, { site_id }: Parsed<typeof siteWalk>): Promise<SiteWalk> {
  const { db, person } = looking
  const [site, { rows: piles }] = await Promise.all([
    siteOf(looking, site_id),
    sql<FoundPile>`
      select p.id, p.station_number, p.state, p.last_seen_at, l.looked_at, l.user_name as looked_by,
        (select max(m.ends_at) from maintenance_span m where m.pile_id = p.id and m.starts_at <= now() and m.ends_at > now()) as maintenance_until
      from pile p left join pile_look l on l.pile_id = p.id
      where p.site_id = ${site_id} and p.enabled and p.archived_at is null and ${reached(person, 'pile', 'p')}
      order by p.station_number`.execute(db),
  ])
  const ids = piles.map(({ id }) => id)
  const [connectors, alarms] = await Promise.all([connectorsNow(looking, ids), alarmsOf(looking, ids)])
  return {
    site,
    piles: piles.map((pile) => ({
      ...pile,
      connectors: connectors.get(pile.id) ?? [],
      alarms: alarms.filter(({ pile_id }) => pile_id === pile.id).map(({ pile_id: _, ...one }) => one),
    })),
  }
}

async function siteOf({ db }: Looking, id: number): Promise<SiteWalk['site']> {
  const { rows } = await sql<SiteWalk['site']>`
    select id, name, longitude, latitude, date_trunc('day', now() at time zone time_zone) at time zone time_zone as midnight
    from site where id = ${id}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

type FoundAlarm = WalkedPile['alarms'][number] & { pile_id: number }

async function alarmsOf({ db, person }: Looking, ids: readonly number[]): Promise<FoundAlarm[]> {
  const permission = permissionOf(alarm, 'list')
  if (ids.length === 0 || !may(person, permission)) return []
  const { rows } = await sql<FoundAlarm>`
    select a.pile_id, a.id, a.code, a.kind, a.severity, a.connector_number, a.raised_at, a.assignee_name from alarm a
    where a.pile_id = any(${[...ids]}::bigint[]) and a.status = 'open' and ${reached(narrowed(person, permission), 'alarm', 'a')}
    order by a.raised_at desc`.execute(db)
  return rows
}

/** Two phones may say it in any order: the latest holds. */
export async function look(
  { id, said_at }: Parsed<typeof lookAtPile>,
  context: Context,
): Promise<Data<typeof lookAtPile>> {
  const { db, person } = context
  const looked_at = saidAt(said_at, context, Date.now() - LONGEST_AWAY_MS)
  await db
    .insertInto('pile_look')
    .values({ pile_id: id, looked_at, user_id: person.id, user_name: person.name })
    .onConflict((conflict) =>
      conflict
        .column('pile_id')
        .doUpdateSet({ looked_at, user_id: person.id, user_name: person.name })
        .where('pile_look.looked_at', '<', looked_at),
    )
    .execute()
  const kept = await db.selectFrom('pile_look').selectAll().where('pile_id', '=', id).executeTakeFirstOrThrow()
  return { looked_at: kept.looked_at, looked_by: kept.user_name }
}
