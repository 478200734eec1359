import { type Kysely, sql } from 'kysely'
import { type Entity, type Titled, titleField, titleOf } from '../../../shared/kit/entity.ts'
import { maskOf } from '../../../shared/kit/mask.ts'
import { entityNamed, fieldsOfKind } from '../crud/columns.ts'
import type { Database } from '../database/tables.ts'
import type { Person } from '../person.ts'
import { theirsOf } from './hold.ts'
import { within } from './within.ts'

type Values = Readonly<Record<string, unknown>>

/** Records as this person reads them: where they point at someone out of reach, who that is is masked. */
export async function withMaskedTitles<R extends Values>(
  db: Kysely<Database>,
  person: Person,
  entity: Entity,
  records: readonly R[],
): Promise<R[]> {
  let shown = [...records]
  for (const [name, { to }] of fieldsOfKind(entity, 'reference')) {
    const other = entityNamed(to)
    if (!other.maskedTitle || within(person, other) === null) continue
    const title = titleOf(name)
    const ids = shown.flatMap((record) => idIn(record[title]))
    const theirs = new Set(await theirsOf(db, person, other, [...new Set(ids)]))
    const others = ids.filter((id) => !theirs.has(id))
    const own = await ownTitles(db, other, others)
    shown = shown.map((record) => {
      const [id] = idIn(record[title])
      if (id === undefined || theirs.has(id)) return record
      const titled = record[title] as Titled
      return { ...record, [title]: maskedTitle(other, { id, title: own.get(id) ?? titled.title }) }
    })
  }
  return shown
}

/** A mask is made of the title: what people call someone tells more of them. */
async function ownTitles(db: Kysely<Database>, entity: Entity, ids: readonly number[]): Promise<Map<number, string>> {
  if (entity.called === null || !ids.length) return new Map()
  const { rows } = await sql<Titled>`
    select id, ${sql.ref(titleField(entity))}::text as title from ${sql.table(entity.table)}
    where id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** What is shown of someone out of reach where a record names them. */
export const maskedTitle = (entity: Entity, { id, title }: Titled): Titled => ({
  id,
  title: maskOf({ kind: entity.fields[titleField(entity)]?.kind ?? 'text' }, title),
  masked: true,
})

const idIn = (value: unknown): number[] =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number' ? [value.id] : []
