import { type Kysely, sql } from 'kysely'
import type { Database } from './database/tables.ts'
import { wrongField } from './refusal.ts'

type Db = Kysely<Database>

/** A table whose records stand under others of it, by `parent_id`. */
export type Tree = 'dept' | 'role' | 'menu'

/** These records and all that stand under them. */
export async function withAllBelow(db: Db, tree: Tree, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select id from ${sql.table(tree)} where id = any(${[...ids]}::bigint[])
      union
      select t.id from ${sql.table(tree)} t join below b on t.parent_id = b.id)
    select id from below`.execute(db)
  return rows.map(({ id }) => id)
}

interface Standing {
  /** Null for one that is new. */
  id: number | null
  parent_id: number | null | undefined
  /** So many steps a tree may have. */
  deepest: number
}

/**
 * Refuses a parent that is not there, stands under the record itself, or makes the tree too deep. The tree stays as it is until
 * the transaction ends: two that are put under each other in the same instant would make a ring.
 */
export async function refuseMisplaced(db: Db, tree: Tree, { id, parent_id, deepest }: Standing): Promise<void> {
  if (parent_id === null || parent_id === undefined) return
  await sql`select pg_advisory_xact_lock(hashtext(${`tree ${tree}`}))`.execute(db)
  const above = await chain(db, tree, parent_id)
  if (!above.length) throw wrongField('parent_id', 'unknown_reference')
  if (id !== null && above.includes(id)) throw wrongField('parent_id', 'refusals:under_itself')
  const steps = id === null ? 1 : await height(db, tree, id)
  if (above.length + steps > deepest) throw wrongField('parent_id', 'refusals:too_deep', { steps: deepest })
}

/** The record and those that it stands under. */
async function chain(db: Db, tree: Tree, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive above as (
      select id, parent_id from ${sql.table(tree)} where id = ${id}
      union
      select t.id, t.parent_id from ${sql.table(tree)} t join above a on t.id = a.parent_id)
    select id from above`.execute(db)
  return rows.map((row) => row.id)
}

/** How many steps lie between the record and the lowest one under it, both counted. */
async function height(db: Db, tree: Tree, id: number): Promise<number> {
  const { rows } = await sql<{ steps: number }>`
    with recursive below as (
      select id, 1 as steps from ${sql.table(tree)} where id = ${id}
      union all
      select t.id, b.steps + 1 from ${sql.table(tree)} t join below b on t.parent_id = b.id)
    select max(steps) as steps from below`.execute(db)
  return rows[0]?.steps ?? 1
}
