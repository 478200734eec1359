import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Reply } from '../../shared/kit/endpoint.ts'
import type { Database } from './database/tables.ts'
import { Refusal } from './refusal.ts'
import { seal, unseal } from './sealed.ts'
import { keyedSha256 } from './sha256.ts'

/** Days for which a repeated request is recognised. */
const KEPT_DAYS = 7

/** A write that its sender may send again. */
export interface Attempt {
  user_id: number
  key: string
  /** Keys under which the same may have been asked for in other words. */
  instead_of: readonly string[]
  /** Under the installation's key: a body may hold a password, and a bare hash of one is soon found out. */
  request_hash: string
  secret: Uint8Array
}

/** A comma stands between the keys of a list. */
const KEY = /^[\x21-\x7e]{8,128}$/
const KEY_OF_LIST = /^[\x21-\x2b\x2d-\x7e]{8,128}$/
/** So often nobody puts the same in other words. */
const MOST_INSTEAD = 50

/** Reads the Idempotency-Key header of a request whose body was parsed; null when its sender gave none. */
export function attemptOf(request: FastifyRequest, path: string): Attempt | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  const key = String(header)
  if (!KEY.test(key)) throw new Refusal(422, 'idempotency_key')
  const secret = request.server.kit.repeatKey
  return {
    ...{ user_id: request.person.id, key, instead_of: insteadOf(request.headers['instead-of']), secret },
    request_hash: keyedSha256(secret, canonical([path, request.body])),
  }
}

function insteadOf(header: string | string[] | undefined): string[] {
  if (header === undefined) return []
  const keys = String(header)
    .split(',')
    .map((key) => key.trim())
  if (keys.length > MOST_INSTEAD || !keys.every((key) => KEY_OF_LIST.test(key))) throw new Refusal(422, 'instead_of')
  return [...new Set(keys)]
}

/** `replayed`: it was done before. `stands`: it was, in the words that this request is to put right. */
interface Once {
  reply: Reply
  replayed: boolean
  stands: boolean
}

/**
 * Gives the answer that is kept for this attempt, or does the work and keeps its answer in the same
 * transaction. A twin that arrives meanwhile waits for the row of the first. A refusal rolls everything
 * back: it changed nothing and may be tried again. What is asked for instead of something else is one with
 * it: whichever is done first answers for both, so that the other is not done when it arrives after all.
 */
export async function once(db: Kysely<Database>, attempt: Attempt | null, work: () => Promise<Reply>): Promise<Once> {
  if (!attempt) return { reply: await work(), replayed: false, stands: false }
  const own = await claim(db, attempt, attempt.request_hash)
  if (own) return { reply: own, replayed: true, stands: false }
  const claimed = [attempt.key]
  for (const key of attempt.instead_of) {
    const kept = await claim(db, { ...attempt, key }, null)
    if (kept) {
      await unclaim(db, attempt.user_id, claimed)
      return { reply: kept, replayed: true, stands: true }
    }
    claimed.push(key)
  }
  const reply = await work()
  for (const key of claimed) await keep(db, { ...attempt, key }, reply)
  return { reply, replayed: false, stands: false }
}

async function unclaim(db: Kysely<Database>, user_id: number, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('idempotency').where('user_id', '=', user_id).where('key', 'in', keys).execute()
}

async function keep(db: Kysely<Database>, attempt: Attempt, reply: Reply): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ sealed: seal(attempt.secret, placeOf(attempt), JSON.stringify(reply)) })
    .where('user_id', '=', attempt.user_id)
    .where('key', '=', attempt.key)
    .execute()
}

/** Null where it is this request's to do. One without a hash is known by its key alone. */
async function claim(db: Kysely<Database>, attempt: Attempt, request_hash: string | null): Promise<Reply | null> {
  const { user_id, key } = attempt
  const claimed = await db
    .insertInto('idempotency')
    .values({ user_id, key, request_hash, status: 200 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return null
  const kept = await db
    .selectFrom('idempotency')
    .select(['request_hash', 'answer', 'sealed'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  const isAnother = request_hash !== null && kept.request_hash !== null && kept.request_hash !== request_hash
  if (isAnother) throw new Refusal(422, 'idempotency_mismatch')
  if (kept.sealed === null) return kept.answer as unknown as Reply
  const answer = unseal(attempt.secret, placeOf(attempt), kept.sealed)
  // The data folder's key is another one now: what was done stays done, its answer cannot be read again.
  if (answer === null) throw new Refusal(409, 'idempotency_unreadable')
  return JSON.parse(answer) as Reply
}

const placeOf = ({ user_id, key }: Pick<Attempt, 'user_id' | 'key'>) => `${user_id} ${key}`

/** Tells how many. */
export async function forgetOldAnswers(db: Kysely<Database>, now = Date.now()): Promise<number> {
  const before = new Date(now - KEPT_DAYS * 86_400_000).toISOString()
  const { numDeletedRows } = await db
    .deleteFrom('idempotency')
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The same for two bodies that differ only in the order of their keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
