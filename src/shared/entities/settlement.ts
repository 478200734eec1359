import { entity, type Row } from '../kit/entity.ts'
import { cents, count, instant, longText, reference, status, text } from '../kit/fields.ts'

/** What a pile said of a payment at its terminal. It is kept beside the order and changes nothing of it. */
export const settlement = entity('settlement', {
  path: '/system/settlement',
  calls: { list: 'index', export: 'export' },
  fields: {
    /** The payment's, as its service calls it; the number of a VAT number that was asked. */
    reference: text({ max: 255, slot: 'title', search: true, edit: 'server' }),
    status: status(
      { settled: 'available', canceled: 'offline', rejected: 'faulted', failed: 'faulted', vat_asked: 'waiting' },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    amount_cents: cents({ optional: true, slot: 'lead', edit: 'server' }),
    order_id: reference('order', { optional: true, slot: 'line', search: true, filter: true, edit: 'server' }),
    pile_id: reference('pile', { slot: 'line', search: true, filter: true, edit: 'server' }),
    site_id: reference('site', { optional: true, slot: 'wide', filter: true, edit: 'server' }),
    /** By the pile's clock. */
    settled_at: instant({ optional: true, slot: 'line', edit: 'server' }),
    received_at: instant({ slot: 'wide', sort: true, filter: true, edit: 'server' }),
    info: longText({ max: 500, optional: true, slot: 'detail', edit: 'server' }),
    receipt_number: text({ max: 50, optional: true, slot: 'detail', edit: 'server' }),
    receipt_url: longText({ max: 2000, optional: true, slot: 'detail', edit: 'server' }),
    vat_number: text({ max: 20, optional: true, slot: 'detail', edit: 'server' }),
    company: longText({ max: 500, optional: true, slot: 'detail', edit: 'server' }),
    /** The pile's own name of its session. */
    transaction_id: text({ max: 100, optional: true, slot: 'detail', edit: 'server' }),
    /** More than one: the pile said it again. */
    times: count({ slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'received_at', order: 'desc' },
  within: { site: 'site_id', pile: 'pile_id' },
})
export type Settlement = Row<typeof settlement>
