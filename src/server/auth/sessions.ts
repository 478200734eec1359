import { randomBytes, randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { sha256 } from '../kit/sha256.ts'
import { inTransaction } from '../kit/transaction.ts'
import { noteAddress } from './known-addresses.ts'

const MINUTE_MS = 60_000
const REMEMBERED_MS = 24 * 60 * MINUTE_MS
/** Two tabs may spend the same token in the same instant. */
const GRACE_MS = 10_000

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
}

/** Where it comes from, and how long it lasts unused when it is not to be remembered. */
export interface Terms extends Origin {
  idle_minutes: number
}

export interface Opening extends Terms {
  user_id: number
  remember: boolean
}

/** A refresh token as it is spent; `attempt` is what its holder calls this try, if it has a name. */
export interface Spending {
  token: string
  attempt: string | undefined
}

/** Opens a sign-in: for 24 hours when it is to be remembered, otherwise until it was not used for a while. */
export function openSession(
  db: Kysely<Database>,
  { user_id, remember, idle_minutes, ...origin }: Opening,
): Promise<Granted> {
  const expires_at = new Date(Date.now() + (remember ? REMEMBERED_MS : idle_minutes * MINUTE_MS)).toISOString()
  const opened_at = new Date().toISOString()
  return grant(db, { family: randomUUID(), user_id, remember, expires_at, opened_at, ...origin })
}

/**
 * Spends a refresh token for a new one. Null when it is unknown, too old, ended, or was spent before: then somebody else has it
 * too, and its whole family ends. The same try again, known by its name, only lost its answer.
 */
export function renewSession(
  db: Kysely<Database>,
  { token, attempt }: Spending,
  { idle_minutes, ...origin }: Terms,
): Promise<Granted | null> {
  const attempt_hash = attempt === undefined ? null : sha256(attempt)
  return inTransaction(db, async (trx) => {
    const session = await trx
      .selectFrom('session')
      .selectAll()
      .where('token_hash', '=', sha256(token))
      .forUpdate()
      .executeTakeFirst()
    if (!session || session.ended_at || Date.parse(session.expires_at) <= Date.now()) return null
    const again = attempt_hash !== null && session.attempt_hash === attempt_hash
    if (wasSpent(session) && !again) {
      await endFamily(trx, session.family)
      return null
    }
    if (session.used_at === null) {
      const used_at = new Date().toISOString()
      await trx.updateTable('session').set({ used_at, attempt_hash }).where('id', '=', session.id).execute()
    }
    return grant(trx, { ...session, ...origin, expires_at: nextEnd(session, idle_minutes) })
  })
}

/** Ends a sign-in with all its tokens. */
export async function endFamily(db: Kysely<Database>, family: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: new Date().toISOString() })
    .where('family', '=', family)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends a person's sign-ins with all their tokens, all but one of them if one is spared; gives how many that were. */
export async function endSessionsOf(db: Kysely<Database>, user_id: number, spare: string | null): Promise<number> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: new Date().toISOString() })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .$if(spare !== null, (query) => query.where('family', '!=', spare))
    .returning('family')
    .execute()
  return new Set(ended.map(({ family }) => family)).size
}

/** Keeps spent tokens for as long as they would have been good: only so is it seen when one comes again. */
export async function forgetOldSessions(db: Kysely<Database>): Promise<number> {
  const before = new Date(Date.now() - 60 * MINUTE_MS).toISOString()
  const { numDeletedRows } = await db.deleteFrom('session').where('expires_at', '<', before).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const wasSpent = ({ used_at }: Session) => used_at !== null && Date.now() - Date.parse(used_at) > GRACE_MS

const nextEnd = ({ remember, expires_at }: Session, idle_minutes: number) =>
  remember ? expires_at : new Date(Date.now() + idle_minutes * MINUTE_MS).toISOString()

type Grant = Pick<Session, 'family' | 'user_id' | 'remember' | 'expires_at' | 'opened_at' | 'address' | 'agent'>

async function grant(db: Kysely<Database>, given: Grant): Promise<Granted> {
  const { family, user_id, remember, expires_at, opened_at, address, agent } = given
  const token = randomBytes(32).toString('base64url')
  const kept = { family, user_id, remember, expires_at, opened_at, address, agent, token_hash: sha256(token) }
  await db
    .insertInto('session')
    .values({ ...kept, used_at: null, ended_at: null })
    .execute()
  await noteAddress(db, user_id, address)
  return { token, family, user_id }
}
