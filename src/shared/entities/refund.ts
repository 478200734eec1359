import { entity, type Row } from '../kit/entity.ts'
import { cents, choice, instant, longText, reference, status, text } from '../kit/fields.ts'

/** Money that goes back for an order: asked for, reviewed by another person, paid back. Only the server writes it. */
export const refund = entity('refund', {
  path: '/system/refund',
  calls: { list: 'index', export: 'export' },
  fields: {
    /** R, day and running number: R2611200000012. */
    number: text({ slot: 'title', search: true, edit: 'server' }),
    /** rejected: the reviewer said no; withdrawn: anyone who asked took it back, or it failed and was given up. */
    status: status(
      {
        unreviewed: 'waiting',
        reviewed: 'reserved',
        refunding: 'charging',
        refunded: 'available',
        refund_failed: 'faulted',
        rejected: 'offline',
        withdrawn: 'offline',
      },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    order_id: reference('order', { slot: 'line', search: true, filter: true, edit: 'server' }),
    site_id: reference('site', { optional: true, slot: 'detail', filter: true, edit: 'server' }),
    customer_id: reference('customer', { optional: true, slot: 'line', search: true, filter: true, edit: 'server' }),
    amount_cents: cents({ slot: 'lead', sort: true, edit: 'server' }),
    /** To the balance by us at once, or the way that the money came, by hand and confirmed with its reference. */
    way: choice(['balance', 'card', 'wechat', 'alipay'], { slot: 'line', filter: true, edit: 'server' }),
    reason: longText({ phrases: true, slot: 'wide', edit: 'server' }),
    asked_by: text({ slot: 'wide', edit: 'server' }),
    reviewed_by: text({ optional: true, slot: 'wide', edit: 'server' }),
    reviewed_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    review_remark: longText({ optional: true, slot: 'detail', edit: 'server' }),
    paid_by: text({ optional: true, slot: 'detail', edit: 'server' }),
    reference: text({ max: 64, optional: true, search: true, slot: 'detail', edit: 'server' }),
    failure: longText({ optional: true, slot: 'detail', edit: 'server' }),
    refunded_at: instant({ optional: true, filter: true, sort: true, slot: 'wide', edit: 'server' }),
  },
  within: { through: 'order_id' },
})
export type Refund = Row<typeof refund>
