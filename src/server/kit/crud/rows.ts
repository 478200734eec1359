import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Entity, fileOf, titleOf } from '../../../shared/kit/entity.ts'
import { anyOfIds, executeKept } from '../database/client.ts'
import type { Database } from '../database/tables.ts'
import { NOBODY, type Person } from '../person.ts'
import { withReachedLists } from '../reach/lists.ts'
import { withMaskedTitles } from '../reach/titles.ts'
import { entityNamed, fieldsOfKind, ownColumns, pairsOf, titleIn } from './columns.ts'
import { maskerFor } from './masking.ts'

/** A record as the API gives it. */
export type Kept = Record<string, unknown> & { id: number; version: number }

/**
 * The records of these identities as `person` may see them, in their order, each reference with its title beside it. Anyone who
 * names no person gets masks.
 */
export async function rowsOf<R extends Kept = Kept>(
  db: Kysely<Database>,
  entity: Entity,
  ids: readonly number[],
  person: Person = NOBODY,
): Promise<R[]> {
  return shownRows(db, entity, await keptRows<R>(db, entity, ids), person)
}

/** Records that were read as they are kept, as this person may see them. */
export async function shownRows<R extends Kept>(
  db: Kysely<Database>,
  entity: Entity,
  rows: readonly R[],
  person: Person,
): Promise<R[]> {
  const reached = await withReachedLists(db, person, entity, rows.map(maskerFor(entity, person)))
  return withMaskedTitles(db, person, entity, reached)
}

/** The same as they are kept, without masks: for what stays inside. Secrets are never read. */
export async function keptRows<R extends Kept = Kept>(
  db: Kysely<Database>,
  entity: Entity,
  ids: readonly number[],
): Promise<R[]> {
  if (!ids.length) return []
  const rows = await executeKept(db, { of: entity, name: 'rows', values: [[...ids]] }, () =>
    rowsStatement<R>(entity, ids),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}

function rowsStatement<R>(entity: Entity, ids: readonly number[]): RawBuilder<R> {
  const references = fieldsOfKind(entity, 'reference').map(([name, field], index) => {
    const alias = `r${index}`
    const to = entityNamed(field.to)
    return {
      join: sql`left join ${sql.table(to.table)} as ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${sql.ref(`t.${name}`)}`,
      select: sql`case when ${sql.ref(`${alias}.id`)} is not null then
        json_build_object('id', ${sql.ref(`${alias}.id`)}, 'title', ${titleIn(to, alias)}) end as ${sql.ref(titleOf(name))}`,
    }
  })
  const files = fieldsOfKind(entity, 'file').map(([name]) => ({
    select: sql`(select json_build_object('name', f.name, 'size_bytes', f.size_bytes) from file f where f.key = ${sql.ref(`t.${name}`)}) as ${sql.ref(fileOf(name))}`,
  }))
  const stamps = ['created_at', 'updated_at', ...(entity.archives ? ['archived_at'] : [])]
  const columns = ['id', 'version', ...ownColumns(entity), ...stamps].map((name) => sql.ref(`t.${name}`))
  const selected = [...columns, ...lists(entity), ...[...references, ...files].map(({ select }) => select)]
  return sql<R>`
    select ${sql.join(selected)} from ${sql.table(entity.table)} t
    ${sql.join(
      references.map(({ join }) => join),
      sql` `,
    )}
    where t.id = ${anyOfIds(ids)}`
}

const lists = (entity: Entity): RawBuilder<unknown>[] =>
  fieldsOfKind(entity, 'references').map(([name]) => {
    const { table, own, other } = pairsOf(entity, name)
    return sql`array(select ${sql.ref(`p.${other}`)} from ${sql.table(table)} p where ${sql.ref(`p.${own}`)} = t.id order by 1) as ${sql.ref(name)}`
  })
