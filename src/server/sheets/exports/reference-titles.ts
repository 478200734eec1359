import { type Kysely, sql } from 'kysely'
import type { Entity, Titled } from '../../../shared/kit/entity.ts'
import { entityNamed, fieldsOfKind, titleIn } from '../../kit/crud/columns.ts'
import type { Database } from '../../kit/database/tables.ts'

/** A record as the list gives it. */
export type SheetRow = Readonly<Record<string, unknown>>

/** Lists show how many records a field of several refers to; a sheet names them: `rules` beside `rule_ids`. */
export const titlesOf = (name: string): string => `${name.replace(/_ids$/, '')}s`

/** The rows with the titles of what their fields of several refer to. */
export async function withTitles(
  db: Kysely<Database>,
  entity: Entity,
  rows: readonly SheetRow[],
): Promise<readonly SheetRow[]> {
  let titled = rows
  for (const [name, { to }] of fieldsOfKind(entity, 'references')) {
    const ids = [...new Set(rows.flatMap((row) => row[name] as number[]))]
    const other = entityNamed(to)
    const found = await sql<Titled>`
      select t.id, ${titleIn(other, 't')} as title from ${sql.table(other.table)} t where t.id = any(${ids}::bigint[])`.execute(
      db,
    )
    const byId = new Map(found.rows.map((one) => [one.id, one]))
    titled = titled.map((row) => ({
      ...row,
      [titlesOf(name)]: (row[name] as number[]).flatMap((id) => byId.get(id) ?? []),
    }))
  }
  return titled
}
