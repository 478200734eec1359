import type { resetFactors } from '../../shared/endpoints/people.ts'
import { user } from '../../shared/entities/user.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { refuseArchived } from '../kit/crud/archive.ts'
import { grantsOfUsers } from '../kit/grants.ts'
import { refuseMoreThanOwn } from '../kit/more-than-own.ts'
import { notFound, Refusal } from '../kit/refusal.ts'
import type { SignIns } from './ports.ts'

/** Without a second step a password is enough to be someone: so it takes all that they may do. One's own go in the user centre. */
export async function resetSecondSteps(
  { id }: Parsed<typeof resetFactors>,
  context: Context,
  signIns: SignIns,
): Promise<Data<typeof resetFactors>> {
  const { db, person, afterCommit } = context
  if (id === person.id) throw new Refusal(409, 'refusals:not_own_factors')
  const known = await db.selectFrom('users').select('archived_at').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!known) throw notFound()
  refuseArchived(user, known)
  refuseMoreThanOwn(person, await grantsOfUsers(db, [id]))
  await signIns.requireProof(context)
  const removed = await signIns.removeFactors(id, context)
  afterCommit(signIns.rightsChanged)
  return { id, removed }
}
