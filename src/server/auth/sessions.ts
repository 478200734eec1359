import { randomBytes, randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { Refusal } from '../kit/refusal.ts'
import { sha256 } from '../kit/sha256.ts'
import { inTransaction } from '../kit/transaction.ts'
import { noteAddress } from './known-addresses.ts'

const MINUTE_MS = 60_000
const REMEMBERED_MS = 24 * 60 * MINUTE_MS
/** Two tabs may spend the same token in the same instant. */
const GRACE_MS = 10_000
/** An answer that gets lost so often is lost on purpose. */
const MOST_ANSWERS = 20

type Session = Selectable<Database['session']>

/** Where a sign-in comes from. */
export interface Origin {
  address: string
  agent: string
}

/** A refresh token, to be spent once, and the sign-in it belongs to. */
export interface Granted {
  token: string
  family: string
  user_id: number
  /** When the sign-in is over however much it is used; epoch milliseconds. No access token outlives it. */
  ends_at: number
}

/** Where it comes from; and when it is not to be remembered, how long it lasts unused, and how long at the most. */
export interface Terms extends Origin {
  idle_minutes: number
  session_hours: number
}

export interface Opening extends Terms {
  user_id: number
  remember: boolean
  /** By what it was shown whose it is; `fresh` when that was shown by the person just now. */
  amr: readonly string[]
  fresh: boolean
  /** As it was when they were looked up. */
  sign_ins_ended: number
}

/** A refresh token as it is spent; `attempt` is what its holder calls this try, if it has a name. */
export interface Spending {
  token: string
  attempt: string | undefined
}

type Db = Kysely<Database>
type Of = Pick<Session, 'user_id'>

/**
 * One person's sign-ins are opened, renewed and ended one after the other: else what ends them misses the one that is opened or
 * renewed at the same instant, and it lives on. Held until the transaction ends; gives how often they were ended, null for nobody.
 */
async function oneByOne(trx: Db, user_id: number): Promise<number | null> {
  const user = await trx
    .selectFrom('users')
    .select('sign_ins_ended')
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user?.sign_ins_ended ?? null
}

/** Refuses (401) what was shown before the person's sign-ins were ended: by a password that is no more theirs, perhaps. */
export async function refuseEnded(
  trx: Db,
  { user_id, sign_ins_ended }: Of & { sign_ins_ended: number },
): Promise<void> {
  if ((await oneByOne(trx, user_id)) !== sign_ins_ended) throw new Refusal(401, 'step_over')
}

const together = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : inTransaction(db, work)

/**
 * Opens a sign-in: for 24 hours when it is to be remembered, otherwise until it was not used for a while, or a shift is over.
 * Refused (401) when the person's sign-ins were ended since they were looked up.
 */
export function openSession(
  db: Db,
  { user_id, remember, amr, fresh, sign_ins_ended, ...terms }: Opening,
): Promise<Granted> {
  const opened_at = new Date().toISOString()
  const remembered_until = new Date(Date.now() + REMEMBERED_MS).toISOString()
  const { address, agent } = terms
  const shown = { amr: [...amr], proved_at: fresh ? opened_at : null }
  const opening = { user_id, remember, expires_at: remembered_until, opened_at, ...shown, address, agent }
  return inTransaction(db, async (trx) => {
    await refuseEnded(trx, { user_id, sign_ins_ended })
    return grant(trx, { family: randomUUID(), ...opening }, terms)
  })
}

/**
 * Spends a refresh token for a new one. Null when it is unknown, too old, ended, or was spent before: then another person has it
 * too, and its whole family ends. The same try again, known by its name, only lost its answer: it is answered anew as long as no
 * answer to it was used, and what was answered before is good no more.
 */
export function renewSession(
  db: Db,
  { token, attempt }: Spending,
  { address, agent, ...terms }: Terms,
): Promise<Granted | null> {
  const attempt_hash = attempt === undefined ? null : sha256(attempt)
  return inTransaction(db, async (trx) => {
    const of = await trx
      .selectFrom('session')
      .select('user_id')
      .where('token_hash', '=', sha256(token))
      .executeTakeFirst()
    if (of) await oneByOne(trx, of.user_id)
    const session = await trx
      .selectFrom('session')
      .selectAll()
      .where('token_hash', '=', sha256(token))
      .forUpdate()
      .executeTakeFirst()
    if (!session || isOver(session)) return null
    const again = attempt_hash !== null && session.attempt_hash === attempt_hash
    if (session.answers >= MOST_ANSWERS || (wasSpent(session) && !(again && (await lostItsAnswer(trx, session))))) {
      await endFamily(trx, session)
      return null
    }
    await trx
      .updateTable('session')
      .set(({ eb }) => ({
        answers: eb('answers', '+', 1),
        ...(session.used_at === null && { used_at: new Date().toISOString(), attempt_hash }),
      }))
      .where('id', '=', session.id)
      .execute()
    return grant(trx, { ...session, address, agent, parent_id: session.id }, terms)
  })
}

/** Whether none of the tokens that this one was spent for was ever used; those are good no more then. */
async function lostItsAnswer(trx: Kysely<Database>, { id, superseded_at: taken }: Session): Promise<boolean> {
  if (taken) return false
  const given = await trx.selectFrom('session').select('used_at').where('parent_id', '=', id).forUpdate().execute()
  if (given.some(({ used_at }) => used_at !== null)) return false
  // Anyone who still comes with one of these has what another took for lost: that ends the family, as a spent one does.
  const superseded_at = new Date().toISOString()
  await trx.updateTable('session').set({ superseded_at }).where('parent_id', '=', id).execute()
  return true
}

/** Ends a sign-in with all its tokens; false when it had ended before, or is not this person's. */
export const endFamily = (db: Db, { family, user_id }: Of & Pick<Session, 'family'>): Promise<boolean> =>
  together(db, async (trx) => {
    await oneByOne(trx, user_id)
    const { numUpdatedRows } = await trx
      .updateTable('session')
      .set({ ended_at: new Date().toISOString() })
      .where('family', '=', family)
      .where('user_id', '=', user_id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })

/**
 * Ends a person's sign-ins with all their tokens, all but one of them if one is spared; gives how many that were. What was begun
 * and is not one yet goes with them: a second step that waits, a screen that may fetch its sign-in.
 */
export const endSessionsOf = (db: Db, user_id: number, spare: string | null): Promise<number> =>
  together(db, async (trx) => {
    await trx
      .updateTable('users')
      .set(({ eb }) => ({ sign_ins_ended: eb('sign_ins_ended', '+', 1) }))
      .where('id', '=', user_id)
      .execute()
    await trx.deleteFrom('second_step').where('user_id', '=', user_id).execute()
    await trx.deleteFrom('screen_sign_in').where('user_id', '=', user_id).execute()
    const ended = await trx
      .updateTable('session')
      .set({ ended_at: new Date().toISOString() })
      .where('user_id', '=', user_id)
      .where('ended_at', 'is', null)
      .$if(spare !== null, (query) => query.where('family', '!=', spare))
      .returning('family')
      .execute()
    return new Set(ended.map(({ family }) => family)).size
  })

/** The same of everybody; what one's own sign-in began elsewhere ends with it. */
export const endAllSessions = (db: Db, spare: string): Promise<number> =>
  together(db, async (trx) => {
    await trx
      .updateTable('users')
      .set(({ eb }) => ({ sign_ins_ended: eb('sign_ins_ended', '+', 1) }))
      .execute()
    await trx.deleteFrom('second_step').execute()
    await trx.deleteFrom('screen_sign_in').execute()
    const ended = await trx
      .updateTable('session')
      .set({ ended_at: new Date().toISOString() })
      .where('ended_at', 'is', null)
      .where('family', '!=', spare)
      .returning('family')
      .execute()
    return new Set(ended.map(({ family }) => family)).size
  })

/** Keeps spent tokens for as long as they would have been good: only so is it seen when one comes again. */
export async function forgetOldSessions(db: Db): Promise<number> {
  const before = new Date(Date.now() - 60 * MINUTE_MS).toISOString()
  const { numDeletedRows } = await db.deleteFrom('session').where('expires_at', '<', before).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const wasSpent = ({ used_at, superseded_at }: Session) =>
  superseded_at !== null || (used_at !== null && Date.now() - Date.parse(used_at) > GRACE_MS)

const isOver = ({ ended_at, expires_at }: Session) => ended_at !== null || Date.parse(expires_at) <= Date.now()

type Grant = Pick<
  Session,
  'family' | 'user_id' | 'remember' | 'expires_at' | 'opened_at' | 'amr' | 'proved_at' | 'address' | 'agent'
> & {
  parent_id?: number
}

type Lasting = Pick<Terms, 'idle_minutes' | 'session_hours'>

async function grant(db: Db, given: Grant, { idle_minutes, session_hours }: Lasting): Promise<Granted> {
  const { family, user_id, remember, opened_at, amr, proved_at, address, agent, parent_id } = given
  const ends_at = remember ? Date.parse(given.expires_at) : Date.parse(opened_at) + session_hours * 60 * MINUTE_MS
  const unused_until = remember ? ends_at : Date.now() + idle_minutes * MINUTE_MS
  const expires_at = new Date(Math.min(ends_at, unused_until)).toISOString()
  const token = randomBytes(32).toString('base64url')
  const kept = {
    family,
    user_id,
    remember,
    expires_at,
    opened_at,
    amr,
    proved_at,
    address,
    agent,
    parent_id,
    token_hash: sha256(token),
  }
  await db
    .insertInto('session')
    .values({ ...kept, used_at: null, ended_at: null })
    .execute()
  await noteAddress(db, user_id, address)
  return { token, family, user_id, ends_at }
}
