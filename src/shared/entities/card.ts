import { entity, type Row } from '../kit/entity.ts'
import { reference, status, text } from '../kit/fields.ts'

/** A charge card (OCPP: idTag). Its number is compared without regard to case. */
export const card = entity('card', {
  path: '/system/device-car',
  calls: { list: 'index', create: 'create', update: 'update', remove: 'delete', options: 'get-device-car' },
  fields: {
    number: text({ max: 20, slot: 'title', search: true, sort: true, edit: 'create' }),
    customer_id: reference('customer', { optional: true, slot: 'line', search: true, filter: true }),
    allocation: status(
      { unallocated: 'offline', allocated: 'available' },
      { slot: 'line', filter: true, edit: 'server' },
    ),
    status: status({ normal: 'available', blocked: 'faulted' }, { slot: 'badge', filter: true, initial: 'normal' }),
  },
  offers: { allocation: 'unallocated' },
})
export type Card = Row<typeof card>
