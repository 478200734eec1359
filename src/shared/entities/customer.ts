import { entity, type Row } from '../kit/entity.ts'
import { cents, email, phone, reference, secret, status, text } from '../kit/fields.ts'

/** Who may see customers need not see what they have: a technician finds whom a charge is for. */
export const SEES_BALANCES = 'customer.balance'

/** Someone who charges and pays from a prepaid balance. The balance is the sum of the ledger, kept by the database. */
export const customer = entity('customer', {
  path: '/system/client',
  calls: {
    list: 'index',
    create: 'create',
    update: 'update',
    remove: 'delete',
    options: 'options',
    export: 'export',
    import: 'import',
  },
  fields: {
    account: text({ slot: 'title', search: true, sort: true, min: 3, edit: 'create' }),
    name: text({ slot: 'line', optional: true, search: true, spelled: true }),
    phone: phone({ slot: 'line', optional: true, search: true, masked: 'customer.contact' }),
    email: email({ optional: true, search: true, masked: 'customer.contact' }),
    balance_cents: cents({ slot: 'lead', sort: true, edit: 'server', needs: SEES_BALANCES }),
    status: status({ normal: 'available', invalid: 'offline' }, { slot: 'badge', filter: true, initial: 'normal' }),
    /** Whose customer it is: a merchant's, a department's, or with neither this operator's own. Never both. */
    merchant_id: reference('merchant', { optional: true, filter: true, slot: 'wide' }),
    dept_id: reference('dept', { optional: true, filter: true, slot: 'wide' }),
    password: secret({ optional: true, edit: 'create', twice: true }),
  },
  offers: { status: 'normal' },
  archives: true,
  sort: { prop: 'created_at', order: 'desc' },
  tally: { by: 'created_at', kinds: ['status'] },
  // Where they charged is no tie: a pile or a raw call can bring a charging session about.
  within: { merchant: 'merchant_id', dept: 'dept_id', creator: 'created_by' },
  maskedTitle: true,
  called: 'name',
})
export type Customer = Row<typeof customer>
