import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import type { Translations } from '../../../shared/kit/languages.ts'
import type { Database } from '../database/tables.ts'
import { wrongField } from '../refusal.ts'
import { keptRichText } from '../rich-text.ts'
import { fieldsOfKind, pairsOf } from './columns.ts'
import { holdFiles } from './file-uses.ts'

type Values = Readonly<Record<string, unknown>>
type Hash = (secret: string) => string | Promise<string>

interface Update {
  id: number
  values: Values
  /** Without one no secret may be among the values. */
  hash?: Hash
}

interface Insert {
  draft: Values
  hash?: Hash
  /** Who makes it. */
  by: number
}

/** Inserts a record and gives its identity. */
export async function insertRecord(db: Kysely<Database>, entity: Entity, { draft, hash, by }: Insert): Promise<number> {
  const columns = Object.entries({ ...(await columnsOf(entity, draft, hash)), ...madeBy(entity, by) })
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(entity.table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    values (${sql.join(columns.map(([, value]) => value))}) returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  await keepPairs(db, entity, id, draft)
  await holdFiles(db, entity, id, draft)
  return id
}

/** Inserts many records without secrets by one statement, and gives their identities in the records' order. */
export async function insertRecords(
  db: Kysely<Database>,
  entity: Entity,
  { drafts, by }: { drafts: readonly Values[]; by: number },
): Promise<number[]> {
  const own = madeBy(entity, by)
  const records = await Promise.all(drafts.map(async (draft) => ({ ...(await columnsOf(entity, draft)), ...own })))
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const tuples = records.map((record) => sql`(${sql.join(names.map((name) => valueOrDefault(record[name])))})`)
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(entity.table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values ${sql.join(tuples)} returning id`.execute(db)
  for (const [at, { id }] of rows.entries()) await keepPairs(db, entity, id, drafts[at] ?? {})
  return rows.map(({ id }) => id)
}

const valueOrDefault = (value: unknown) => (value === undefined ? sql`default` : sql`${value}`)

/** Writes the fields that are given; the version grows by one. */
export async function updateRecord(db: Kysely<Database>, entity: Entity, { id, values, hash }: Update): Promise<void> {
  const columns = Object.entries(await columnsOf(entity, values, hash))
  const sets: RawBuilder<unknown>[] = columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(entity.table)} set
    ${sql.join([...sets, sql`version = version + 1`, sql`updated_at = now()`])} where id = ${id}`.execute(db)
  await keepPairs(db, entity, id, values)
  await holdFiles(db, entity, id, values)
}

/** Whose a record is that belongs to anyone who made it. */
function madeBy({ within }: Entity, by: number): Record<string, number> {
  if (typeof within === 'string') return {}
  const column = [within].flat().find(({ creator }) => creator)?.creator
  return column ? { [column]: by } : {}
}

const noSecrets = () => Promise.reject(new Error('nobody hashes this secret'))

async function columnsOf(entity: Entity, values: Values, hash: Hash = noSecrets): Promise<Record<string, unknown>> {
  const columns: Record<string, unknown> = {}
  for (const [name, field] of fieldsOf(entity)) {
    const value = values[name]
    if (value === undefined || field.kind === 'references') continue
    if (field.kind === 'secret') columns[`${name}_hash`] = value === null ? null : await hash(String(value))
    else columns[name] = written(name, field, value)
  }
  return columns
}

const KEPT_AS_JSON = new Set<Field['kind']>(['schedule', 'expected', 'checks'])

function written(name: string, field: Field, value: unknown): unknown {
  if (field.kind === 'rich_text') return richText(name, field, value)
  if (KEPT_AS_JSON.has(field.kind)) return JSON.stringify(value)
  return field.kind === 'translated' ? translations(name, field, value as Translations | null) : value
}

function translations(name: string, { rich, optional }: Field, texts: Translations | null): string | null {
  const kept = Object.entries(texts ?? {}).map(([tag, text]) => [tag, rich ? keptRichText(text) : text])
  const said = Object.fromEntries(kept.filter(([, text]) => text))
  if (Object.keys(said).length > 0) return JSON.stringify(said)
  if (!optional) throw wrongField(name, 'required')
  return null
}

/** What is left of it when it is clean; of a field that may not be empty something has to be. */
function richText(name: string, { optional }: Field, value: unknown): string | null {
  const kept = value === null ? '' : keptRichText(String(value))
  if (!kept && !optional) throw wrongField(name, 'required')
  return kept || null
}

async function keepPairs(db: Kysely<Database>, entity: Entity, id: number, values: Values): Promise<void> {
  for (const [name] of fieldsOfKind(entity, 'references')) {
    if (values[name] === undefined) continue
    const ids = (values[name] ?? []) as number[]
    const { table, own, other } = pairsOf(entity, name)
    await sql`delete from ${sql.table(table)} where ${sql.ref(own)} = ${id}`.execute(db)
    await sql`insert into ${sql.table(table)} (${sql.ref(own)}, ${sql.ref(other)})
      select ${id}, other from unnest(${[...new Set(ids)]}::bigint[]) other`.execute(db)
  }
}
