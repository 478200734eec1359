import { type Kysely, sql } from 'kysely'
import { MOST_HALF_SENT, MOST_PHOTO_BYTES } from '../../../shared/domain/photos.ts'
import { MOST_UPLOAD_MB } from '../../../shared/kit/uploads.ts'
import type { Database } from '../../kit/database/tables.ts'
import { tooLarge } from '../refusals.ts'

type Db = Kysely<Database>

/** Whose photo, and which. */
export interface PhotoName {
  user_id: number
  key: string
}

/** How much has arrived, from the beginning: a part goes on where the one before ends. */
export async function receivedOf(db: Db, { user_id, key }: PhotoName): Promise<number> {
  const end = sql<number | null>`max(at + octet_length(content))`
  const { received } = await db
    .selectFrom('photo_part')
    .select(end.as('received'))
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return received ?? 0
}

/** Keeps of a part what had not arrived yet. Tells how much there is then. */
export async function addPart(db: Db, name: PhotoName, at: number, part: Buffer): Promise<number> {
  const received = await receivedOf(db, name)
  // A gap: what is missing has to come first.
  if (at > received || at + part.length <= received) return received
  if (at + part.length > MOST_PHOTO_BYTES) throw tooLarge(MOST_UPLOAD_MB)
  if (received === 0) await makeRoom(db, name)
  await db
    .insertInto('photo_part')
    .values({ ...name, at: received, content: part.subarray(received - at) })
    // Of two that come at once one is kept.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return receivedOf(db, name)
}

export async function contentOf(db: Db, { user_id, key }: PhotoName): Promise<Buffer> {
  const parts = await db
    .selectFrom('photo_part')
    .select('content')
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .orderBy('at')
    .execute()
  return Buffer.concat(parts.map(({ content }) => content))
}

export async function removeParts(db: Db, { user_id, key }: PhotoName): Promise<void> {
  await db.deleteFrom('photo_part').where('user_id', '=', user_id).where('key', '=', key).execute()
}

/** Those of photos to which nothing was added since then. Tells how many photos. */
export async function forgetParts(db: Db, before: string): Promise<number> {
  const { rows } = await sql`
    with stale as (select user_id, key from photo_part group by user_id, key having max(arrived_at) < ${before}),
      gone as (delete from photo_part p using stale s where p.user_id = s.user_id and p.key = s.key)
    select from stale`.execute(db)
  return rows.length
}

/** One more begins: beyond so many the oldest has to begin anew. */
async function makeRoom(db: Db, { user_id }: PhotoName): Promise<void> {
  await sql`
    delete from photo_part where user_id = ${user_id} and key in (
      select key from photo_part where user_id = ${user_id} group by key order by max(arrived_at) desc
      offset ${MOST_HALF_SENT - 1})`.execute(db)
}
