import { entity, type Row } from '../kit/entity.ts'
import { choice, instant, reference, references, status, text } from '../kit/fields.ts'

/**
 * Planned work at a site, or at some of its piles: their alarms are told to nobody, and the time counts for no availability. It may take them
 * out of service from its begin to its end.
 */
export const maintenance = entity('maintenance', {
  path: '/system/maintenance',
  calls: { list: 'index', create: 'create', update: 'update', remove: 'delete', export: 'export' },
  fields: {
    work: text({ max: 200, slot: 'title', search: true }),
    state: status(
      { planned: 'reserved', under_way: 'waiting', over: 'available', cancelled: 'offline' },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    site_id: reference('site', { slot: 'line', filter: true }),
    /** None: the whole site. */
    pile_ids: references('pile', { optional: true, slot: 'line', filter: true }),
    starts_at: instant({ slot: 'line', sort: true, filter: true }),
    ends_at: instant({ slot: 'line', sort: true }),
    /** What becomes of its piles: nothing; no new sessions; nor those that run. */
    service: choice(['in_service', 'after_sessions', 'at_once'], { initial: 'in_service', slot: 'wide', filter: true }),
    /** Ended early, or called off before it began. */
    ended_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    made_by: text({ optional: true, slot: 'wide', edit: 'server' }),
  },
  sort: { prop: 'starts_at', order: 'desc' },
  within: { site: 'site_id', rows: { table: 'maintenance_pile', own: 'maintenance_id', pile: 'pile_id' } },
})
export type Maintenance = Row<typeof maintenance>
