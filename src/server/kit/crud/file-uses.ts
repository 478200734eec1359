import { type Kysely, sql } from 'kysely'
import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import type { Database } from '../database/tables.ts'
import { wrongField } from '../refusal.ts'

type Values = Readonly<Record<string, unknown>>
type Db = Kysely<Database>

/** The kinds of fields that name files. */
export const FILE_KINDS: ReadonlySet<Field['kind']> = new Set(['image', 'images', 'file'])

/** Takes hold of the files that a record's fields name, and lets go of those that they name no more. */
export async function holdFiles(db: Db, entity: Entity, id: number, values: Values): Promise<void> {
  for (const [name, field] of fieldsOf(entity)) {
    const value = values[name]
    if (!FILE_KINDS.has(field.kind) || value === undefined) continue
    await db
      .deleteFrom('file_use')
      .where('entity', '=', entity.name)
      .where('entity_id', '=', id)
      .where('field', '=', name)
      .execute()
    const keys = value === null ? [] : ([value].flat() as string[])
    if (keys.length) await hold(db, { entity: entity.name, entity_id: id, field: name }, field.kind, keys)
  }
}

interface Holder {
  entity: string
  entity_id: number
  field: string
}

async function hold(db: Db, holder: Holder, kind: Field['kind'], keys: string[]): Promise<void> {
  // Locked, so that none is cleared away between this look and the commit.
  const files = await db
    .selectFrom('file')
    .select(['id', 'folder'])
    .where('key', 'in', keys)
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (files.length < new Set(keys).size) throw wrongField(holder.field, 'unknown_file')
  if (kind !== 'file' && files.some(({ folder }) => folder !== 'images')) throw wrongField(holder.field, 'not_an_image')
  await db
    .insertInto('file_use')
    .values(files.map(({ id }) => ({ ...holder, file_id: id })))
    .execute()
}

/** What erased records held is free. */
export const releaseFiles = (db: Db, entity: Entity, ids: readonly number[]): Promise<unknown> =>
  ids.length && fieldsOf(entity).some(([, { kind }]) => FILE_KINDS.has(kind))
    ? sql`delete from file_use where entity = ${entity.name} and entity_id in (${sql.join(ids)})`.execute(db)
    : Promise.resolve()
