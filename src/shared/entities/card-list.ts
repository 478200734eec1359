import { entity, type Row } from '../kit/entity.ts'
import { count, instant, reference, status, text } from '../kit/fields.ts'

/** The list of cards that a pile keeps, made here of the cards that may charge at its site: how far it is. */
export const cardList = entity('card_list', {
  path: '/system/card_list',
  calls: { list: 'index', export: 'export' },
  fields: {
    pile_id: reference('pile', { slot: 'title', search: true, filter: true, edit: 'server' }),
    site_id: reference('site', { optional: true, slot: 'line', filter: true, edit: 'server' }),
    /** behind: it is to be told something, or nothing is known of it yet. */
    state: status(
      {
        in_step: 'available',
        behind: 'waiting',
        refused: 'faulted',
        failed: 'faulted',
        not_supported: 'offline',
      },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    /** As far as it took them; blocked ones count. */
    entries: count({ slot: 'lead', sort: true, edit: 'server' }),
    wanted: count({ slot: 'wide', sort: true, edit: 'server' }),
    /** Cards that may charge there and find no room. */
    left_out: count({ slot: 'wide', sort: true, edit: 'server' }),
    list_version: count({ slot: 'wide', edit: 'server' }),
    told_version: count({ optional: true, slot: 'wide', min: -1, edit: 'server' }),
    told_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
    sent_at: instant({ optional: true, slot: 'line', sort: true, edit: 'server' }),
    /** The pile's own word, where it did not take it. */
    said: text({ max: 60, optional: true, slot: 'line', edit: 'server' }),
  },
  sort: { prop: 'id', order: 'asc' },
  within: { through: 'pile_id' },
})
export type CardList = Row<typeof cardList>
