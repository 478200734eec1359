import { entity, type Row } from '../kit/entity.ts'
import { day, references, status, text } from '../kit/fields.ts'

/** A named set of rules that covers each hour of the day exactly once. */
export const strategy = entity('strategy', {
  path: '/system/strategy',
  calls: {
    list: 'index',
    create: 'create',
    update: 'update',
    remove: 'delete',
    options: 'options',
    export: 'export',
  },
  fields: {
    name: text({ slot: 'title', search: true, sort: true }),
    rule_ids: references('billing_rule', { slot: 'line' }),
    /** Days of each site's own clock, both counted in. */
    valid_from: day({ optional: true, slot: 'line', sort: true }),
    valid_to: day({ optional: true, slot: 'line', sort: true }),
    status: status({ enabled: 'available', disabled: 'offline' }, { slot: 'badge', filter: true, initial: 'enabled' }),
  },
  sort: { prop: 'name', order: 'asc' },
  offers: { status: 'enabled' },
  archives: true,
  within: 'everybody',
})
export type Strategy = Row<typeof strategy>
