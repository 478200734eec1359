import { sql } from 'kysely'
import { titleFields } from '../../../shared/kit/entity.ts'
import type { Context } from '../../kit/context.ts'
import type { Records } from '../../kit/crud/crud.ts'

/** A list filter takes so many values. */
const AT_ONCE = 200

/** The records that titles stand for: an id, or `several` where two have the same; absent where none is in use. */
export type Found = ReadonlyMap<string, number | 'several'>

/**
 * Finds records by their titles, of those that this person sees and that are in use; they stay so until the transaction ends.
 */
export async function recordsTitled(
  records: Pick<Records, 'entity' | 'reading'>,
  titles: Iterable<string>,
  context: Context,
): Promise<Found> {
  const { entity, reading } = records
  const wanted = [...new Set(titles)]
  const found = new Map<string, number | 'several'>()
  // A title is a record's own; what it is called others may be called too.
  for (const name of titleFields(entity).reverse()) {
    const missing = wanted.filter((title) => !found.has(title))
    for (const [title, id] of await recordsBy(name, missing, { entity, reading }, context)) found.set(title, id)
  }
  return found
}

async function recordsBy(
  name: string,
  wanted: readonly string[],
  { entity, reading }: Pick<Records, 'entity' | 'reading'>,
  context: Context,
): Promise<Found> {
  const found = new Map<string, number | 'several'>()
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const { where } = reading.selection({ [name]: wanted.slice(at, at + AT_ONCE) }, context)
    const { rows } = await sql<{ id: number; title: string }>`
      select t.id, ${sql.ref(`t.${name}`)} as title from ${sql.table(entity.table)} t
      where ${where ?? sql`true`} for key share`.execute(context.db)
    for (const { id, title } of rows) found.set(title, found.has(title) ? 'several' : id)
  }
  return found
}
