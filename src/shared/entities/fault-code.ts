import { entity, type Row } from '../kit/entity.ts'
import { reference, text, translated } from '../kit/fields.ts'

/** What a maker's own code means, and what to do about it: the alarm's page says so. */
export const faultCode = entity('fault_code', {
  path: '/system/fault-code',
  calls: {
    list: 'index',
    create: 'create',
    update: 'update',
    remove: 'delete',
    export: 'export',
    import: 'import',
  },
  fields: {
    /** As piles send it; upper and lower case are the same. */
    code: text({ max: 60, slot: 'title', search: true, sort: true }),
    pile_type_id: reference('pile_type', { optional: true, none: true, slot: 'line', filter: true }),
    meaning: translated({ max: 500, slot: 'line', search: true }),
  },
  sort: { prop: 'code', order: 'asc' },
  within: 'everybody',
})
export type FaultCode = Row<typeof faultCode>
