import { entity, type Row } from '../kit/entity.ts'
import { longText, text } from '../kit/fields.ts'

/** A vendor's own message, saved to be sent to piles again. */
export const vendorMessage = entity('vendor_message', {
  path: '/system/vendor_message',
  calls: { list: 'index', create: 'add', update: 'edit', remove: 'del', export: 'export' },
  fields: {
    name: text({ slot: 'title', search: true, sort: true }),
    vendor_id: text({ max: 255, slot: 'line', search: true, sort: true }),
    message_id: text({ max: 50, optional: true, slot: 'line', search: true }),
    data: longText({ max: 8_000, optional: true, slot: 'detail' }),
  },
  sort: { prop: 'vendor_id', order: 'asc' },
  within: 'everybody',
})
export type VendorMessage = Row<typeof vendorMessage>
