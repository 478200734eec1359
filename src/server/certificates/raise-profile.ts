import { type Kysely, sql } from 'kysely'
import type { Ask, Intent } from '../../shared/domain/intent.ts'
import type { TargetState } from '../../shared/entities/campaign-target.ts'
import type { Database } from '../kit/database/tables.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'
import { forCertificate, hasAskedForCertificate } from './first-certificate.ts'
import { toldRoots } from './installed-roots.ts'
import type { Ended, Target, Wait } from './ports.ts'
import type { ServesBy } from './roots.ts'

type Db = Kysely<Database>

/** What this installation has for the higher profiles. */
export interface Doors {
  /** There is a way in over TLS. */
  tls: boolean
  /** There is a port that asks for certificates. */
  certificates: boolean
  /** What piles ask to be signed is signed here. */
  signs: boolean
  serves: ServesBy | null
  /** Where piles find this console, by their security profile; null: not known, or no way in. */
  addresses: Readonly<Record<'1' | '2' | '3', string | null>>
}

/** How a target ended. */
export interface End {
  state: TargetState
  said: string | null
}

/** Why a pile is not asked to go over: words of `campaigns:why`. */
type Missing = 'no_password' | 'roots_unknown' | 'root_missing' | 'no_certificate'

const READ_ROOTS: Intent = { ask: 'list_certificates', use: 'central' }
const RESET: Intent = { ask: 'reset', type: 'Soft' }
/** The steps of what is asked before a pile goes over (`beforeGoingOver`). */
export const QUESTION_STEPS = { list_certificates: 'reads_roots', trigger: 'asks_certificate' } as const
/** How far a pile is, by what it was asked for last: words of `campaigns:steps`. */
const STEPS: Readonly<Partial<Record<Ask, string>>> = {
  ...QUESTION_STEPS,
  raise_profile: 'goes_over',
  reset: 'restarts',
}
/** What a pile told of its roots counts for so long. */
const FRESH = sql<boolean>`read_at > now() - interval '10 minutes'`

const isFresh = async (db: Db, pile_id: number): Promise<boolean> => {
  const read = db
    .selectFrom('pile_root_reading')
    .select('pile_id')
    .where('pile_id', '=', pile_id)
    .where('use', '=', 'central')
  return (await read.where(FRESH).executeTakeFirst()) !== undefined
}

/** What the higher profile rests on and the pile lacks (A05.FR.02 to 04); null where it may go over. */
async function missingAt(
  db: Db,
  pile_id: number,
  profile: number,
  { serves }: Pick<Doors, 'serves'>,
): Promise<Missing | null> {
  if (profile < 3) {
    const pile = await db.selectFrom('pile').select('password_hash').where('id', '=', pile_id).executeTakeFirst()
    if (!pile?.password_hash) return 'no_password'
  }
  if (profile >= 2) {
    if (!(await isFresh(db, pile_id))) return 'roots_unknown'
    const roots = (await toldRoots(db, pile_id)).filter(({ use }) => use === 'central')
    if (!roots.some((root) => serves?.(root) ?? true)) return 'root_missing'
  }
  if (profile < 3) return null
  const { rows } =
    await sql`select from certificate where pile_id = ${pile_id} and state = 'accepted' and valid_to > now() limit 1`.execute(
      db,
    )
  return rows.length > 0 ? null : 'no_certificate'
}

/**
 * What a pile is asked before it goes over: which roots it holds, to ask for a certificate where it needs one and has none; why it cannot go; or
 * null, nothing stands in its way.
 */
export async function beforeGoingOver(
  db: Db,
  target: Target,
  profile: number,
  doors: Pick<Doors, 'serves' | 'signs'>,
): Promise<Intent | { impossible: string } | Wait | null> {
  const { pile_id } = target
  if (profile >= 2 && !(await isFresh(db, pile_id))) return READ_ROOTS
  const missing = await missingAt(db, pile_id, profile, doors)
  if (missing === 'no_certificate' && doors.signs) return await forCertificate(db, target)
  return missing && { impossible: missing }
}

/** How a target ends by one of those questions; null: it goes on, undefined: it was asked something else. */
export async function endOfQuestion(db: Db, target: Target, { intent, state }: Ended): Promise<End | null | undefined> {
  if (intent?.ask === 'list_certificates') return state === 'done' ? null : { state: 'refused', said: 'roots_unknown' }
  if (intent?.ask !== 'trigger') return undefined
  const hasAsked = state === 'done' || (await hasAskedForCertificate(db, target))
  return hasAsked ? null : { state, said: 'no_request' }
}

