import { FORMATS, MOST_TEXT, PRIORITIES, SHOWN_WHILE } from '../domain/screen/message.ts'
import { entity, type Row } from '../kit/entity.ts'
import { choice, count, flag, instant, references, text, translated } from '../kit/fields.ts'
import { FALLBACK, LANGUAGES } from '../kit/languages.ts'

/** What piles of some sites show on their screens, in as many languages as they know. */
export const displayMessage = entity('display_message', {
  path: '/system/display_message',
  calls: { list: 'index', view: 'view', create: 'add', update: 'edit', remove: 'del', export: 'export' },
  fields: {
    name: text({ slot: 'title', search: true, sort: true }),
    texts: translated({ max: MOST_TEXT, slot: 'line', search: true, section: 'what' }),
    /** Which of them a pile gets that knows no languages (OCPP 2.0.1). */
    language: choice(LANGUAGES, { initial: FALLBACK, slot: 'detail', section: 'what' }),
    format: choice(FORMATS, { initial: 'utf8', slot: 'wide', filter: true, section: 'what' }),
    priority: choice(PRIORITIES, { initial: 'normal', slot: 'line', filter: true, section: 'when' }),
    shown_while: choice(SHOWN_WHILE, { optional: true, slot: 'wide', filter: true, section: 'when' }),
    starts_at: instant({ optional: true, slot: 'wide', section: 'when' }),
    ends_at: instant({ optional: true, slot: 'line', section: 'when' }),
    site_ids: references('site', { slot: 'line', filter: true, section: 'where' }),
    /** None: piles of every type. */
    pile_type_ids: references('pile_type', { optional: true, slot: 'detail', section: 'where' }),
    /** It is out of use; piles that hold it are asked to let go of it. */
    is_delete: flag({ slot: 'detail', filter: true, edit: 'server' }),
    pushed_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
    /** Its version when it was given last: a greater one has not reached the piles. */
    pushed_version: count({ optional: true, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'name', order: 'asc' },
  archives: true,
  within: {
    rows: { table: 'display_message_reach', own: 'display_message_id', site: 'site_id', merchant: 'merchant_id' },
  },
})
export type DisplayMessage = Row<typeof displayMessage>
