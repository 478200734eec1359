import { entity, type Row } from '../kit/entity.ts'
import { choice, choices, count, flag, instant, reference, references, status, text } from '../kit/fields.ts'
import { LANGUAGES } from '../kit/languages.ts'

/** Widgets that fill a page of a wall by themselves: those that need no settings. */
export const WALL_WIDGETS = [
  ...['figures', 'power', 'sites', 'attention', 'failure_map', 'income_trend', 'income_by_kind'],
  ...['offline_piles', 'worst_piles', 'best_worst', 'hours', 'heat', 'balances'],
] as const

/** A screen on a wall: what it shows, and as whom. It is no person: it only looks. */
export const wallDisplay = entity('wall_display', {
  path: '/system/wall',
  calls: { list: 'index', create: 'create', update: 'update', remove: 'delete', export: 'export' },
  fields: {
    name: text({ max: 60, slot: 'title', search: true, sort: true }),
    status: status({ normal: 'available', disabled: 'offline' }, { slot: 'badge', filter: true, initial: 'normal' }),
    /** What it may see, and of which records. Empty once the role was deleted. */
    role_id: reference('role', { optional: true, slot: 'line', filter: true, section: 'rights' }),
    /** The pages that it turns, in this order: everybody's dashboard, those of roles, single widgets. */
    dashboard: flag({ initial: true, slot: 'detail', section: 'pages' }),
    layout_ids: references('role', { most: 20, optional: true, slot: 'detail', section: 'pages' }),
    widgets: choices(WALL_WIDGETS, { optional: true, slot: 'detail', section: 'pages' }),
    /** So long each page stands. */
    seconds: count({ min: 5, most: 3_600, initial: 30, slot: 'wide', section: 'pages' }),
    language: choice(LANGUAGES, { slot: 'wide', section: 'look' }),
    theme: choice(['dark', 'light'], { slot: 'detail', initial: 'dark', section: 'look' }),
    last_seen_at: instant({ optional: true, slot: 'line', edit: 'server', section: 'screen' }),
    /** When its screen was let in; empty while it has none. */
    let_in_at: instant({ optional: true, slot: 'line', edit: 'server', section: 'screen' }),
    let_in_by_id: reference('user', { optional: true, slot: 'wide', edit: 'server', section: 'screen' }),
    address: text({ max: 60, optional: true, slot: 'detail', edit: 'server', section: 'screen' }),
    browser: text({ max: 120, optional: true, slot: 'detail', edit: 'server', section: 'screen' }),
  },
  offers: { status: 'normal' },
  sort: { prop: 'name', order: 'asc' },
  within: 'everybody',
})
export type WallDisplay = Row<typeof wallDisplay>
