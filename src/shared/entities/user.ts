import { entity, type Row } from '../kit/entity.ts'
import { choice, email, image, longText, phone, reference, references, secret, status, text } from '../kit/fields.ts'
import { LANGUAGES } from '../kit/languages.ts'

/** Someone who signs in to the console. The account stays the same for ever: what was done is told by it. */
export const user = entity('user', {
  table: 'users',
  path: '/system/user',
  listBy: 'GET',
  calls: {
    list: 'list',
    view: 'view',
    create: 'add',
    update: 'edit',
    remove: 'delete',
    options: 'options',
    export: 'export',
  },
  fields: {
    avatar: image({ optional: true, slot: 'wide' }),
    user_name: text({ slot: 'title', search: true, sort: true, min: 3, edit: 'create' }),
    name: text({ slot: 'line', search: true, spelled: true, sort: true }),
    status: status(
      { normal: 'available', unverified: 'waiting', disabled: 'offline' },
      { slot: 'badge', filter: true, initial: 'normal' },
    ),
    role_ids: references('role', { slot: 'line', filter: true }),
    dept_id: reference('dept', { slot: 'line', optional: true, filter: true }),
    phone: phone({ optional: true, search: true }),
    email: email({ optional: true, search: true, slot: 'detail' }),
    language: choice(LANGUAGES, { optional: true, slot: 'detail' }),
    /** The path of the page that they land on. */
    dashboard: text({ max: 200, slot: 'detail', initial: '/dashboard' }),
    remark: longText({ optional: true, slot: 'detail' }),
    password: secret({ edit: 'create', twice: true }),
  },
  offers: { status: 'normal' },
  archives: true,
  sort: { prop: 'user_name', order: 'asc' },
  within: { user: 'id', dept: 'dept_id' },
})
export type User = Row<typeof user>
