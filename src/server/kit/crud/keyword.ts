import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import { entityNamed, titleColumn } from './columns.ts'

/**
 * Whether few records will match, so that finding all of them first is quicker than walking the order until enough
 * were met. An index by three letters helps no shorter word, and those match often.
 */
export const isTelling = (keyword: unknown): boolean => typeof keyword === 'string' && keyword.trim().length >= 3

/** Finds the keyword in any field that is searched, and in the titles of what such a reference points at. */
export function keywordCondition(entity: Entity, keyword: unknown): RawBuilder<SqlBool> | null {
  const wanted = typeof keyword === 'string' ? keyword.trim() : ''
  const searched = fieldsOf(entity).filter(([, field]) => field.search)
  if (!wanted || !searched.length) return null
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(${sql.join(
    searched.map(([name, field]) => found(name, field, pattern)),
    sql` or `,
  )})`
}

function found(name: string, field: Field, pattern: string): RawBuilder<SqlBool> {
  if (field.kind !== 'reference') return sql`${sql.ref(`t.${name}`)} ilike ${pattern}`
  const { table, column } = titleColumn(entityNamed(field.to))
  // As an array made beforehand the index on the reference serves it.
  return sql`${sql.ref(`t.${name}`)} = any(array(select id from ${sql.table(table)} where ${sql.ref(column)} ilike ${pattern}))`
}
