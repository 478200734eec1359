import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { roleReach } from '../../shared/endpoints/people.ts'
import { entities } from '../../shared/entities/index.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Entity } from '../../shared/kit/entity.ts'
import type { Context } from '../kit/context.ts'
import { rowsIn, tallied } from '../kit/crud/tally.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Reach } from '../kit/reach/reach.ts'
import { reachOf, type Sets } from '../kit/reach/resolve.ts'
import { within } from '../kit/reach/within.ts'

type Asked = Parsed<typeof roleReach>

/** How many sites, piles and customers a role's people reach with a scope, as far as the caller reaches them too. */
export async function countReach(asked: Asked, { db, person }: Context): Promise<Data<typeof roleReach>> {
  if (asked.data_scope === 'department') return null
  const reach = await reachWith(asked, db)
  const count = (entity: Entity) => counted(db, entity, [reach, person.reach])
  const [sites, piles, customers] = await Promise.all([
    count(entities.site),
    count(entities.pile),
    count(entities.customer),
  ])
  return { sites, piles, customers }
}

async function reachWith({ id, data_scope, site_ids, merchant_ids }: Asked, db: Kysely<Database>): Promise<Reach> {
  const { rows } = await sql<{ sets: Sets | null; peers: number[] }>`
    select reach_of(${data_scope}, ${[...site_ids]}::bigint[], ${[...merchant_ids]}::bigint[], null) as sets,
      array(select user_id from user_role where role_id = ${id} order by 1) as peers`.execute(db)
  // Records that nobody made are nobody's own.
  return reachOf(rows[0]?.sets ?? null, 0, rows[0]?.peers ?? [])
}

/** Those in use that lie within all of the reaches. What grows without end is counted by its tally where they are everything. */
async function counted(db: Kysely<Database>, entity: Entity, reaches: readonly Reach[]): Promise<number> {
  const conditions = reaches.flatMap((reach): RawBuilder<SqlBool>[] => {
    const condition = within({ reach }, entity, 't', 'find')
    return condition ? [condition] : []
  })
  const all = conditions.length ? null : tallied(entity, [], false)
  if (all) return rowsIn(db, all)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(entity.table)} t
    where ${sql.join([sql`t.archived_at is null`, ...conditions], sql` and `)}`.execute(db)
  return rows[0]?.n ?? 0
}
