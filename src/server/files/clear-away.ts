import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { FileStore } from './file-store.ts'
import { thumbnailName } from './keep-file.ts'

const DAY_MS = 86_400_000
/** So many in one transaction. */
const AT_ONCE = 200

const dayBefore = (now: number) => new Date(now - DAY_MS).toISOString()

/** Forgets the files that nobody came to use within a day; their contents become loose. Tells how many. */
export async function forgetUnused(db: Kysely<Database>, now = Date.now()): Promise<number> {
  return inTransaction(db, async (trx) => {
    const candidates = sql<{ id: number }>`
      select id from file f where not kept and not published and created_at < ${dayBefore(now)}
        and not exists (select from file_use u where u.file_id = f.id)
      order by id limit ${AT_ONCE} for update skip locked`
    const ids = (await candidates.execute(trx)).rows.map(({ id }) => id)
    if (!ids.length) return 0
    // A record may have taken hold of one before it was locked: that is seen only by a statement that begins afterwards.
    const { rows } = await sql`
      delete from file f where id in (${sql.join(ids)})
        and not exists (select from file_use u where u.file_id = f.id) returning id`.execute(trx)
    return rows.length
  })
}

/** Removes contents that were loose for a day: a backup of yesterday may still name them until then. */
export async function removeLoose(db: Kysely<Database>, store: FileStore, now = Date.now()): Promise<number> {
  const loose = await db
    .selectFrom('file_loose')
    .select('key')
    .where('at', '<', dayBefore(now))
    .orderBy('at')
    .limit(AT_ONCE)
    .execute()
  for (const { key } of loose) {
    await store.remove(thumbnailName(key))
    await store.remove(key)
    await db.deleteFrom('file_loose').where('key', '=', key).execute()
  }
  return loose.length
}

/** Removes what uploads left behind when the server was killed under them. Tells how many. */
export async function removeHalfReceived(folder: string, now = Date.now()): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (!found || found.mtimeMs >= now - DAY_MS) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}
