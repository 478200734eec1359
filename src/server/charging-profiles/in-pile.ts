import { takesOf } from '../../shared/domain/charging-profiles/takes.ts'
import { evsePlace } from '../../shared/domain/gun-number.ts'
import type { profilesInPile } from '../../shared/endpoints/charging-profiles.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { outsideLimitsOf } from '../kit/outside-limits.ts'
import { takesOfPiles } from './takes.ts'

/** More than one phase of the grid can give. */
const MOST_OF_ONE_PHASE_W = 7_400

/** What a pile holds as far as it confirmed it, and what a limit there depends on. */
export async function profilesOf(pile_id: number, { db }: Pick<Context, 'db'>): Promise<Data<typeof profilesInPile>> {
  const [type, connectors, running, installed, outside, takes, check] = await Promise.all([
    db
      .selectFrom('pile')
      .leftJoin('pile_type', 'pile_type.id', 'pile.pile_type_id')
      .leftJoin('site', 'site.id', 'pile.site_id')
      .select(['pile_type.rated_power_w', 'pile_type.current_mode', 'pile_type.guns', 'site.time_zone'])
      .where('pile.id', '=', pile_id)
      .executeTakeFirst(),
    db.selectFrom('connector').select('number').where('pile_id', '=', pile_id).where('number', '>', 0).execute(),
    db
      .selectFrom('orders')
      .select(['connector_number', 'started_at', 'priority_since'])
      .where('pile_id', '=', pile_id)
      .where('status', '=', 'generated')
      .execute(),
    db
      .selectFrom('installed_profile as i')
      .innerJoin('charging_profile as p', 'p.id', 'i.charging_profile_id')
      .select(['i.connector_number', 'i.sent', 'i.sent_version', 'i.confirmed_at', 'p.id', 'p.name', 'p.version'])
      .where('i.pile_id', '=', pile_id)
      .orderBy('i.stack_level', 'desc')
      .execute(),
    outsideLimitsOf(db, pile_id),
    takesOfPiles(db, [pile_id]),
    checkOf(pile_id, { db }),
  ])
  const rated_w = type?.rated_power_w ?? null
  const onePhase = type?.current_mode === 'ac' && rated_w !== null && rated_w <= MOST_OF_ONE_PHASE_W
  const known = connectors.map(({ number }) => number)
  const numbers = known.length > 0 ? known : Array.from({ length: type?.guns ?? 1 }, (_, at) => at + 1)
  // A session runs at an EVSE, whichever of its connectors it has.
  const runs = new Map(running.map((order) => [evsePlace(order.connector_number).evse, order]))
  return {
    time_zone: type?.time_zone ?? null,
    rated_w,
    phases: onePhase ? 1 : 3,
    connectors: numbers
      .sort((a, b) => a - b)
      .map((number) => ({
        number,
        session_since: runs.get(evsePlace(number).evse)?.started_at ?? null,
        priority: runs.get(evsePlace(number).evse)?.priority_since != null,
      })),
    installed: installed.map(({ connector_number, sent, sent_version, confirmed_at, id, name, version }) => ({
      connector_number,
      charging_profile: { id, title: name },
      confirmed_at,
      outdated: sent_version !== version,
      profile: { ...sent, periods: [...sent.periods] },
    })),
    outside,
    takes: takes.get(pile_id) ?? takesOf([]),
    // Of what it held before it let go of all of it.
    check: installed.length > 0 ? check : null,
  }
}

/** How what it last said stands to that; null where it was not asked yet. */
export async function checkOf(pile_id: number, { db }: Pick<Context, 'db'>) {
  const check = await db
    .selectFrom('profile_check')
    .select(['state', 'said', 'checked_at', 'differences'])
    .where('pile_id', '=', pile_id)
    .executeTakeFirst()
  return check ?? null
}
