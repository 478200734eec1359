import type { resetPassword } from '../../shared/endpoints/people.ts'
import { user } from '../../shared/entities/user.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { refuseArchived } from '../kit/crud/archive.ts'
import { updateRecord } from '../kit/crud/writes.ts'
import { grantsOfUsers } from '../kit/grants.ts'
import { refuseMoreThanOwn } from '../kit/more-than-own.ts'
import { hashNewPassword } from '../kit/password.ts'
import { newPassword } from '../kit/random-signs.ts'
import { notFound, Refusal } from '../kit/refusal.ts'
import type { SignIns } from './ports.ts'

/** Anyone who sets a person's password can be them: so it takes all that they may do. One's own takes the one before, in the user centre. */
export async function setNewPassword(
  { id, password }: Parsed<typeof resetPassword>,
  context: Context,
  signIns: SignIns,
): Promise<Data<typeof resetPassword>> {
  const { db, person, afterCommit } = context
  if (id === person.id) throw new Refusal(409, 'refusals:not_own_password')
  const known = await db
    .selectFrom('users')
    .select(['archived_at', 'user_name', 'phone', 'email'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!known) throw notFound()
  refuseArchived(user, known)
  refuseMoreThanOwn(person, await grantsOfUsers(db, [id]))
  const made = password ?? newPassword()
  const hash = (secret: string) => hashNewPassword(secret, [known.user_name, known.phone, known.email])
  await updateRecord(db, user, { id, values: { password: made }, hash })
  await signIns.endAll(db, id)
  await signIns.passwordSet(id, context)
  afterCommit(signIns.rightsChanged)
  return { id, password: password === undefined ? made : null }
}
