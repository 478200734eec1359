import { entity, type Row } from '../kit/entity.ts'
import { choice, count, longText, reference, text } from '../kit/fields.ts'

/**
 * Cards that end each other's sessions (OCPP 1.6: parentIdTag; 2.x: groupIdToken). Its number is what piles are told. One of kind master_pass ends
 * anybody's at piles of 2.x whose MasterPassGroupId is its number, and starts none (OCPP 2.0.1, C16).
 */
export const cardGroup = entity('card_group', {
  path: '/system/card_group',
  calls: { list: 'index', create: 'create', update: 'update', remove: 'delete', options: 'options', export: 'export' },
  fields: {
    number: text({ max: 20, slot: 'title', search: true, sort: true, edit: 'create' }),
    name: text({ optional: true, slot: 'line', search: true, sort: true }),
    kind: choice(['drivers', 'master_pass'], { slot: 'line', filter: true, initial: 'drivers', edit: 'create' }),
    customer_id: reference('customer', { optional: true, slot: 'line', search: true, filter: true }),
    /** So many of its cards charge at the same time; without it there is no limit beside each card's own. */
    at_once: count({ optional: true, min: 1, most: 999, slot: 'line' }),
    remark: longText({ optional: true, slot: 'detail' }),
  },
  called: 'name',
  sort: { prop: 'number', order: 'asc' },
  within: [{ through: 'customer_id' }, { creator: 'created_by' }],
})
export type CardGroup = Row<typeof cardGroup>
