import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { Grant } from '../kit/person.ts'
import { reachOf } from '../kit/reach/resolve.ts'

/** What these client apps may do and reach, as if all of it were in force. */
export async function grantsOfApps(db: Kysely<Database>, ids: readonly number[]): Promise<Grant[]> {
  if (!ids.length) return []
  const rows = await db
    .selectFrom('client_app_grant')
    .select(['permissions', 'sets'])
    .where('client_app_id', 'in', ids)
    .execute()
  return rows.map(({ permissions, sets }) => ({ permissions, reach: reachOf(sets, 0, []) }))
}
