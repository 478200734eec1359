import { type RawBuilder, sql } from 'kysely'
import { type Entity, isSortable } from '../../../shared/kit/entity.ts'
import { wrongField } from '../refusal.ts'
import { fieldNamed } from './columns.ts'

export interface Sorting {
  column: string
  descending: boolean
  /** Empty values come last, whichever way it goes. */
  nullable: boolean
}

const DIRECTIONS: Record<string, boolean> = { asc: false, ascending: false, desc: true, descending: true }

/** The order that a list was asked for; the entity's own when it was asked for none. */
export function sortingOf(entity: Entity, prop: unknown, order: unknown): Sorting {
  const column = String(prop || entity.sort.prop)
  const direction = String(order || (prop ? 'asc' : entity.sort.order))
  const field = fieldNamed(entity, column)
  if (!field) throw wrongField('prop', 'unknown_field')
  if (!isSortable(entity, column)) throw wrongField('prop', 'not_sortable')
  if (!Object.hasOwn(DIRECTIONS, direction)) throw wrongField('order', 'not_a_choice')
  return { column, descending: DIRECTIONS[direction] === true, nullable: field.optional === true }
}

/** ORDER BY of the table as `t`, the identity deciding between equals; `backwards` is its exact reverse. */
export function orderBy({ column, descending, nullable }: Sorting, backwards = false): RawBuilder<unknown> {
  const direction = descending === backwards ? sql`asc` : sql`desc`
  // Without the word the plain index serves both ways; a column that is never empty needs none.
  const nulls = nullable ? (backwards ? sql` nulls first` : sql` nulls last`) : sql``
  const id = sql`t.id ${direction}`
  return column === 'id' ? id : sql`${sql.ref(`t.${column}`)} ${direction}${nulls}, ${id}`
}
