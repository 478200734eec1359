import { entity, type Row } from '../kit/entity.ts'
import { checks, longText, references, text } from '../kit/fields.ts'

/** What is looked at on a pile, in order. The rules of its items are in `domain/inspection.ts`. */
export const checkList = entity('check_list', {
  path: '/system/check-list',
  calls: { list: 'index', create: 'create', update: 'update', remove: 'delete', export: 'export' },
  fields: {
    name: text({ slot: 'title', search: true, sort: true }),
    /** None: it is for every pile. */
    pile_type_ids: references('pile_type', { optional: true, slot: 'line', filter: true }),
    items: checks({ slot: 'line' }),
    remark: longText({ optional: true, slot: 'detail' }),
  },
  sort: { prop: 'name', order: 'asc' },
  within: 'everybody',
})
export type CheckList = Row<typeof checkList>
