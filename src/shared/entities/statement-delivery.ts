import { entity, type Row } from '../kit/entity.ts'
import { choice, count, email, instant, reference, status, text } from '../kit/fields.ts'
import { LANGUAGES } from '../kit/languages.ts'

/** A month's statement that goes to a mail address by itself, with its workbook: a merchant's or a site's. */
export const statementDelivery = entity('statement_delivery', {
  path: '/system/statement-delivery',
  calls: { list: 'index', create: 'create', update: 'update', remove: 'delete', export: 'export' },
  fields: {
    /** Who gets it. */
    name: text({ max: 60, slot: 'title', search: true, sort: true }),
    merchant_id: reference('merchant', { optional: true, slot: 'line', filter: true, search: true }),
    site_id: reference('site', { optional: true, slot: 'line', filter: true, search: true }),
    email: email({ slot: 'line', search: true }),
    language: choice(LANGUAGES, { slot: 'wide' }),
    /** From which day of the next month on; by the second a month is over everywhere. */
    day: count({ min: 2, most: 28, initial: 3, slot: 'line' }),
    status: status({ enabled: 'available', disabled: 'offline' }, { slot: 'badge', filter: true, initial: 'enabled' }),
    /** The month that went last: 2026-10. */
    sent_month: text({ max: 7, optional: true, slot: 'line', edit: 'server' }),
    sent_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
  },
  sort: { prop: 'name', order: 'asc' },
  // It tells of all that the party has, no matter who set it up.
  within: 'whole',
})
export type StatementDelivery = Row<typeof statementDelivery>
