import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Database } from '../database/tables.ts'
import type { Person } from '../person.ts'
import { type Searched, searchedFor } from './keyword.ts'

type Db = Kysely<Database>

/** So many matches are looked at; whoever has more types another character. */
const MOST = 3_000

export interface Found {
  ids: number[]
  /** There are more than these. */
  more: boolean
}

/**
 * What a keyword finds in a table that grows without end: every match, or the newest and some others of more than a person reads.
 * One character is looked for among the newest records only. Null without a keyword.
 */
export async function foundBy(db: Db, entity: Entity, keyword: unknown, person: Person): Promise<Found | null> {
  const wanted = searchedFor(entity, keyword, person)
  if (!wanted) return null
  if (wanted.length === 1) return newest(db, entity, wanted.conditions)
  const each = await byIndex(db, wanted, () =>
    sql<{ id: number; place: number }>`${sql.join(
      wanted.conditions.map(
        (condition, place) =>
          sql`(select t.id, ${place}::int as place from ${sql.table(entity.table)} t where ${condition} limit ${MOST + 1})`,
      ),
      sql` union all `,
    )}`.execute(db),
  )
  const more = wanted.conditions.some((_, at) => each.rows.filter(({ place }) => place === at).length > MOST)
  const ids = each.rows.map(({ id }) => id)
  const latest = more ? (await newest(db, entity, wanted.conditions)).ids : []
  return { ids: [...new Set([...ids, ...latest])], more }
}

async function newest(db: Db, { table, tally, sort }: Entity, conditions: readonly RawBuilder<SqlBool>[]) {
  const { rows } = await sql<{ id: number | null; looked_at: number }>`
    with latest as materialized (
      select * from ${sql.table(table)} t order by ${sql.ref(`t.${tally?.by ?? sort.prop}`)} desc, t.id desc limit ${MOST})
    select matching.id, looked_at from (select count(*) as looked_at from latest) counted
    left join (select t.id from latest t where ${sql.join(conditions, sql` or `)}) matching on true`.execute(db)
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  return { ids, more: (rows[0]?.looked_at ?? 0) >= MOST }
}

// With a limit in sight the planner would rather walk the table or an order of it until it has met enough, which may be never.
async function byIndex<T>(db: Db, { isAnywhere }: Searched, read: () => Promise<T>): Promise<T> {
  const ways = ['enable_seqscan', ...(isAnywhere ? ['enable_indexscan', 'enable_indexonlyscan'] : [])]
  const walks = (on: 'on' | 'off') =>
    sql`select set_config(name, ${on}, true) from unnest(${ways}::text[]) name`.execute(db)
  await walks('off')
  const result = await read()
  await walks('on')
  return result
}
