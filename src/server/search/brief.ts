import { type Kysely, sql } from 'kysely'
import { type Entity, titleField, titleOf } from '../../shared/kit/entity.ts'
import { entityNamed, fieldsOfKind, titleIn } from '../kit/crud/columns.ts'
import { type Kept, shownRows } from '../kit/crud/rows.ts'
import { anyOfIds, executeKept } from '../kit/database/client.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import type { Place } from './places.ts'

/** What a line of the search shows of these records, as this person may see it, in their order. Whole ones have fifty columns. */
export async function inBrief(
  db: Kysely<Database>,
  { entity, place }: { entity: Entity; place: Place },
  ids: readonly number[],
  person: Person,
): Promise<Kept[]> {
  if (!ids.length) return []
  const kept = await executeKept<Kept>(db, { of: place, name: 'brief', values: [[...ids]] }, () => {
    const named = fieldsOfKind(entity, 'reference').filter(([name]) => place.details.includes(titleOf(name)))
    const joins = named.map(([name, field], at) => {
      const to = entityNamed(field.to)
      const alias = `r${at}`
      return {
        join: sql`left join ${sql.table(to.table)} as ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${sql.ref(`t.${name}`)}`,
        select: sql`case when ${sql.ref(`${alias}.id`)} is not null then
          json_build_object('id', ${sql.ref(`${alias}.id`)}, 'title', ${titleIn(to, alias)}) end as ${sql.ref(titleOf(name))}`,
      }
    })
    const own = ['id', titleField(entity), ...place.details.filter((name) => name in entity.fields)]
    const selected = [...own.map((name) => sql.ref(`t.${name}`)), ...joins.map(({ select }) => select)]
    const joined = sql.join(
      joins.map(({ join }) => join),
      sql` `,
    )
    return sql<Kept>`select ${sql.join(selected)} from ${sql.table(entity.table)} t ${joined} where t.id = ${anyOfIds(ids)}`
  })
  const byId = new Map(kept.map((row) => [row.id, row]))
  const rows = ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
  return shownRows(db, entity, rows, person)
}
