import { type Kysely, sql } from 'kysely'
import { maintenanceRow, type ServiceCampaign } from '../../shared/endpoints/maintenance.ts'
import { maintenance } from '../../shared/entities/maintenance.ts'
import { countedBy } from '../kit/crud/counted-by.ts'
import type { Extension } from '../kit/crud/extension.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import { reached } from '../kit/reach/within.ts'
import { Refusal } from '../kit/refusal.ts'
import { isOver, planFlaws, refuseBegun, stateOf } from './rules.ts'
import { serviceFlaw } from './service-rights.ts'

type Db = Kysely<Database>

export const maintenanceExtension: Extension<typeof maintenance> = {
  ...countedBy(maintenance, 'state'),
  row: maintenanceRow,
  async extend(rows, { db }) {
    const [zones, campaigns] = await Promise.all([
      zonesOf(db, [...new Set(rows.map(({ site_id }) => site_id))]),
      campaignsOf(
        db,
        rows.map(({ id }) => id),
      ),
    ])
    return rows.map((row) => ({ ...row, time_zone: zones.get(row.site_id), campaigns: campaigns.get(row.id) ?? [] }))
  },
  async check(plan, context, before) {
    const { db, person } = context
    if (before) await refusePart(db, person, [before.id])
    const fields = planFlaws(plan, before, Date.now())
    const piles = plan.pile_ids ?? []
    if (!fields.pile_ids && (await strangeOf(db, plan.site_id, piles)) > 0)
      fields.pile_ids = { key: 'maintenance:errors.not_at_site' }
    const flaw =
      (before && isOver(stateOf(before, Date.now()))) || fields.site_id || fields.pile_ids
        ? null
        : await serviceFlaw(plan, context)
    if (flaw && !fields.service) fields.service = { key: flaw }
    if (Object.keys(fields).length > 0) throw new Refusal(422, 'invalid_input', { fields })
  },
  async created({ id }, { db, person, language }) {
    await db.updateTable('maintenance').set({ made_by: person.name, language }).where('id', '=', id).execute()
  },
  async removable(rows, { db, person }) {
    refuseBegun(rows, Date.now())
    await refusePart(
      db,
      person,
      rows.map(({ id }) => id),
    )
  },
}

async function zonesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('site').select(['id', 'time_zone']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, time_zone }) => [id, time_zone]))
}

async function campaignsOf(db: Db, ids: readonly number[]): Promise<Map<number, ServiceCampaign[]>> {
  const { rows } = await sql<{ id: number; campaigns: ServiceCampaign[] }>`
    select m.id, jsonb_agg(jsonb_build_object('id', c.id,
      'service', case c.payload ->> 'type' when 'Inoperative' then 'out' else 'back' end) order by c.id) as campaigns
    from maintenance m join campaign c on c.action = 'availability' and (c.payload ->> 'maintenance')::bigint = m.id
    where m.id = any(${[...ids]}::bigint[]) group by m.id`.execute(db)
  return new Map(rows.map(({ id, campaigns }) => [id, campaigns]))
}

/** How many of the piles stand elsewhere; that there is no such site is the site's flaw. */
async function strangeOf(db: Db, site_id: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const { rows } = await sql<{ strange: number }>`
    select count(*)::int as strange from pile where id = any(${[...ids]}::bigint[]) and site_id is distinct from ${site_id}
      and exists (select from site where id = ${site_id})`.execute(db)
  return rows[0]?.strange ?? 0
}

/** Anyone who reaches some of its piles sees it; who reaches not all of them changes nothing of it. */
export async function refusePart(db: Db, person: Person, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select named.maintenance_id as id from maintenance_pile named join pile p on p.id = named.pile_id
    where named.maintenance_id = any(${[...ids]}::bigint[]) and (${reached(person, 'pile', 'p')}) is not true limit 1`.execute(
    db,
  )
  if (rows.length > 0) throw new Refusal(403, 'maintenance:errors.not_all_reached')
}
