import { type Kysely, sql } from 'kysely'
import type { Proof } from '../../../shared/domain/sign-in-proofs.ts'
import type { ProofNeeded, prove } from '../../../shared/endpoints/own-factors.ts'
import type { Parsed } from '../../../shared/kit/endpoint.ts'
import type { Context } from '../../kit/context.ts'
import type { Database } from '../../kit/database/tables.ts'
import { passwordFits } from '../../kit/password.ts'
import type { Person } from '../../kit/person.ts'
import { Refusal, wrongField } from '../../kit/refusal.ts'
import { Attempts } from '../attempts.ts'
import type { SecondFactors } from './second-factors.ts'
import { hasSecondStep, waysOf } from './second-steps.ts'

/** How long it counts that someone showed who they are. */
const MINUTES = 10

type Db = Kysely<Database>

/** What a passkey's signature is asked for as a fresh proof of this sign-in. */
export const boundToProof = ({ id, session }: Person): string => `proof ${id} ${session}`

/** Refuses what takes more than a sign-in: who sits there showed who they are within ten minutes, in this sign-in. */
export async function requireProof(db: Db, person: Person): Promise<void> {
  const proved = await db
    .selectFrom('session')
    .select('id')
    .where('family', '=', person.session)
    .where('user_id', '=', person.id)
    .where('ended_at', 'is', null)
    .where('proved_at', '>', sql<string>`now() - ${MINUTES} * interval '1 minute'`)
    .limit(1)
    .executeTakeFirst()
  if (proved) return
  const ways = await waysOf(db, person.id)
  const proof: ProofNeeded = { code: await hasSecondStep(db, person.id), passkey: ways.includes('passkey') }
  throw new Refusal(403, 'proof_needed', { data: { proof } })
}

interface Proving {
  db: Db
  factors: SecondFactors
}

/** All that it takes to sign in, once more: a passkey, or the password and with it a code where there is a second step. */
export async function provePerson(asked: Parsed<typeof prove>, context: Context, proving: Proving): Promise<void> {
  const { db } = proving
  const { person } = context
  const amr = asked.passkey
    ? await byPasskey(asked.passkey, context, proving)
    : await byPassword(asked, context, proving)
  await noteProof(db, person, amr)
}

/** The sign-in counts as proved from now on, by this as well. */
export const noteProof = (db: Db, { session, id }: Pick<Person, 'session' | 'id'>, amr: readonly Proof[]) =>
  db
    .updateTable('session')
    .set({
      proved_at: sql<string>`now()`,
      amr: sql<string[]>`array(select distinct unnest(amr || ${[...amr]}::text[]) order by 1)`,
    })
    .where('family', '=', session)
    .where('user_id', '=', id)
    .execute()

async function byPasskey(
  passkey: NonNullable<Parsed<typeof prove>['passkey']>,
  context: Context,
  { factors }: Proving,
): Promise<Proof[]> {
  await factors.checkPasskey(passkey, boundToProof(context.person), context, context.person.id)
  return ['passkey']
}

async function byPassword(
  { password = '', code = '' }: Parsed<typeof prove>,
  context: Context,
  { db, factors }: Proving,
): Promise<Proof[]> {
  const { person, address } = context
  if (!password) throw wrongField('password', 'required')
  const enrolled = await hasSecondStep(db, person.id)
  if (enrolled && !code) throw wrongField('code', 'required')
  const attempts = new Attempts(db)
  await attempts.begin(person.user_name, address, 'old_password')
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', person.id).executeTakeFirst()
  if (!(await passwordFits(user?.password_hash, password))) throw wrongField('password', 'wrong_old_password')
  await attempts.succeeded(person.user_name, address, 'old_password')
  if (!enrolled) return ['pwd']
  return ['pwd', await factors.checkCode({ user_id: person.id, user_name: person.user_name }, code, context)]
}
