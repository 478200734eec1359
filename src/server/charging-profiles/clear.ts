import type { Purpose } from '../../shared/domain/charging-profiles/profile.ts'
import type { clearProfiles } from '../../shared/endpoints/charging-profiles.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { AskPile } from './ports.ts'

/** Has a pile let go of what fits (OCPP 1.6, 5.4). What it let go of is not given to it again, and the rest is checked anew. */
export async function clear(
  { pile_id, connector_number, charging_profile_purpose: purpose, stack_level }: Parsed<typeof clearProfiles>,
  context: Context,
  ask: AskPile,
): Promise<Data<typeof clearProfiles>> {
  const which = { connector_number, purpose, stack_level }
  const answer = await ask(pile_id, { ask: 'clear_profile', id: null, ...which }, context.person.name)
  const cleared = answer?.isYes ?? false
  await inTransaction(context.db, async (db) => {
    const after = { ...which, word: answer?.word ?? null }
    await audit(db, context, { action: 'clear_profile', entity: 'pile', entity_id: pile_id, before: null, after })
    if (!cleared) return
    await db
      .deleteFrom('installed_profile')
      .where('pile_id', '=', pile_id)
      .$if(connector_number !== null, (query) => query.where('connector_number', '=', Number(connector_number)))
      .$if(purpose !== null, (query) => query.where('purpose', '=', purpose as Purpose))
      .$if(stack_level !== null, (query) => query.where('stack_level', '=', Number(stack_level)))
      .execute()
    await db.deleteFrom('profile_check').where('pile_id', '=', pile_id).execute()
  })
  return { word: answer?.word ?? null, cleared }
}
