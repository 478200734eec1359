import { flawsOf } from '../../shared/domain/charging-profiles/flaws.ts'
import type { SentProfile } from '../../shared/domain/charging-profiles/profile.ts'
import type { CannotTake } from '../../shared/domain/charging-profiles/takes.ts'
import type { profileFit, pushProfile } from '../../shared/endpoints/charging-profiles.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { StartCampaign } from '../campaigns/ports.ts'
import type { Context } from '../kit/context.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'
import type { HasWords, Pushed } from './ports.ts'
import { heldAt, placeKey, sessionsAt } from './sessions.ts'
import { pilesThatCannot } from './takes.ts'

type Push = Parsed<typeof pushProfile>

export interface Pushing {
  campaigns: StartCampaign
  hasWords: HasWords
}

/** Piles are asked until a day is over. */
const RULES = { wait_hours: 24 }

/** Brings a profile to piles, or has them let go of it; see `pushProfile`. */
export async function push(
  asked: Push,
  context: Context,
  { campaigns, hasWords }: Pushing,
): Promise<Data<typeof pushProfile>> {
  const row = await lockedProfile(asked.id, context)
  if (row.archived_at !== null && !asked.clear) throw new Refusal(409, 'archived')
  const piles = asked.clear ? await holders(asked, context) : await pilesOf(row.site_id, asked, context)
  if (piles.length === 0) throw wrongField('pile_ids', asked.clear ? 'profile_held_by_none' : 'profile_no_piles')
  const connector_number = asked.connector_number ?? 0
  const sessions = await sessionsOf(row, piles, asked, context)
  refuseFlaws(row, asked, sessions)
  const profile = sentProfile(row)
  if (!asked.clear) await refuseUntaken(piles, { profile, connector_number, hasWords }, asked, context)
  const action = asked.clear ? 'clear_profile' : 'set_profile'
  const isOfSessions = row.charging_profile_purpose === 'session'
  const targets = isOfSessions
    ? (sessions ?? (await heldAt(context.db, row.id, piles)))
    : piles.map((pile_id) => ({ pile_id, connector_number }))
  const payload: Pushed = {
    ...{ profile, version: row.version },
    ...(sessions && { sessions: Object.fromEntries(sessions.map((one) => [placeKey(one), one.transaction_id])) }),
  }
  const campaign_id = await campaigns.start({ action, name: row.name, payload, targets, rules: RULES }, context)
  await context.db.insertInto('profile_push').values({ campaign_id, charging_profile_id: row.id }).execute()
  const state = asked.clear
    ? { is_push: false, pushed_version: null }
    : { is_push: true, pushed_version: row.version, pushed_at: new Date().toISOString(), limit_now: limitIn(row) }
  // Those that were left out hold it still.
  if (!asked.clear || !asked.pile_ids)
    await context.db.updateTable('charging_profile').set(state).where('id', '=', row.id).execute()
  return { campaign_id, piles: new Set(targets.map(({ pile_id }) => pile_id)).size, sessions: sessions?.length ?? null }
}

/** One pile that is named and cannot take it is a mistake; of a whole site the others are asked, and the log says why those are not. */
async function refuseUntaken(
  piles: readonly number[],
  { hasWords, ...place }: { profile: SentProfile; connector_number: number; hasWords: HasWords },
  { pile_ids }: Push,
  { db }: Context,
): Promise<void> {
  const cannot = await pilesThatCannot(db, piles, place, hasWords)
  if (cannot.size === 0 || (!pile_ids && cannot.size < piles.length)) return
  const [why] = cannot.values()
  if (!pile_ids || !why) throw wrongField('pile_ids', 'profile_taken_by_none')
  throw wrongField('pile_ids', `campaigns:why.${why.code}`, { figure: why.figure })
}

