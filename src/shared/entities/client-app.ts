import { entity, type Row } from '../kit/entity.ts'
import { choice, count, instant, longText, reference, references, status, text } from '../kit/fields.ts'

/** A program of another party that calls the API in its own name: what it may do, for which records and how often. */
export const clientApp = entity('client_app', {
  path: '/system/app',
  listBy: 'GET',
  calls: { list: 'list', view: 'view', create: 'create', update: 'update', remove: 'delete', export: 'export' },
  fields: {
    name: text({ slot: 'title', search: true, sort: true }),
    /** What it signs in with, beside its secret. */
    client_id: text({ slot: 'line', search: true, edit: 'server' }),
    status: status({ normal: 'available', disabled: 'offline' }, { slot: 'badge', filter: true, initial: 'normal' }),
    /** Calls a minute. */
    rate: count({ min: 1, most: 6_000, initial: 120, slot: 'wide' }),
    expires_at: instant({ optional: true, slot: 'line' }),
    last_used_at: instant({ optional: true, slot: 'line', edit: 'server' }),
    /** When its secret was made; null while it has none and cannot sign in. */
    secret_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    remark: longText({ optional: true, slot: 'detail' }),
    /** The entries of the menu whose permissions it has. */
    menu_ids: references('menu', { most: 2_000, slot: 'detail' }),
    /** The records for which they hold: see `reach_of` in migration 0018. */
    data_scope: choice(['all', 'merchants', 'sites', 'department'], { slot: 'wide', filter: true, initial: 'all' }),
    site_ids: references('site', { most: 2_000, optional: true, slot: 'detail' }),
    merchant_ids: references('merchant', { most: 2_000, optional: true, slot: 'detail' }),
    dept_id: reference('dept', { optional: true, slot: 'detail' }),
  },
  sort: { prop: 'name', order: 'asc' },
  within: { creator: 'created_by' },
})
export type ClientApp = Row<typeof clientApp>
