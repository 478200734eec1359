import { type Kysely, sql } from 'kysely'
import type { Role } from '../../shared/entities/role.ts'
import type { Titled } from '../../shared/kit/entity.ts'
import type { Database } from '../kit/database/tables.ts'

type Db = Kysely<Database>

/** What roles are for, by name, and how many more of it their reader does not reach. */
export async function namedIn(db: Db, roles: readonly Pick<Role, 'id' | 'site_ids' | 'merchant_ids'>[]) {
  const titles = {
    site: await titlesOf(
      db,
      'site',
      roles.flatMap(({ site_ids }) => site_ids ?? []),
    ),
    merchant: await titlesOf(
      db,
      'merchant',
      roles.flatMap(({ merchant_ids }) => merchant_ids ?? []),
    ),
  }
  const counts = await countsOf(
    db,
    roles.map(({ id }) => id),
  )
  const named = (kind: keyof typeof titles, ids: readonly number[] | null) =>
    (ids ?? []).flatMap((id) => titles[kind].get(id) ?? [])
  return ({ id, site_ids, merchant_ids }: Pick<Role, 'id' | 'site_ids' | 'merchant_ids'>) => ({
    sites: named('site', site_ids),
    merchants: named('merchant', merchant_ids),
    more_sites: (counts.get(id)?.sites ?? 0) - (site_ids?.length ?? 0),
    more_merchants: (counts.get(id)?.merchants ?? 0) - (merchant_ids?.length ?? 0),
  })
}

async function titlesOf(db: Db, table: 'site' | 'merchant', ids: readonly number[]): Promise<Map<number, Titled>> {
  if (!ids.length) return new Map()
  const rows = await db.selectFrom(table).select(['id', 'name as title']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function countsOf(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; sites: number; merchants: number }>`
    select id, (select count(*) from role_site s where s.role_id = r.id) as sites,
      (select count(*) from role_merchant m where m.role_id = r.id) as merchants
    from role r where id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