/** Which piles of its site a profile would not be taken by, before anyone pushes it. */
export async function fitOf(
  { id }: Parsed<typeof profileFit>,
  context: Context,
  hasWords: HasWords,
): Promise<Data<typeof profileFit>> {
  const { db } = context
  const row = await lockedProfile(id, context)
  const piles = await pilesOf(row.site_id, { pile_ids: undefined }, context)
  const place = { profile: { ...row, transaction_id: null }, connector_number: 0 }
  const cannot = await pilesThatCannot(db, piles, place, hasWords)
  const named = await db
    .selectFrom('pile')
    .select(['id', 'station_number as title'])
    .where('id', 'in', [0, ...cannot.keys()])
    .orderBy('station_number')
    .execute()
  const whyOf = (pile_id: number) => cannot.get(pile_id) as CannotTake
  return { piles: piles.length, cannot: named.map((pile) => ({ pile, ...whyOf(pile.id) })) }
}

async function lockedProfile(id: number, { db }: Context) {
  const row = await db.selectFrom('charging_profile').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return row
}
type Row = Awaited<ReturnType<typeof lockedProfile>>

/** Those of the site that are named, or all of them. */
async function pilesOf(
  site_id: number,
  { pile_ids }: { pile_ids?: number[] | undefined },
  { db }: Context,
): Promise<number[]> {
  const rows = await db
    .selectFrom('pile')
    .select('id')
    .where('site_id', '=', site_id)
    .where('archived_at', 'is', null)
    .$if(pile_ids !== undefined, (query) => query.where('id', 'in', pile_ids ?? []))
    .orderBy('id')
    .execute()
  if (pile_ids && rows.length < new Set(pile_ids).size) throw wrongField('pile_ids', 'profile_other_site')
  return rows.map(({ id }) => id)
}

async function holders({ id, pile_ids }: Push, { db }: Context): Promise<number[]> {
  const rows = await db
    .selectFrom('installed_profile')
    .select('pile_id')
    .distinct()
    .where('charging_profile_id', '=', id)
    .$if(pile_ids !== undefined, (query) => query.where('pile_id', 'in', pile_ids ?? []))
    .execute()
  return rows.map(({ pile_id }) => pile_id)
}

/** Of a limit of sessions: those that run at the piles, or at the gun that is named. Null of any other, and of what is cleared. */
async function sessionsOf(row: Row, piles: readonly number[], asked: Push, { db }: Context) {
  if (row.charging_profile_purpose !== 'session' || asked.clear) return null
  return sessionsAt(db, piles, asked.connector_number)
}

/** What the standard forbids there is refused before anything is sent. */
function refuseFlaws(row: Row, asked: Push, sessions: readonly { connector_number: number }[] | null): void {
  if (asked.clear) return
  const named = asked.connector_number
  if (sessions && named === null && sessions.length === 0) throw wrongField('pile_ids', 'profile_no_sessions')
  const connector_number = named ?? sessions?.[0]?.connector_number ?? 0
  const [flaw] = flawsOf(row, { place: { connector_number, session: (sessions?.length ?? 0) > 0 } })
  if (flaw) throw wrongField(flaw.field, flaw.key, flaw.figures)
}

/** Of a dynamic one; none of others is changed alone. */
const limitIn = ({ charging_profile_kind: kind, periods: [period] }: Row) =>
  kind === 'dynamic' ? (period?.limit ?? null) : null

/** As it goes to piles; of sessions each bears its own transaction. */
const sentProfile = (row: Row): SentProfile => ({
  id: row.id,
  transaction_id: null,
  stack_level: row.stack_level,
  charging_profile_purpose: row.charging_profile_purpose,
  charging_profile_kind: row.charging_profile_kind,
  recurrency_kind: row.recurrency_kind,
  valid_from: row.valid_from,
  valid_to: row.valid_to,
  duration: row.duration,
  start_schedule: row.start_schedule,
  charging_rate_unit: row.charging_rate_unit,
  min_charging_rate: row.min_charging_rate,
  periods: row.periods,
  dyn_update_interval: row.dyn_update_interval,
  max_offline_duration: row.max_offline_duration,
  invalid_after_offline_duration: row.invalid_after_offline_duration,
})
