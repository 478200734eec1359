import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import { hashPileSecret, newPileSecret } from '../kit/pile-secret.ts'
import { reached } from '../kit/reach/within.ts'

/**
 * Gives every pile of a batch that this person reaches and that has not connected yet a fresh password, and these by station number; only hashes are
 * kept. One that is connected keeps its own: nobody stands beside it to enter another.
 */
export async function freshPasswords(
  db: Kysely<Database>,
  batch_task_id: number,
  person: Person,
): Promise<Map<string, string>> {
  const piles = await db
    .selectFrom('pile')
    .select(['id', 'station_number'])
    .where('batch_task_id', '=', batch_task_id)
    .where('never_connected', '=', true)
    .where('archived_at', 'is', null)
    .where(reached(person, 'pile', 'pile'))
    .orderBy('id')
    .forUpdate()
    .execute()
  const passwords = new Map(piles.map(({ station_number }) => [station_number, newPileSecret()]))
  const hashes = [...passwords.values()].map(hashPileSecret)
  await sql`
    update pile set password_hash = given.hash, version = version + 1, updated_at = now()
    from unnest(${piles.map(({ id }) => id)}::bigint[], ${hashes}::text[]) as given(id, hash)
    where pile.id = given.id`.execute(db)
  // One that someone was to enter by hand ends like those of an earlier export.
  await db
    .deleteFrom('pile_new_password')
    .where('pile_id', 'in', [0, ...piles.map(({ id }) => id)])
    .execute()
  return passwords
}
