import { entity, type Row } from '../kit/entity.ts'
import { count, longText, reference, status, text } from '../kit/fields.ts'

/** A part of the organisation that people and sites belong to. */
export const dept = entity('dept', {
  path: '/system/dept',
  calls: { list: 'index', create: 'add', update: 'edit', remove: 'delete', options: 'options' },
  fields: {
    name: text({ slot: 'title', search: true, sort: true }),
    parent_id: reference('dept', { slot: 'line', optional: true, filter: true }),
    status: status({ normal: 'available', disabled: 'offline' }, { slot: 'badge', filter: true, initial: 'normal' }),
    sort: count({ initial: 0, most: 10_000, slot: 'wide', sort: true }),
    remark: longText({ optional: true, slot: 'line' }),
  },
  offers: { status: 'normal' },
  sort: { prop: 'sort', order: 'asc' },
  within: { dept: ['id', 'parent_id'] },
})
export type Dept = Row<typeof dept>
