import { sql } from 'kysely'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Extension } from './extension.ts'

/** How many rows of a list there are of each value of a status field, over all other filters: what its chips say. */
export const countedBy = <E extends Entity>(
  entity: E,
  field: string & keyof E['fields'],
): Pick<Extension<E>, 'summary'> => ({
  async summary(where, { db }) {
    const { rows } = await sql<{ value: string; rows: number }>`
      select t.${sql.ref(field)} as value, count(*)::int as rows from ${sql.table(entity.table)} t where ${where(field)}
      group by 1`.execute(db)
    const none = Object.keys(entity.fields[field]?.tones ?? {}).map((value) => [value, 0])
    return Object.fromEntries([...none, ...rows.map(({ value, rows: count }) => [value, count])])
  },
})
