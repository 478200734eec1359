import { type Kysely, sql } from 'kysely'
import { flawsOf } from '../../shared/domain/charging-profiles/flaws.ts'
import { numberAt, profileOf } from '../../shared/domain/charging-profiles/number.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { changeLimit } from '../../shared/endpoints/charging-profiles.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { StartCampaign, Target } from '../campaigns/ports.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'
import type { ConnectedPile, DynamicLimits } from '../ocpp/ports.ts'
import { heldNumber } from './numbers.ts'
import type { Pushed } from './ports.ts'

type Db = Kysely<Database>

/** What a change of a limit tells its targets. */
interface NewLimit {
  id: number
  limit: number
  /** Of sessions: each gun's pile knows it by a number of its own. */
  isOfSessions: boolean
  /** Its versions before and after: a pile that held it as it was holds it as it is. */
  before: number
  version: number
}

/** Piles are asked until a day is over; one that is away longer asks by itself, or is given it at a push. */
const RULES = { wait_hours: 24 }

/** Changes the limit of a dynamic profile now; see `changeLimit`. */
export async function changeNow(
  { id, limit }: Parsed<typeof changeLimit>,
  context: Context,
  campaigns: StartCampaign,
): Promise<Data<typeof changeLimit>> {
  const { db } = context
  const row = await dynamicRow(db, id)
  if (limit === null) throw wrongField('limit', 'required')
  const periods = row.periods.map((period) => ({ ...period, limit }))
  const flaw = flawsOf({ ...row, periods }).find(({ field }) => field === 'periods.0.limit')
  if (flaw) throw wrongField('limit', flaw.key, flaw.figures)
  const targets = await holdersOf(db, id)
  if (targets.length === 0) throw wrongField('limit', 'profile_held_by_none')
  const version = row.version + 1
  const payload: NewLimit = {
    ...{ id, limit, before: row.version, version },
    isOfSessions: row.charging_profile_purpose === 'session',
  }
  const asked = { action: 'change_limit' as const, name: row.name, payload, targets, rules: RULES }
  const campaign_id = await campaigns.start(asked, context)
  await db.insertInto('profile_push').values({ campaign_id, charging_profile_id: id }).execute()
  await db
    .updateTable('charging_profile')
    .set({
      ...{ periods: JSON.stringify(periods), limit_now: limit, version, updated_at: new Date().toISOString() },
      // What was not pushed before is not pushed by this.
      ...(row.pushed_version === row.version && { pushed_version: version }),
    })
    .where('id', '=', id)
    .execute()
  return { campaign_id, piles: new Set(targets.map(({ pile_id }) => pile_id)).size }
}

async function dynamicRow(db: Db, id: number) {
  const row = await db.selectFrom('charging_profile').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  if (row.archived_at !== null) throw new Refusal(409, 'archived')
  if (row.charging_profile_kind !== 'dynamic') throw wrongField('limit', 'profile_not_dynamic')
  return row
}

const holdersOf = (db: Db, id: number): Promise<Target[]> =>
  db
    .selectFrom('installed_profile')
    .select(['pile_id', 'connector_number'])
    .where('charging_profile_id', '=', id)
    .where(sql<boolean>`sent ->> 'charging_profile_kind' = 'dynamic'`)
    .execute()

const numberIn = (db: Db, target: Target, { id, isOfSessions }: NewLimit) =>
  heldNumber(db, target, isOfSessions ? numberAt(id, target.connector_number ?? 0) : id)

/** How campaigns bring the new limit to piles that hold the profile. To set the same twice comes to the same. */
export const limitWork = {
  ...{ holds: 'answer' as const, repeatable: true, action: 'change_limit' as const },
  /** Where it was changed again meanwhile the pile is told the latest. */
  async intentOf(target: Target, payload: object, db: Db): Promise<Intent | { impossible: string }> {
    const id = await numberIn(db, target, payload as NewLimit)
    const limit = await heldLimit(db, target.pile_id, id)
    return limit === null ? { impossible: 'profile_not_held' } : { ask: 'change_limit', id, limit }
  },
  async done(target: Target, payload: object, db: Db): Promise<void> {
    const change = payload as NewLimit
    await keepLimit(db, { pile_id: target.pile_id, number: await numberIn(db, target, change), change })
  },
}

/** The present limit of a dynamic profile that a pile holds by that number; null where it holds no such. */
async function heldLimit(db: Db, pile_id: number, number: number): Promise<number | null> {
  const { rows } = await sql<{ limit_now: number }>`
    select p.limit_now::float8 as limit_now from installed_profile i join charging_profile p on p.id = i.charging_profile_id
    where i.pile_id = ${pile_id} and (i.sent ->> 'id')::bigint = ${number}
      and i.sent ->> 'charging_profile_kind' = 'dynamic' and p.limit_now is not null`.execute(db)
  return rows[0]?.limit_now ?? null
}

/** What a push of a dynamic profile brings: the limit as it is now, should it have been changed since. */
export async function atPresent(db: Db, pushed: Pushed): Promise<Pushed> {
  const { profile } = pushed
  if (profile.charging_profile_kind !== 'dynamic') return pushed
  const query = db.selectFrom('charging_profile').select('limit_now').where('id', '=', profile.id)
  const limit = (await query.executeTakeFirst())?.limit_now
  if (limit == null) return pushed
  const periods = profile.periods.map((period) => ({ ...period, limit: Number(limit) }))
  return { ...pushed, profile: { ...profile, periods } }
}

interface Kept {
  pile_id: number
  number: number
  /** None: the pile asked by itself. */
  change?: Pick<NewLimit, 'before' | 'version'>
}

/** The pile has the present limit: what it holds is the same profile with another figure. */
const keepLimit = (db: Db, { pile_id, number, change }: Kept) =>
  sql`
    update installed_profile i set confirmed_at = now(), sent = jsonb_set(i.sent, '{periods,0,limit}', to_jsonb(p.limit_now)),
      sent_version = case when i.sent_version = ${change?.before ?? null}::int then ${change?.version ?? null}::int else i.sent_version end
    from charging_profile p
    where p.id = i.charging_profile_id and p.limit_now is not null and i.pile_id = ${pile_id}
      and (i.sent ->> 'id')::bigint = ${number}`.execute(db)

/** What piles that ask for a limit by themselves are told; it is theirs from then on (K28.FR.08). */
export const dynamicLimits = (db: Db, changed: (charging_profile_id: number) => void): DynamicLimits => ({
  async limitNow({ id: pile_id }: ConnectedPile, number: number) {
    const limit = await heldLimit(db, pile_id, number)
    if (limit === null) return null
    await keepLimit(db, { pile_id, number })
    changed(profileOf(number))
    return limit
  },
})
