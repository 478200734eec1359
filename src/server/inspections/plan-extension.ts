import { type Kysely, sql } from 'kysely'
import { DOES_WORK } from '../../shared/domain/work-order.ts'
import type { inspectionPlan } from '../../shared/entities/inspection-plan.ts'
import type { Extension } from '../kit/crud/extension.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import { type FindPeople, peopleReaching } from '../kit/reach/people-reaching.ts'
import { reached } from '../kit/reach/within.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'

type Db = Kysely<Database>

/** A plan has a site at least, and whose it is may do it at each of them. */
export const inspectionPlanExtension = (people: FindPeople): Extension<typeof inspectionPlan> => ({
  async check(plan, { db, person }, before) {
    const sites = plan.site_ids ?? []
    await refusePart(db, person, [...sites, ...(before?.site_ids ?? [])])
    if (sites.length === 0) throw wrongField('site_ids', 'required')
    if (!plan.assignee_id) return
    // That there is no such site is the site's flaw.
    const there = await db.selectFrom('site').select('id').where('id', 'in', sites).execute()
    for (const { id } of there) {
      const able = await peopleReaching(db, people, { permission: DOES_WORK, entity: 'site', id })
      if (!able.some((one) => one.id === plan.assignee_id))
        throw wrongField('assignee_id', 'inspections:errors.may_not_there')
    }
  },
  async removable(rows, { db, person }) {
    await refusePart(
      db,
      person,
      rows.flatMap(({ site_ids }) => site_ids),
    )
  },
})

/** Anyone who reaches some of its sites sees it; who reaches not all of them, with all of their piles, changes nothing of it. */
async function refusePart(db: Db, person: Person, sites: readonly number[]): Promise<void> {
  const { rows } = await sql<{ strange: boolean }>`
    select exists (select from site s where s.id = any(${[...sites]}::bigint[]) and (${reached(person, 'site', 's')}) is not true)
      or exists (select from pile p where p.site_id = any(${[...sites]}::bigint[]) and p.archived_at is null
        and (${reached(person, 'pile', 'p')}) is not true) as strange`.execute(db)
  if (rows[0]?.strange) throw new Refusal(403, 'inspections:errors.not_all_reached')
}
