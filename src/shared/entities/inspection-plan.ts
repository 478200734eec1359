import { PLAN_UNITS } from '../domain/inspection.ts'
import { entity, type Row } from '../kit/entity.ts'
import { choice, count, day, reference, references, status, text } from '../kit/fields.ts'

/** Which piles are inspected by which check list, how often, and by whom. The rounds come of it by themselves. */
export const inspectionPlan = entity('inspection_plan', {
  path: '/system/inspection-plan',
  calls: { list: 'index', create: 'create', update: 'update', remove: 'delete', export: 'export' },
  fields: {
    name: text({ slot: 'title', search: true, sort: true }),
    status: status({ enabled: 'available', disabled: 'offline' }, { slot: 'badge', filter: true, initial: 'enabled' }),
    check_list_id: reference('check_list', { slot: 'line', filter: true, section: 'what' }),
    site_ids: references('site', { slot: 'line', filter: true, section: 'what' }),
    /** None: all that the check list is for. */
    pile_type_ids: references('pile_type', { optional: true, slot: 'line', section: 'what' }),
    every: count({ min: 1, most: 366, initial: 1, slot: 'line', section: 'when' }),
    unit: choice(PLAN_UNITS, { initial: 'month', slot: 'line', section: 'when' }),
    starts_on: day({ slot: 'line', sort: true, section: 'when' }),
    /** From the day on which a round begins until it is due. */
    days: count({ most: 90, initial: 7, slot: 'detail', section: 'when' }),
    assignee_id: reference('user', { optional: true, slot: 'line', filter: true, section: 'who' }),
    /** Those of the role who reach the site, where it is nobody's in particular. */
    role_id: reference('role', { optional: true, slot: 'line', filter: true, section: 'who' }),
  },
  sort: { prop: 'name', order: 'asc' },
  within: {
    rows: { table: 'inspection_plan_reach', own: 'inspection_plan_id', site: 'site_id', merchant: 'merchant_id' },
  },
})
export type InspectionPlan = Row<typeof inspectionPlan>