export const want = (db: Db, pile_id: number, profile: number | null) =>
  db.updateTable('pile').set({ security_wanted: profile }).where('id', '=', pile_id).execute()

export const standing = (db: Db, id: number) =>
  db.selectFrom('pile').select(['connected_profile', 'security_floor', 'state']).where('id', '=', id).executeTakeFirst()

/** What a person said: by a profile that this installation has no way in for, no pile could come back. */
export function refuseWithoutDoor(
  profile: number,
  { tls, certificates }: Pick<Doors, 'tls' | 'certificates'>,
  field = 'profile',
): void {
  if (profile === 3 && !certificates) throw wrongField(field, 'certificates:no_port')
  if (profile === 2 && !tls) throw wrongField(field, 'certificates:no_tls')
}

/** One pile by itself, by what is known of it; campaigns ask it first. */
export const raiseResolver = (doors: Doors) => ({
  async raise_profile(
    { id, profile: chosen }: { id: number | null; profile: string },
    { db }: { db: Db },
  ): Promise<Intent> {
    const profile = Number(chosen)
    refuseWithoutDoor(profile, doors)
    if (id === null) return { ask: 'raise_profile', profile }
    const pile = await standing(db, id)
    if (!pile) throw notFound()
    if (pile.security_floor >= profile) throw wrongField('profile', 'certificates:so_already')
    const missing = await missingAt(db, id, profile, doors)
    if (missing) throw new Refusal(409, `campaigns:why.${missing}`)
    await want(db, id, profile)
    return { ask: 'raise_profile', profile }
  },
})

export const UNDER_WAY: ReadonlySet<TargetState> = new Set(['sent', 'accepted'])

/** The call that a target was asked for last, where it waits for a restart. */
async function waitsForRestart(db: Db, { id }: Target): Promise<boolean> {
  const { rows } = await sql<{ progress: string | null }>`
    select c.progress from campaign_target t join command c on c.id = t.command_id
    where t.id = ${id} and c.action = 'raise_profile'`.execute(db)
  return rows[0]?.progress === 'RebootRequired'
}

/**
 * How campaigns bring piles to a higher profile: a pile tells which roots it holds, is refused where it lacks what the profile rests on, asks for a
 * certificate first where it needs one and has none, is asked to go over, and restarted where it says that it has to be. It is done when it came back; until then and afterwards the old way lets it in, unless
 * it came back.
 */
export const raiseWork = (doors: Doors) => ({
  action: 'raise_profile' as const,
  holds: 'effect' as const,
  // A pile that went over would refuse to be asked again.
  repeatable: ['list_certificates', 'trigger'] as const,
  stepOf: (state: TargetState, _: string | null, intent: Intent | null) =>
    UNDER_WAY.has(state) ? ((intent && STEPS[intent.ask]) ?? null) : null,
  async intentOf(target: Target, payload: object, db: Db): Promise<Intent | { impossible: string } | Wait> {
    const { pile_id } = target
    const { profile } = payload as { profile: number }
    if (await waitsForRestart(db, target)) return RESET
    const pile = await standing(db, pile_id)
    // It comes so already: from now on not otherwise. Its answer to the question is all that is to be seen.
    if (pile && pile.state !== 'offline' && (pile.connected_profile ?? 0) >= profile) {
      await db
        .updateTable('pile')
        .set({ security_floor: profile })
        .where('id', '=', pile_id)
        .where('security_floor', '<', profile)
        .execute()
      return READ_ROOTS
    }
    const first = await beforeGoingOver(db, target, profile, doors)
    if (first) return first
    await want(db, pile_id, profile)
    return { ask: 'raise_profile', profile }
  },
  async next(target: Target, ended: Ended, payload: object, db: Db): Promise<End | null> {
    const { intent, state, word } = ended
    const { pile_id } = target
    const { profile } = payload as { profile: number }
    const isOver = ((await standing(db, pile_id))?.security_floor ?? 0) >= profile
    if (isOver) return { state: 'done', said: null }
    const question = await endOfQuestion(db, target, ended)
    if (question !== undefined) return question
    if (intent?.ask === 'reset') return { state: 'failed', said: state === 'done' ? 'not_over' : word }
    if (state === 'accepted') return null
    // It said no: what comes by chance raises nothing. One that said yes may still come.
    if (state === 'refused') await want(db, pile_id, null)
    return { state, said: state === 'failed' && word === 'Accepted' ? 'not_over' : word }
  },
})
