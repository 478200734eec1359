import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import type { Database } from '../database/tables.ts'
import { Refusal, wrongField } from '../refusal.ts'
import { entityNamed } from './columns.ts'

type Db = Kysely<Database>
type Condition = RawBuilder<SqlBool>
type Values = Readonly<Record<string, unknown>>

/**
 * Which records a list shows of an entity that archives, on the table as `t`: those in use, with `archived` the others,
 * and whichever are asked for by their identities.
 */
export function inUse(entity: Entity, query: Values = {}): Condition[] {
  if (!entity.archives || named(query.id) || named(query.ids)) return []
  const said = query.archived ?? ''
  // Of an object the text is whatever it says, if it says any.
  switch (typeof said === 'object' ? 'an object' : String(said)) {
    case '':
    case 'false':
      return [sql`t.archived_at is null`]
    case 'true':
      return [sql`t.archived_at is not null`]
    default:
      throw wrongField('archived', 'invalid')
  }
}

const named = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/**
 * Refuses a record that points at what is archived. Those it points at stay as they are until the transaction ends, so that
 * nobody archives them meanwhile.
 */
export async function refuseArchivedReferences(db: Db, entity: Entity, values: Values): Promise<void> {
  for (const [name, { kind, to, edit }] of fieldsOf(entity)) {
    if ((kind !== 'reference' && kind !== 'references') || edit === 'server') continue
    const other = entityNamed(to)
    const ids = [values[name]].flat().filter((id) => typeof id === 'number')
    if (!other.archives || !ids.length) continue
    const { rows } = await sql<{ archived: boolean }>`
      select archived_at is not null as archived from ${sql.table(other.table)} where id in (${sql.join(ids)})
      order by id for key share`.execute(db)
    if (rows.some(({ archived }) => archived)) throw wrongField(name, 'archived_reference')
  }
}

/** Puts records out of use, or back into it. */
export async function setArchived(db: Db, entity: Entity, ids: readonly number[], archived: boolean): Promise<void> {
  if (!ids.length) return
  await sql`update ${sql.table(entity.table)} set archived_at = ${archived ? sql`now()` : null},
    version = version + 1, updated_at = now() where id in (${sql.join(ids)})`.execute(db)
}

export function refuseArchived(entity: Entity, record: Values): void {
  if (entity.archives && record.archived_at !== null) throw new Refusal(409, 'archived')
}
