import { entity, type Row } from '../kit/entity.ts'
import { cents, choice, longText, reference, text } from '../kit/fields.ts'
import { SEES_BALANCES } from './customer.ts'

/** One movement of a customer's balance. Never changed; a correction is a new entry. */
export const ledgerEntry = entity('ledger_entry', {
  path: '/system/client-ledger',
  calls: { list: 'index', export: 'export' },
  fields: {
    /** Stands on the receipt. */
    number: text({ slot: 'wide', search: true, edit: 'server' }),
    customer_id: reference('customer', { slot: 'title', search: true, filter: true, edit: 'server' }),
    kind: choice(['top_up', 'charge', 'refund', 'correction', 'collected', 'paid_out'], {
      slot: 'line',
      filter: true,
      edit: 'server',
    }),
    amount_cents: cents({ slot: 'lead', min: -100_000_000, edit: 'server', needs: SEES_BALANCES }),
    balance_cents: cents({ edit: 'server', needs: SEES_BALANCES }),
    order_id: reference('order', { optional: true, slot: 'wide', edit: 'server' }),
    entered_by: text({ optional: true, edit: 'server' }),
    remark: longText({ optional: true, slot: 'line', edit: 'server' }),
  },
  sort: { prop: 'created_at', order: 'desc' },
  tally: { by: 'created_at', kinds: ['kind'] },
  // Of the customer's money an order at a person's site shows its own sums, and nothing of the balance.
  within: { through: 'customer_id' },
})
export type LedgerEntry = Row<typeof ledgerEntry>
