import { type RawBuilder, sql } from 'kysely'
import { type Entity, isSortable } from '../../../shared/kit/entity.ts'
import { wrongField } from '../refusal.ts'
import { fieldNamed } from './columns.ts'

export interface Sorting {
  column: string
  descending: boolean
  /** Empty values come last, whichever way it goes. */
  nullable: boolean
  /** Of the database; without one texts go by their code points. */
  collation?: string
}

/** The order of names in a language, made by migration 0015. */
const COLLATIONS: Record<string, string> = { 'zh-CN': 'names_zh' }
const OTHERS = 'names'

/** People look for names as their language orders them. What grows without end is found by words instead. */
export const collationOf = (entity: Entity, column: string, language: string): string | undefined =>
  column === 'name' && !entity.tally ? (COLLATIONS[language] ?? OTHERS) : undefined

export const collated = (column: RawBuilder<unknown>, collation: string | undefined): RawBuilder<unknown> =>
  collation ? sql`${column} collate ${sql.id(collation)}` : column

const DIRECTIONS: Record<string, boolean> = { asc: false, ascending: false, desc: true, descending: true }

interface Wanted {
  prop?: unknown
  order?: unknown
}

/** The order that a list was asked for; the entity's own when it was asked for none. */
export function sortingOf(entity: Entity, { prop, order }: Wanted, language: string): Sorting {
  const column = String(prop || entity.sort.prop)
  const direction = String(order || (prop ? 'asc' : entity.sort.order))
  const field = fieldNamed(entity, column)
  if (!field) throw wrongField('prop', 'unknown_field')
  if (!isSortable(entity, column)) throw wrongField('prop', 'not_sortable')
  if (!Object.hasOwn(DIRECTIONS, direction)) throw wrongField('order', 'not_a_choice')
  const collation = collationOf(entity, column, language)
  return {
    column,
    descending: DIRECTIONS[direction] === true,
    nullable: field.optional === true,
    ...(collation && { collation }),
  }
}

/** ORDER BY of the table as `t`, the identity deciding between equals; `backwards` is its exact reverse. */
export function orderBy({ column, descending, nullable, collation }: Sorting, backwards = false): RawBuilder<unknown> {
  const direction = descending === backwards ? sql`asc` : sql`desc`
  // Without the word the plain index serves both ways; a column that is never empty needs none.
  const nulls = nullable ? (backwards ? sql` nulls first` : sql` nulls last`) : sql``
  const id = sql`t.id ${direction}`
  return column === 'id' ? id : sql`${collated(sql.ref(`t.${column}`), collation)} ${direction}${nulls}, ${id}`
}
