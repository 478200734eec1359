import { entity, type Row } from '../kit/entity.ts'
import { choice, count, flag, longText, reference, references, status, text } from '../kit/fields.ts'

/** What people may do: the entries of the menu that it carries. One that stands under another gives nothing that the other does not. */
export const role = entity('role', {
  path: '/system/role',
  listBy: 'GET',
  calls: {
    list: 'list',
    view: 'get',
    create: 'add',
    update: 'edit',
    remove: 'delete',
    options: 'options',
    export: 'export',
  },
  fields: {
    name: text({ slot: 'title', search: true, sort: true }),
    /** What the console knows it by. */
    alias: text({ slot: 'line', optional: true, search: true }),
    parent_id: reference('role', { slot: 'line', optional: true, filter: true }),
    status: status({ normal: 'available', disabled: 'offline' }, { slot: 'badge', filter: true, initial: 'normal' }),
    sort: count({ initial: 0, most: 10_000, slot: 'wide', sort: true }),
    remark: longText({ optional: true, slot: 'line' }),
    /** Its people sign in with a second step; anyone who has none may set one up and do nothing else. */
    second_factor: flag({ initial: false, filter: true, slot: 'wide' }),
    menu_ids: references('menu', { most: 2_000, slot: 'detail' }),
    /** The records for which all of it holds: see `reach_of` in migration 0018. */
    data_scope: choice(['all', 'merchants', 'sites', 'department'], { slot: 'wide', filter: true, initial: 'all' }),
    site_ids: references('site', { most: 2_000, optional: true, slot: 'detail' }),
    merchant_ids: references('merchant', { most: 2_000, optional: true, slot: 'detail' }),
  },
  offers: { status: 'normal' },
  sort: { prop: 'sort', order: 'asc' },
  within: 'everybody',
})
export type Role = Row<typeof role>
