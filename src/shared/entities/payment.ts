import { entity, type Row } from '../kit/entity.ts'
import { cents, choice, longText, reference, text } from '../kit/fields.ts'

/** Money for an order that was collected by another way than the balance. Only the server writes it. */
export const payment = entity('payment', {
  path: '/system/payment',
  calls: { list: 'index', export: 'export' },
  fields: {
    /** What the terminal, WeChat or Alipay calls it. */
    reference: text({ max: 64, slot: 'title', search: true, edit: 'server' }),
    way: choice(['card', 'wechat', 'alipay'], { slot: 'badge', filter: true, edit: 'server' }),
    order_id: reference('order', { slot: 'line', search: true, filter: true, edit: 'server' }),
    site_id: reference('site', { optional: true, slot: 'line', filter: true, edit: 'server' }),
    customer_id: reference('customer', { optional: true, search: true, filter: true, edit: 'server' }),
    amount_cents: cents({ slot: 'lead', edit: 'server' }),
    entered_by: text({ slot: 'wide', edit: 'server' }),
    remark: longText({ optional: true, slot: 'wide', edit: 'server' }),
  },
  within: { through: 'order_id' },
})
export type Payment = Row<typeof payment>
