import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import { may, NOBODY, type Person } from '../person.ts'
import { entityNamed, titleColumn } from './columns.ts'

/**
 * Whether few records will match, so that finding all of them first is quicker than walking the order until enough
 * were met. An index by three letters helps no shorter word, and those match often.
 */
export const isTelling = (keyword: unknown): boolean => typeof keyword === 'string' && keyword.trim().length >= 3

/**
 * Finds the keyword in any field that is searched, and in the titles of what such a reference points at. What somebody sees a
 * mask of is found as a whole only: by its parts it could be guessed digit for digit.
 */
export function keywordCondition(
  entity: Entity,
  keyword: unknown,
  person: Person = NOBODY,
): RawBuilder<SqlBool> | null {
  const wanted = typeof keyword === 'string' ? keyword.trim() : ''
  const searched = fieldsOf(entity).filter(([, field]) => field.search)
  if (!wanted || !searched.length) return null
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(${sql.join(
    searched.map(([name, field]) =>
      field.masked && !may(person, field.masked)
        ? sql`${sql.ref(`t.${name}`)} = ${wanted}`
        : found(name, field, pattern),
    ),
    sql` or `,
  )})`
}

function found(name: string, field: Field, pattern: string): RawBuilder<SqlBool> {
  if (field.kind !== 'reference') return sql`${sql.ref(`t.${name}`)} ilike ${pattern}`
  const { table, column } = titleColumn(entityNamed(field.to))
  // As an array made beforehand the index on the reference serves it.
  return sql`${sql.ref(`t.${name}`)} = any(array(select id from ${sql.table(table)} where ${sql.ref(column)} ilike ${pattern}))`
}
