import { entity, type Row } from '../kit/entity.ts'
import { choice, count, day, images, instant, longText, reference, status, text } from '../kit/fields.ts'

/** What a technician has to do at a pile, or on a round through a site, or did there. Written by one call of its own, which a phone may make later. */
export const workOrder = entity('work_order', {
  path: '/system/work-order',
  calls: { list: 'index', export: 'export' },
  fields: {
    work: text({ max: 200, slot: 'title', search: true, edit: 'server' }),
    state: status(
      { planned: 'reserved', under_way: 'waiting', done: 'available', cancelled: 'offline' },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    number: text({ max: 20, slot: 'line', search: true, edit: 'server' }),
    kind: choice(['repair', 'inspection', 'other'], { slot: 'line', filter: true, edit: 'server' }),
    /** Empty: a round of inspection at a site. Its piles are `inspection`s. */
    pile_id: reference('pile', { optional: true, slot: 'line', search: true, filter: true, edit: 'server' }),
    site_id: reference('site', { optional: true, slot: 'line', filter: true, edit: 'server' }),
    alarm_id: reference('alarm', { optional: true, slot: 'detail', filter: true, edit: 'server' }),
    assignee_id: reference('user', { optional: true, slot: 'detail', filter: true, edit: 'server' }),
    assignee_name: text({ optional: true, slot: 'line', edit: 'server' }),
    /** Whose it is where it is nobody's in particular. */
    role_id: reference('role', { optional: true, slot: 'detail', filter: true, edit: 'server' }),
    due_on: day({ optional: true, slot: 'line', filter: true, sort: true, edit: 'server' }),
    found: longText({ max: 2_000, optional: true, slot: 'detail', phrases: true, edit: 'server' }),
    did: longText({ max: 2_000, optional: true, slot: 'detail', phrases: true, edit: 'server' }),
    parts: longText({ max: 1_000, optional: true, slot: 'detail', phrases: true, edit: 'server' }),
    minutes: count({ most: 100_000, optional: true, unit: 'min', slot: 'wide', edit: 'server' }),
    plan_id: reference('inspection_plan', { optional: true, slot: 'detail', filter: true, edit: 'server' }),
    piles: count({ optional: true, slot: 'wide', edit: 'server' }),
    piles_done: count({ optional: true, slot: 'wide', edit: 'server' }),
    piles_failed: count({ optional: true, slot: 'wide', edit: 'server' }),
    /** Not reached, and still due. */
    piles_skipped: count({ optional: true, slot: 'wide', edit: 'server' }),
    photos: images({ optional: true, slot: 'detail', edit: 'server' }),
    started_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    ended_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    made_by: text({ optional: true, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'created_at', order: 'desc' },
  within: { site: 'site_id', pile: 'pile_id' },
})
export type WorkOrder = Row<typeof workOrder>
