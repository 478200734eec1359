import type { endAllSignIns, endSignIns } from '../../shared/endpoints/people.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { grantsOfUsers } from '../kit/grants.ts'
import { refuseMoreThanOwn } from '../kit/more-than-own.ts'
import { mayEverything } from '../kit/person.ts'
import { Refusal } from '../kit/refusal.ts'
import type { SignIns } from './ports.ts'

/** Ends all sign-ins of one person, of nobody who may do more than who asks. */
export async function endOfOne(
  { id }: Parsed<typeof endSignIns>,
  { db, person, afterCommit }: Context,
  signIns: SignIns,
): Promise<Data<typeof endSignIns>> {
  if (id === person.id) throw new Refusal(409, 'refusals:not_yourself')
  refuseMoreThanOwn(person, await grantsOfUsers(db, [id]))
  const ended = await signIns.endAll(db, id)
  afterCommit(signIns.rightsChanged)
  return { id, ended }
}

/** Ends everybody's sign-ins but the one that asks. For who may do everything, with a fresh proof. */
export async function endOfAll(context: Context, signIns: SignIns): Promise<Data<typeof endAllSignIns>> {
  const { db, person, afterCommit } = context
  if (!mayEverything(person)) throw new Refusal(403, 'no_permission')
  await signIns.requireProof(context)
  const ended = await signIns.endEverybodys(db, person.session)
  const entry = { action: 'end_all_sign_ins', entity: 'user', entity_id: null, before: null, after: { ended } }
  await audit(db, context, entry)
  afterCommit(signIns.rightsChanged)
  return { ended }
}
