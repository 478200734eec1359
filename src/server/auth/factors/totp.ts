import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '../../kit/database/tables.ts'
import type { FactorKeys } from './factor-keys.ts'

/** RFC 6238 as every app does it: SHA-1, six digits, thirty seconds. */
const MAKE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const SECRET_BYTES = 20
/** A clock may be one step off, and people type slowly. */
const WINDOW = 1
const ENROLMENT_MINUTES = 10
const ENROLMENT_TRIES = 10

type Db = Kysely<Database>

interface Owner {
  user_id: number
  /** The sign-in that sets it up. */
  family: string
}

const made = (secret: Uint8Array<ArrayBuffer>, more: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...MAKE, ...more, secret: new Secret({ buffer: secret.buffer }) })

/** The number of the thirty seconds (since 1970) whose code this is; null when it is of none around now. */
export function stepOf(secret: Uint8Array<ArrayBuffer>, code: string, now = Date.now()): number | null {
  const delta = made(secret).validate({ token: code, window: WINDOW, timestamp: now })
  return delta === null ? null : Math.floor(now / 1000 / MAKE.period) + delta
}

/** A secret of one's own to be confirmed in ten minutes; an earlier one that was not is forgotten. */
export async function beginTotp(
  db: Db,
  keys: FactorKeys,
  { user_id, family, issuer, label }: Owner & { issuer: string; label: string },
): Promise<{ address: string; secret: string }> {
  const secret = Uint8Array.from(randomBytes(SECRET_BYTES))
  const kept = {
    family,
    secret_sealed: keys.seal(user_id, secret),
    tries: 0,
    expires_at: sql<string>`now() + ${ENROLMENT_MINUTES} * interval '1 minute'`,
  }
  await db
    .insertInto('totp_enrolment')
    .values({ user_id, ...kept })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(kept))
    .execute()
  const totp = made(secret, { issuer, label })
  return { address: totp.toString(), secret: totp.secret.base32 }
}

/** An app that is being set up and whose code was right; `last_step` is that code's, which is used up by this. */
export interface FittingTotp {
  user_id: number
  secret_sealed: string
  last_step: number
}

/**
 * Tries a code of the app that this sign-in is setting up. `gone`: there is none, or it was tried too often. A wrong code counts
 * whatever comes after, so this is outside of any transaction.
 */
export async function tryNewTotp(
  db: Db,
  keys: FactorKeys,
  { user_id, family, code }: Owner & { code: string },
): Promise<FittingTotp | 'wrong' | 'gone'> {
  const begun = await db
    .updateTable('totp_enrolment')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', user_id)
    .where('family', '=', family)
    .where('tries', '<', ENROLMENT_TRIES)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('secret_sealed')
    .executeTakeFirst()
  const secret = begun && keys.open(user_id, begun.secret_sealed)
  if (!begun || !secret) return 'gone'
  const last_step = stepOf(secret, code)
  return last_step === null ? 'wrong' : { user_id, secret_sealed: begun.secret_sealed, last_step }
}

/** It counts from now on, instead of one there was; false when a twin was faster. */
export async function keepTotp(trx: Db, { user_id, secret_sealed, last_step }: FittingTotp): Promise<boolean> {
  const taken = await trx
    .deleteFrom('totp_enrolment')
    .where('user_id', '=', user_id)
    .where('secret_sealed', '=', secret_sealed)
    .returning('user_id')
    .executeTakeFirst()
  if (!taken) return false
  const kept = { secret_sealed, last_step, created_at: sql<string>`now()`, last_used_at: null }
  await trx
    .insertInto('totp')
    .values({ user_id, ...kept })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(kept))
    .execute()
  return true
}

/** Whether the code is one of the app's around now. Each thirty seconds' code lets in once, anyone else who asks at that instant. */
export async function spendTotp(db: Db, keys: FactorKeys, user_id: number, code: string): Promise<boolean> {
  const kept = await db.selectFrom('totp').select('secret_sealed').where('user_id', '=', user_id).executeTakeFirst()
  const secret = kept && keys.open(user_id, kept.secret_sealed)
  const step = secret ? stepOf(secret, code) : null
  if (!kept || step === null) return false
  const spent = await db
    .updateTable('totp')
    .set({ last_step: step, last_used_at: sql<string>`now()` })
    .where('user_id', '=', user_id)
    .where('secret_sealed', '=', kept.secret_sealed)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return spent !== undefined
}
