import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Proof, StepWay } from '../../../shared/domain/sign-in-proofs.ts'
import type { SecondStep } from '../../../shared/endpoints/second-step.ts'
import type { Database } from '../../kit/database/tables.ts'
import { Refusal } from '../../kit/refusal.ts'
import { sha256 } from '../../kit/sha256.ts'
import { inTransaction } from '../../kit/transaction.ts'
import type { SignInWay } from '../ports.ts'
import { refuseEnded } from '../sessions.ts'
import { codesLeft } from './recovery-codes.ts'

const GOOD_FOR_SECONDS = 300
const TRIES = 5

type Db = Kysely<Database>

/** A first step that was right, kept until its second. */
export interface Waiting {
  ticket_hash: string
  user_id: number
  user_name: string
  status: 'normal' | 'disabled' | 'unverified'
  way: SignInWay
  remember: boolean
  amr: Proof[]
  sign_ins_ended: number
}

interface Begun {
  user_id: number
  way: SignInWay
  remember: boolean
  amr: readonly Proof[]
  sign_ins_ended: number
}

/** The ways that a person has; a passkey that was copied is none. Recovery codes stand in for what is lost. */
export async function waysOf(db: Db, user_id: number): Promise<StepWay[]> {
  const { rows } = await sql<{ totp: boolean; passkey: boolean }>`
    select exists (select from totp where user_id = ${user_id}) as totp,
      exists (select from passkey where user_id = ${user_id} and copied_at is null) as passkey`.execute(db)
  const left = await codesLeft(db, user_id)
  const { totp = false, passkey = false } = rows[0] ?? {}
  return [
    ...(totp ? ['totp' as const] : []),
    ...(passkey ? ['passkey' as const] : []),
    ...(left ? ['recovery' as const] : []),
  ]
}

/** Whether anything was set up, good or not: then a first step alone lets nobody in. */
export async function hasSecondStep(db: Db, user_id: number): Promise<boolean> {
  const found = await db
    .selectFrom('second_factor_of')
    .select('user_id')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return found !== undefined
}

/** Keeps the first step for five minutes and gives the ticket for the second. */
export async function openStep(db: Db, { user_id, way, remember, amr, sign_ins_ended }: Begun): Promise<SecondStep> {
  const ticket = randomBytes(32).toString('base64url')
  const expires_at = sql<string>`now() + ${GOOD_FOR_SECONDS} * interval '1 second'`
  await inTransaction(db, async (trx) => {
    await refuseEnded(trx, { user_id, sign_ins_ended })
    await trx
      .insertInto('second_step')
      .values({ ticket_hash: sha256(ticket), user_id, way, remember, amr: [...amr], expires_at })
      .execute()
  })
  return { ticket, expires_in: GOOD_FOR_SECONDS, ways: await waysOf(db, user_id) }
}

/** Whose step it is; 401 when it is over. */
export async function findStep(db: Db, ticket: string): Promise<Waiting> {
  const waiting = await db
    .selectFrom('second_step as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.ticket_hash',
      's.user_id',
      's.way',
      's.remember',
      's.amr',
      'u.user_name',
      'u.status',
      'u.sign_ins_ended',
    ])
    .where('s.ticket_hash', '=', sha256(ticket))
    .where('s.tries', '<', TRIES)
    .where('s.expires_at', '>', sql<string>`now()`)
    .where('u.archived_at', 'is', null)
    .executeTakeFirst()
  if (!waiting) throw over()
  return waiting as Waiting
}

/** Counts a try before it is judged, so that a hundred at the same instant are a hundred. Gives how many are left. */
export async function countTry(db: Db, { ticket_hash }: Waiting): Promise<number> {
  const counted = await db
    .updateTable('second_step')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('ticket_hash', '=', ticket_hash)
    .where('tries', '<', TRIES)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('tries')
    .executeTakeFirst()
  if (!counted) throw over()
  return TRIES - counted.tries
}

/** Uses the ticket up; 401 when a twin was faster, or the account's sign-ins were ended meanwhile. */
export async function spendStep(db: Db, { ticket_hash }: Waiting): Promise<void> {
  const spent = await db
    .deleteFrom('second_step')
    .where('ticket_hash', '=', ticket_hash)
    .returning('user_id')
    .executeTakeFirst()
  if (!spent) throw over()
}

const over = () => new Refusal(401, 'step_over', { data: { step_over: true } })

/** Removes what is good for minutes and has expired. */
export async function forgetOldSteps(db: Db): Promise<void> {
  await sql`delete from second_step where expires_at < now()`.execute(db)
  await sql`delete from passkey_challenge where expires_at < now()`.execute(db)
  await sql`delete from totp_enrolment where expires_at < now()`.execute(db)
}
