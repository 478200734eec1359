import type { Kysely } from 'kysely'
import type { Proof } from '../../../shared/domain/sign-in-proofs.ts'
import type { Context } from '../../kit/context.ts'
import type { Database } from '../../kit/database/tables.ts'
import { Refusal } from '../../kit/refusal.ts'
import { inTransaction } from '../../kit/transaction.ts'
import type { AuthDeps } from '../deps.ts'
import type { FactorMessage } from '../ports.ts'
import { endSessionsOf } from '../sessions.ts'
import { requiredBy } from './overview.ts'
import { noteProof } from './proof.ts'
import { makeCodes } from './recovery-codes.ts'
import { hasSecondStep } from './second-steps.ts'
import { tell, writeDown } from './tell.ts'

type Db = Kysely<Database>

interface Change {
  /** As the change log names it. */
  action: string
  template: FactorMessage
  words?: Readonly<Record<string, string>>
  /** What was shown by setting it up: the sign-in that did so counts as shown by it. */
  shown?: Proof
}

/**
 * Changes a person's own second steps in one transaction: written down, told to them, and their other sign-ins end. The first one
 * brings recovery codes, the last one takes them along; who must have one keeps one (409). Changes of one person come one after
 * the other: of two who remove the last two steps in the same instant, the second sees what the first did.
 */
export async function changeOwnFactors<T extends object>(
  { db, keys, ports, people }: Pick<AuthDeps, 'db' | 'keys' | 'ports' | 'people'>,
  context: Context,
  { action, template, words, shown }: Change,
  change: (trx: Db, enrolled: boolean) => Promise<T>,
): Promise<T & { recovery_codes: string[] | null }> {
  const { id: user_id, session } = context.person
  const done = await inTransaction(db, async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().executeTakeFirst()
    const before = await hasSecondStep(trx, user_id)
    const made = await change(trx, before)
    const after = await hasSecondStep(trx, user_id)
    if (!after) await forgetLast(trx, user_id)
    if (shown) await noteProof(trx, context.person, [shown])
    await endSessionsOf(trx, user_id, session)
    await writeDown(trx, { action, user_id, after: words ?? null }, context)
    await tell(trx, { user_id, template, ...(words && { words }) }, { context, ports })
    const recovery_codes = !before && after ? await makeCodes(trx, keys, user_id) : null
    return { recovery_codes, ...made }
  })
  people.forget()
  return done
}

async function forgetLast(trx: Db, user_id: number): Promise<void> {
  const roles = await requiredBy(trx, user_id)
  if (roles.length) throw new Refusal(409, 'refusals:second_step_required', { figures: { roles: roles.join(', ') } })
  await trx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
}
