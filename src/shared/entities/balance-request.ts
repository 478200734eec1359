import { entity, type Row } from '../kit/entity.ts'
import { cents, choice, instant, longText, reference, status, text } from '../kit/fields.ts'

/** A top-up or a correction above the limit: asked for, decided by another person, and entered once. Only the server writes it. */
export const balanceRequest = entity('balance_request', {
  path: '/system/balance-request',
  calls: { list: 'index', export: 'export' },
  fields: {
    /** B, day and running number: B2611220000012. */
    number: text({ slot: 'title', search: true, edit: 'server' }),
    /** It waits until someone decides; it never expires. */
    status: status(
      { waiting: 'waiting', approved: 'available', rejected: 'offline', withdrawn: 'offline' },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    customer_id: reference('customer', { slot: 'line', search: true, filter: true, edit: 'server' }),
    kind: choice(['top_up', 'correction'], { slot: 'line', filter: true, edit: 'server' }),
    amount_cents: cents({ slot: 'lead', min: -10_000_000, edit: 'server' }),
    remark: longText({ optional: true, slot: 'line', edit: 'server' }),
    asked_by: text({ slot: 'line', edit: 'server' }),
    decided_by: text({ optional: true, slot: 'wide', edit: 'server' }),
    decided_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
    decision_remark: longText({ optional: true, slot: 'detail', edit: 'server' }),
    /** The receipt of the entry that was made of it. */
    entry_number: text({ optional: true, slot: 'wide', search: true, edit: 'server' }),
  },
  within: { through: 'customer_id' },
})
export type BalanceRequest = Row<typeof balanceRequest>
