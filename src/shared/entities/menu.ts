import { entity, type Row } from '../kit/entity.ts'
import { choice, count, flag, reference, text, translated } from '../kit/fields.ts'

/**
 * An entry of the console's menu: a page, A page from elsewhere in a frame, a link to elsewhere, or a button of a page.
 * Roles carry entries; an entry gives its permission code and those of its calls (`api_list`, which is no field: see
 * `src/shared/endpoints/menus.ts`, where entries are written as well).
 */
export const menu = entity('menu', {
  path: '/system/menu',
  calls: { list: 'index', remove: 'delete', options: 'options' },
  fields: {
    name: text({ slot: 'title', search: true, sort: true }),
    type: choice(['menu', 'iframe', 'link', 'button'], { slot: 'badge', filter: true, initial: 'menu' }),
    parent_id: reference('menu', { slot: 'line', optional: true, filter: true }),
    /** A key of the namespace `menu`; an entry without one says its own `titles`. */
    title: text({ slot: 'detail', optional: true, edit: 'server' }),
    titles: translated({ optional: true, search: true, sort: true, slot: 'line' }),
    icon: text({ max: 40, slot: 'detail', optional: true }),
    path: text({ max: 200, slot: 'line', optional: true, search: true }),
    /** The address of a frame or a link. */
    url: text({ max: 1_000, slot: 'detail', optional: true }),
    /** The screen that shows; null for a group. */
    component: text({ slot: 'detail', optional: true }),
    permission: text({ slot: 'line', optional: true, search: true }),
    sort: count({ initial: 0, most: 10_000, slot: 'wide', sort: true }),
    hidden: flag({ initial: false, slot: 'wide' }),
    hide_breadcrumb: flag({ initial: false, slot: 'detail' }),
    affix: flag({ initial: false, slot: 'detail' }),
    fullpage: flag({ initial: false, slot: 'detail' }),
    /** The path that the navigation marks while a hidden page shows. */
    active: text({ max: 200, slot: 'detail', optional: true }),
    /** It comes with the console: it can be moved, renamed and hidden, not deleted. */
    built_in: flag({ edit: 'server', slot: 'wide', filter: true }),
  },
  sort: { prop: 'sort', order: 'asc' },
  within: 'everybody',
})
export type Menu = Row<typeof menu>
