import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { WallEnding } from '../../shared/endpoints/wall.ts'
import type { Database } from '../kit/database/tables.ts'
import { sha256 } from '../kit/sha256.ts'
import { inTransaction } from '../kit/transaction.ts'
import { waitingScreens } from '../kit/waiting-screens.ts'

type Db = Kysely<Database>
type Why = Exclude<WallEnding, 'unknown'>

/** Who scanned one has ten minutes to make a display for it. */
export const wallScreens = waitingScreens('wall_code', 600)

/** As random as a key: no dictionary holds it, so its hash need not be slow. */
export const newWallKey = (): string => `wall_${randomBytes(32).toString('base64url')}`
export const hashOfWallKey = sha256

const NO_SCREEN = { key_hash: null, let_in_at: null, let_in_by_id: null, address: null, browser: null }

/** Takes a display's key from its screen, and remembers why; false when it had none. */
export const endWall = (db: Db, id: number, why: Why): Promise<boolean> =>
  db.isTransaction ? end(db, id, why) : inTransaction(db, (trx) => end(trx, id, why))

async function end(db: Db, id: number, why: Why): Promise<boolean> {
  const display = await db
    .selectFrom('wall_display')
    .select('key_hash')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  // A screen that was let in and has not fetched its key yet gets none.
  await db.deleteFrom('wall_code').where('wall_display_id', '=', id).execute()
  await db.updateTable('wall_display').set(NO_SCREEN).where('id', '=', id).execute()
  if (!display?.key_hash) return false
  await db
    .insertInto('wall_ended')
    .values({ key_hash: display.key_hash, why })
    .onConflict((same) => same.doNothing())
    .execute()
  return true
}

export async function whyEnded(db: Db, key_hash: string): Promise<WallEnding> {
  const known = await db.selectFrom('wall_ended').select('why').where('key_hash', '=', key_hash).executeTakeFirst()
  return known?.why ?? 'unknown'
}

/** Codes that nobody can use any more, and endings whose screens have not come for a year. */
export async function tidyWalls(db: Db): Promise<void> {
  await wallScreens.forgetOld(db)
  await sql`delete from wall_ended where ended_at < now() - interval '1 year'`.execute(db)
}
