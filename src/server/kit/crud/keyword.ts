import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import { may, NOBODY, type Person } from '../person.ts'
import { entityNamed, titleColumn } from './columns.ts'

type Condition = RawBuilder<SqlBool>

/**
 * Whether few records will match, so that finding all of them first is quicker than walking the order until enough
 * were met. An index by three letters helps no shorter word, and those match often.
 */
export const isTelling = (keyword: unknown): boolean => typeof keyword === 'string' && keyword.trim().length >= 3

/**
 * Finds the keyword in any field that is searched, and in the titles of what such a reference points at. What somebody sees a
 * mask of is found as a whole only: by its parts it could be guessed digit for digit.
 */
export function keywordCondition(entity: Entity, keyword: unknown, person: Person = NOBODY): Condition | null {
  const wanted = wordIn(keyword)
  const conditions = wanted ? conditionsOf(entity, { wanted, person, pattern: `%${escaped(wanted)}%` }) : []
  return conditions.length ? sql`(${sql.join(conditions, sql` or `)})` : null
}

/**
 * The same, a condition for each field, for tables that grow without end. Three letters or digits of ours in a row are looked for
 * anywhere, by an index of such threes, which knows no other script; anything shorter at the beginning, as typed or in one case.
 */
export function searchedFor(entity: Entity, keyword: unknown, person: Person): Searched | null {
  const wanted = wordIn(keyword)
  if (!wanted) return null
  const isAnywhere = /[0-9A-Za-z]{3}/.test(wanted)
  const patterns = [wanted, wanted.toUpperCase(), wanted.toLowerCase()].map((word) => `${escaped(word)}%`)
  const begins = (name: string): Condition =>
    sql`(${sql.join(
      [...new Set(patterns)].map((pattern) => sql`${sql.ref(`t.${name}`)} like ${pattern}`),
      sql` or `,
    )})`
  const conditions = conditionsOf(entity, {
    wanted,
    person,
    pattern: `%${escaped(wanted)}%`,
    ...(!isAnywhere && { begins }),
  })
  return conditions.length ? { isAnywhere, length: [...wanted].length, conditions } : null
}

export interface Searched {
  isAnywhere: boolean
  length: number
  conditions: readonly Condition[]
}

const wordIn = (keyword: unknown): string => (typeof keyword === 'string' ? keyword.trim() : '')
const escaped = (wanted: string) => wanted.replace(/[\\%_]/g, '\\$&')

interface Wanted {
  wanted: string
  pattern: string
  person: Person
  /** Looks at the beginning instead. */
  begins?(name: string): Condition
}

const conditionsOf = (entity: Entity, { wanted, pattern, person, begins }: Wanted): Condition[] =>
  fieldsOf(entity)
    .filter(([, field]) => field.search)
    .map(([name, field]) =>
      field.masked && !may(person, field.masked)
        ? sql<SqlBool>`${sql.ref(`t.${name}`)} = ${wanted}`
        : begins && field.kind !== 'reference'
          ? begins(name)
          : found(name, field, pattern),
    )

function found(name: string, field: Field, pattern: string): Condition {
  if (field.kind !== 'reference') return sql`${sql.ref(`t.${name}`)} ilike ${pattern}`
  const { table, column } = titleColumn(entityNamed(field.to))
  // As an array made beforehand the index on the reference serves it.
  return sql`${sql.ref(`t.${name}`)} = any(array(select id from ${sql.table(table)} where ${sql.ref(column)} ilike ${pattern}))`
}
