import { type Kysely, sql } from 'kysely'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Database } from '../database/tables.ts'
import { wrongField } from '../refusal.ts'
import { dayIn, rangeIn } from './filters.ts'

/** Tells the view of an entity that adds up a period which days are asked for, as long as this transaction lasts. */
export async function setPeriod(
  db: Kysely<Database>,
  entity: Entity,
  query: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { name, over } = entity
  if (!over) return
  const { from, to } = rangeIn(entity, over, query)
  const [first, last] = [dayIn(over, from), dayIn(over, to)]
  if (first && last && first > last) throw wrongField(over, 'invalid')
  await sql`select set_config(${`${name}.from`}, ${first ?? ''}, true),
    set_config(${`${name}.to`}, ${last ?? ''}, true)`.execute(db)
}
