import { DOES_WORK } from '../../shared/domain/work-order.ts'
import type { inspectionPlan } from '../../shared/entities/inspection-plan.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { type FindPeople, peopleReaching } from '../kit/reach/people-reaching.ts'
import { refusePart } from '../kit/reach/whole-sites.ts'
import { wrongField } from '../kit/refusal.ts'

const NOT_ALL = 'inspections:errors.not_all_reached'

/** A plan has a site at least, and whose it is may do it at each of them. */
export const inspectionPlanExtension = (people: FindPeople): Extension<typeof inspectionPlan> => ({
  async check(plan, { db, person }, before) {
    const sites = plan.site_ids ?? []
    await refusePart(db, person, [...sites, ...(before?.site_ids ?? [])], NOT_ALL)
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
      NOT_ALL,
    )
  },
})
