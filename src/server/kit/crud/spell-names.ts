import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/** So many rows are looked at in one transaction. */
const ROWS = 1_000
/** So long is a turn at most: a shutdown waits for no more. */
const TURN_MS = 700

/**
 * Spells the names that were there before names were spelled, some of them each time it is called; what is new or renamed is spelled
 * as it is written (migration 0181). Killed at any moment it goes on where it was.
 */
export function spellingNames(db: Kysely<Database>): () => Promise<void> {
  let isDone = false
  return async () => {
    const ends = performance.now() + TURN_MS
    while (!isDone && performance.now() < ends) isDone = await spellSome(db)
  }
}

/** Tells whether nothing is left. */
const spellSome = (db: Kysely<Database>): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ table_name: string; spelled_to: number }>`
      select table_name, spelled_to from spelling_due order by table_name limit 1 for update`.execute(trx)
    const [due] = rows
    if (!due) return true
    const { table_name, spelled_to } = due
    const table = sql.table(table_name)
    const last = await sql<{ id: number | null }>`
      select max(id) as id from (select id from ${table} where id > ${spelled_to} order by id limit ${ROWS}) next`.execute(
      trx,
    )
    const id = last.rows[0]?.id ?? null
    if (id === null) await sql`delete from spelling_due where table_name = ${table_name}`.execute(trx)
    else {
      await sql`
        update ${table} set name_spelled = spelled(name) where id = any(array(
          select id from ${table} where id > ${spelled_to} and id <= ${id} and name_spelled is null and name ~ '[\\u4e00-\\u9fff]'
          order by id for update))`.execute(trx)
      await sql`update spelling_due set spelled_to = ${id} where table_name = ${table_name}`.execute(trx)
    }
    return false
  })
