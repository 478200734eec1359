import { entity, type Row } from '../kit/entity.ts'
import { longText, phone, status, text } from '../kit/fields.ts'

/** A business that piles are made for and that runs them. */
export const merchant = entity('merchant', {
  path: '/system/merchant',
  calls: {
    list: 'index',
    create: 'create',
    update: 'update',
    remove: 'delete',
    options: 'options',
    export: 'export',
  },
  fields: {
    name: text({ slot: 'title', search: true, spelled: true, sort: true }),
    address: text({ max: 200, slot: 'line', optional: true, search: true }),
    contact: text({ slot: 'line', optional: true, search: true }),
    phone: phone({ slot: 'line', optional: true, search: true }),
    status: status({ enabled: 'available', disabled: 'offline' }, { slot: 'badge', filter: true, initial: 'enabled' }),
    remark: longText({ optional: true, slot: 'detail' }),
  },
  sort: { prop: 'name', order: 'asc' },
  offers: { status: 'enabled' },
  archives: true,
  within: { merchant: 'id', rows: { table: 'pile', own: 'merchant_id', site: 'site_id' } },
})
export type Merchant = Row<typeof merchant>
