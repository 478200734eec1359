import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { orderPiles, orderSites } from '../../shared/endpoints/order-filters.ts'
import { pile } from '../../shared/entities/pile.ts'
import { site } from '../../shared/entities/site.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { type Entity, titleField } from '../../shared/kit/entity.ts'
import type { Looking } from '../kit/context.ts'
import { filterConditions } from '../kit/crud/filters.ts'
import { keywordCondition } from '../kit/crud/keyword.ts'
import type { Database } from '../kit/database/tables.ts'
import { within } from '../kit/reach/within.ts'

type Choices = Data<typeof orderSites>

/** Every site that may have orders, those out of use as well. */
export const sitesToFilter = (context: Looking, query: Parsed<typeof orderSites>) => choices(context, site, query)

/** Every pile that may have orders. */
export const pilesToFilter = (context: Looking, { site_id, ...query }: Parsed<typeof orderPiles>) =>
  choices(context, pile, { ...query, ...(site_id && { site_id }) })

async function choices({ db, person }: Looking, entity: Entity, query: Parsed<typeof orderSites>): Promise<Choices> {
  const { page_num: page, page_size: size, keyword, ...filters } = query
  const { site_id } = filters as { site_id?: number }
  const conditions: RawBuilder<SqlBool>[] = [
    within(person, entity) ?? sql<SqlBool>`true`,
    keywordCondition(entity, keyword) ?? sql<SqlBool>`true`,
    ...filterConditions(entity, site_id ? { site_id } : {}),
  ]
  const title = sql.ref(`t.${titleField(entity)}`)
  const { rows } = await sql<{ id: number; title: string; total: number }>`
    select t.id, ${title} as title, count(*) over () as total from ${sql.table(entity.table)} t
    where ${sql.join(conditions, sql` and `)} order by ${title}, t.id
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  const total = rows[0]?.total ?? (page > 1 ? await countOf(db, entity, conditions) : 0)
  return { total, page, pageSize: size, rows: rows.map(({ id, title }) => ({ id, title })), summary: {} }
}

async function countOf(db: Kysely<Database>, { table }: Entity, conditions: RawBuilder<SqlBool>[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)} t where ${sql.join(conditions, sql` and `)}`.execute(db)
  return rows[0]?.total ?? 0
}
