import { type Kysely, sql } from 'kysely'
import { profileOf } from '../../shared/domain/charging-profiles/number.ts'
import type { SentProfile } from '../../shared/domain/charging-profiles/profile.ts'
import type { Database } from '../kit/database/tables.ts'

type Db = Kysely<Database>

interface Kept {
  pile_id: number
  connector_number: number
  profile: SentProfile
  version: number
}

/** The pile said that it took it: whatever it had of the purpose and level there gave way (OCPP 1.6, 3.13.2). */
export async function keepInstalled(db: Db, { pile_id, connector_number, profile, version }: Kept): Promise<void> {
  await db.deleteFrom('installed_profile').where('pile_id', '=', pile_id).where(isNumbered(profile.id)).execute()
  const held = {
    charging_profile_id: profileOf(profile.id),
    sent: JSON.stringify(profile),
    sent_version: version,
    confirmed_at: new Date().toISOString(),
  }
  await db
    .insertInto('installed_profile')
    .values({
      ...{ pile_id, connector_number, ...held },
      ...{ purpose: profile.charging_profile_purpose, stack_level: profile.stack_level },
    })
    .onConflict((conflict) =>
      conflict.columns(['pile_id', 'connector_number', 'purpose', 'stack_level']).doUpdateSet(held),
    )
    .execute()
}

/** The pile let go of it, or never had it. */
export const forgetInstalled = (db: Db, pile_id: number, number: number) =>
  db.deleteFrom('installed_profile').where('pile_id', '=', pile_id).where(isNumbered(number)).execute()

/** What a pile knows by a number. */
const isNumbered = (number: number) => sql<boolean>`(sent ->> 'id')::bigint = ${number}`
