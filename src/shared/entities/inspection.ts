import { SKIP_REASONS } from '../domain/inspection.ts'
import { entity, type Row } from '../kit/entity.ts'
import { choice, day, images, instant, longText, reference, status, text } from '../kit/fields.ts'

/** One pile of a round: what is due, overdue and done. Answered by one call of its own, which a phone may make later. */
export const inspection = entity('inspection', {
  path: '/system/inspection',
  calls: { list: 'index', export: 'export' },
  fields: {
    /** Its name when the round began. */
    check_list: text({ slot: 'title', search: true, edit: 'server' }),
    state: status(
      { due: 'reserved', overdue: 'waiting', ok: 'available', not_ok: 'faulted', left: 'offline' },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    pile_id: reference('pile', { slot: 'line', search: true, filter: true, edit: 'server' }),
    site_id: reference('site', { optional: true, slot: 'line', filter: true, edit: 'server' }),
    work_order_id: reference('work_order', { slot: 'line', filter: true, edit: 'server' }),
    due_on: day({ optional: true, slot: 'line', filter: true, sort: true, edit: 'server' }),
    inspected_at: instant({ optional: true, slot: 'line', filter: true, sort: true, edit: 'server' }),
    inspected_by: text({ optional: true, slot: 'line', search: true, edit: 'server' }),
    /** The items that were not all right. */
    trouble: longText({ max: 20_000, optional: true, slot: 'line', search: true, edit: 'server' }),
    /** Why it was not reached; it is due all the same. */
    skipped_why: choice(SKIP_REASONS, { optional: true, slot: 'line', filter: true, edit: 'server' }),
    skip_note: text({ max: 500, optional: true, slot: 'line', edit: 'server' }),
    skipped_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    skipped_by: text({ optional: true, slot: 'detail', edit: 'server' }),
    photos: images({ optional: true, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'due_on', order: 'desc' },
  within: { site: 'site_id', pile: 'pile_id' },
})
export type Inspection = Row<typeof inspection>
