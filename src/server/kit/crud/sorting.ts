import { type RawBuilder, sql } from 'kysely'
import { type Entity, isOnlyRunning, isSortable } from '../../../shared/kit/entity.ts'
import type { Language } from '../../../shared/kit/languages.ts'
import { namesIn } from '../database/collations.ts'
import { wrongField } from '../refusal.ts'
import { fieldNamed } from './columns.ts'
import { spokenIn } from './translations.ts'

export interface Sorting {
  column: string
  descending: boolean
  /** Empty values come last, whichever way it goes. */
  nullable: boolean
  /** Of the database; without one texts go by their code points. */
  collation?: string
  /** Of texts in several languages: anyone who reads them. */
  reader?: Language
}

/** People look for names as their language orders them. What grows without end is found by words instead. */
export const collationOf = (entity: Entity, column: string, language: Language): string | undefined =>
  (column === 'name' && !entity.tally) || isTranslated(entity, column) ? namesIn(language) : undefined

const isTranslated = (entity: Entity, column: string) => entity.fields[column]?.kind === 'translated'

export const collated = (column: RawBuilder<unknown>, collation: string | undefined): RawBuilder<unknown> =>
  collation ? sql`${column} collate ${sql.id(collation)}` : column

const DIRECTIONS: Record<string, boolean> = { asc: false, ascending: false, desc: true, descending: true }

/** A list's query: what else is in it narrows it. */
type Wanted = Readonly<Record<string, unknown>> & { prop?: unknown; order?: unknown }

/** The order that a list was asked for; the entity's own when it was asked for none. */
export function sortingOf(entity: Entity, query: Wanted, language: Language): Sorting {
  const { prop, order } = query
  const column = String(prop || entity.sort.prop)
  const direction = String(order || (prop ? 'asc' : entity.sort.order))
  const field = fieldNamed(entity, column)
  if (!field) throw wrongField('prop', 'unknown_field')
  if (!isSortable(entity, column)) throw wrongField('prop', 'not_sortable')
  if (!Object.hasOwn(DIRECTIONS, direction)) throw wrongField('order', 'not_a_choice')
  const collation = collationOf(entity, column, language)
  return {
    column: settled(entity, column, query),
    descending: DIRECTIONS[direction] === true,
    nullable: field.optional === true,
    ...(collation && { collation }),
    ...(isTranslated(entity, column) && { reader: language }),
  }
}

/** What an index holds of a figure that goes on changing. */
const settled = ({ tally }: Entity, column: string, query: Wanted): string =>
  tally?.running?.figures.includes(column) && !isOnlyRunning(tally.running, query) ? `settled_${column}` : column

/** What rows of the table as `t` are ordered by. */
export const sortedBy = ({ column, reader }: Pick<Sorting, 'column' | 'reader'>): RawBuilder<unknown> =>
  reader ? spokenIn(sql.ref(`t.${column}`), reader) : sql.ref(`t.${column}`)

/** ORDER BY of the table as `t`, the identity deciding between equals; `backwards` is its exact reverse. */
export function orderBy(sorting: Sorting, backwards = false): RawBuilder<unknown> {
  const { column, descending, nullable, collation } = sorting
  const direction = descending === backwards ? sql`asc` : sql`desc`
  // Without the word the plain index serves both ways; a column that is never empty needs none.
  const nulls = nullable ? (backwards ? sql` nulls first` : sql` nulls last`) : sql``
  const id = sql`t.id ${direction}`
  return column === 'id' ? id : sql`${collated(sortedBy(sorting), collation)} ${direction}${nulls}, ${id}`
}
