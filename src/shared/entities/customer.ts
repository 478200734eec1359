import { entity, type Row } from '../kit/entity.ts'
import { cents, email, phone, secret, status, text } from '../kit/fields.ts'

/** Somebody who charges and pays from a prepaid balance. The balance is the sum of the ledger, kept by the database. */
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
    name: text({ slot: 'line', optional: true, search: true }),
    phone: phone({ slot: 'line', optional: true, search: true, masked: 'customer.contact' }),
    email: email({ optional: true, search: true, masked: 'customer.contact' }),
    balance_cents: cents({ slot: 'lead', sort: true, edit: 'server' }),
    status: status({ normal: 'available', invalid: 'offline' }, { slot: 'badge', filter: true, initial: 'normal' }),
    password: secret({ optional: true, edit: 'create', twice: true }),
  },
  offers: { status: 'normal' },
  archives: true,
  sort: { prop: 'created_at', order: 'desc' },
  tally: { by: 'created_at', kinds: ['status'] },
  within: {
    creator: 'created_by',
    rows: { table: 'customer_place', own: 'customer_id', site: 'site_id', pile: 'pile_id' },
  },
})
export type Customer = Row<typeof customer>
