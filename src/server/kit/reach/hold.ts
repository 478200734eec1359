import { type Kysely, sql } from 'kysely'
import type { Reaches } from '../../../shared/kit/endpoint.ts'
import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import { entityNamed } from '../crud/columns.ts'
import { FILE_KINDS } from '../crud/file-uses.ts'
import type { Database } from '../database/tables.ts'
import type { Person } from '../person.ts'
import { type Hidden, notFound, wrongField } from '../refusal.ts'
import { within } from './within.ts'

type Db = Kysely<Database>
type Values = Readonly<Record<string, unknown>>

/** Refuses a call whose input names a record that is not there for this person, just as if there were none. */
export async function holdReach(db: Db, person: Person, reaches: Reaches, input: unknown): Promise<void> {
  if (person.reach === null || typeof reaches === 'string') return
  for (const [name, fields] of Object.entries(reaches))
    for (const field of [fields].flat()) {
      const ids = identitiesIn((input as Values | undefined)?.[field])
      const entity = entityNamed(name)
      if (await areWithin(db, person, entity, ids)) continue
      const hidden = await hiddenOf(db, person, entity, ids)
      throw field === 'id' || field === 'ids'
        ? notFound(hidden)
        : wrongField(field, 'unknown_reference', undefined, hidden)
    }
}

/** Refuses a record that points at one which is not there for this person, or holds such a file: it would be there through it. */
export async function holdReferences(db: Db, person: Person, entity: Entity, values: Values): Promise<void> {
  if (person.reach === null) return
  for (const [name, { kind, to, edit }] of fieldsOf(entity)) {
    if (FILE_KINDS.has(kind)) await holdFile(db, person, name, values[name])
    if ((kind !== 'reference' && kind !== 'references') || edit === 'server') continue
    const [other, ids] = [entityNamed(to), identitiesIn(values[name])]
    if (!(await areWithin(db, person, other, ids)))
      throw wrongField(name, 'unknown_reference', undefined, await hiddenOf(db, person, other, ids))
  }
}

async function holdFile(db: Db, person: Person, field: string, value: unknown): Promise<void> {
  const keys = [value].flat().filter((key) => typeof key === 'string')
  if (!keys.length) return
  const files = await db.selectFrom('file').select('id').where('key', 'in', keys).execute()
  const ids = files.map(({ id }) => id)
  if (!(await areWithin(db, person, entityNamed('file'), ids))) throw wrongField(field, 'unknown_file')
}

const identitiesIn = (value: unknown): number[] => [value].flat().filter((id) => typeof id === 'number')

/** Whether each of the records exists and is within reach. */
export async function areWithin(db: Db, person: Person, entity: Entity, ids: readonly number[]): Promise<boolean> {
  const condition = within(person, entity)
  if (!condition || !ids.length) return true
  return (await theirsOf(db, person, entity, ids)).length === new Set(ids).size
}

/** The first of the records that exist out of reach: for the log. Asked of any that are refused, so it takes as long for what is nowhere. */
export async function hiddenOf(db: Db, person: Person, entity: Entity, ids: readonly number[]): Promise<Hidden | null> {
  const condition = within(person, entity, 't', 'some')
  if (!condition || !ids.length) return null
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(entity.table)} t
    where t.id = any(${[...ids]}::bigint[]) and not ${condition} order by t.id limit 1`.execute(db)
  return rows[0] ? { entity: entity.name, id: rows[0].id } : null
}

/** Those of the records that exist and are within reach. */
export async function theirsOf(db: Db, person: Person, entity: Entity, ids: readonly number[]): Promise<number[]> {
  if (!ids.length) return []
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(entity.table)} t
    where t.id = any(${[...ids]}::bigint[]) and ${within(person, entity, 't', 'some') ?? sql`true`} order by t.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** A record was written where its writer does not reach it: the whole call is undone. */
export async function holdWritten(db: Db, person: Person, entity: Entity, ids: readonly number[]): Promise<void> {
  if (await areWithin(db, person, entity, ids)) return
  throw wrongField(decisiveField(entity), 'access:out_of_reach')
}

/** The field that a person can put right. */
function decisiveField({ fields, within: ties }: Entity): string {
  if (typeof ties === 'string') return 'id'
  const named = [ties].flat().flatMap(({ site, merchant, dept, through }) => [site, dept, merchant, through].flat())
  return named.find((name) => name !== undefined && name in fields && fields[name]?.edit !== 'server') ?? 'id'
}
