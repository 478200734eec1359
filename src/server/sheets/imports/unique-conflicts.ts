import { type RawBuilder, sql } from 'kysely'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Context } from '../../kit/context.ts'
import { columnOf } from '../../kit/postgres-errors.ts'

type Db = Context['db']
type Draft = Readonly<Record<string, unknown>>

export interface UniqueConflict {
  line: number
  field: string
  /** The line that has it first; null when a record has it. */
  first: number | null
}

interface Unique {
  name: string
  /** The index's keys as SQL on its table: `upper(number)`. */
  keys: string[]
  predicate: string | null
}

/**
 * What the database would refuse as taken, by its own unique indexes: rows that clash with records or with earlier rows.
 * Asked for all at once, because an insert says only the first.
 */
export async function uniqueConflicts(
  entity: Entity,
  rows: readonly { line: number; draft: Draft }[],
  db: Db,
): Promise<UniqueConflict[]> {
  if (!rows.length) return []
  const types = await columnTypes(entity, db)
  const given = new Set(rows.flatMap(({ draft }) => Object.keys(draft)))
  const found: UniqueConflict[] = []
  for (const index of await uniqueIndexes(entity, db)) {
    const used = [...types.keys()].filter((column) => index.keys.some((key) => mentions(key, column)))
    if (!used.length || !used.every((column) => given.has(column))) continue
    const field = columnOf({ table: entity.table, constraint: index.name })
    const clashing = await clashesOn(index, { entity, rows, types, used }, db)
    found.push(...clashing.map((clash) => ({ ...clash, field: given.has(field) ? field : String(used[0]) })))
  }
  return found
}

const mentions = (key: string, column: string): boolean => new RegExp(`(^|[^\\w.])"?${column}"?($|\\W)`).test(key)

interface Asked {
  entity: Entity
  rows: readonly { line: number; draft: Draft }[]
  types: ReadonlyMap<string, string>
  used: readonly string[]
}

async function clashesOn({ keys, predicate }: Unique, { entity, rows, types, used }: Asked, db: Db) {
  const records = rows.map(({ line, draft }) => ({
    line,
    ...Object.fromEntries(used.map((name) => [name, draft[name]])),
  }))
  const columns = used.map((name) => sql`${sql.ref(name)} ${sql.raw(types.get(name) ?? 'text')}`)
  const key = (at: number) => sql.ref(`k${at}`)
  const all = (make: (at: number) => RawBuilder<unknown>) =>
    sql.join(
      keys.map((_, at) => make(at)),
      sql` and `,
    )
  const { rows: found } = await sql<{ line: number; first: number; taken: boolean }>`
    with given as (
      select line, ${sql.join(keys.map((text, at) => sql`${sql.raw(text)} as ${key(at)}`))}
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as g(line int, ${sql.join(columns)})),
    told as (
      select given.*, min(line) over (partition by ${sql.join(keys.map((_, at) => key(at)))}) as first,
        exists (select from ${sql.table(entity.table)}
          where ${all((at) => sql`${sql.raw(String(keys[at]))} = given.${key(at)}`)} and ${sql.raw(predicate ?? 'true')}) as taken
      from given where ${all((at) => sql`${key(at)} is not null`)})
    select line, first, taken from told where taken or line > first order by line`.execute(db)
  return found.map(({ line, first, taken }) => ({ line, first: taken ? null : first }))
}

async function uniqueIndexes({ table }: Entity, db: Db): Promise<Unique[]> {
  const { rows } = await sql<Unique>`
    select c.relname as name, pg_get_expr(i.indpred, i.indrelid) as predicate,
      array(select pg_get_indexdef(i.indexrelid, n, false) from generate_series(1, i.indnkeyatts) n) as keys
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass and i.indisunique and not i.indisprimary order by c.relname`.execute(db)
  return rows
}

async function columnTypes({ table }: Entity, db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db)
  return new Map(rows.map(({ name, type }) => [name, type]))
}
