import { entity, type Row } from '../kit/entity.ts'
import { choice, count, instant, longText, text } from '../kit/fields.ts'

/** A fault of ours: of a request, of something that the server does by itself, or of the console in a person's browser. */
export const errorEntry = entity('error_entry', {
  path: '/system/log/error',
  listBy: 'GET',
  calls: { list: 'list', view: 'view', remove: 'delete', export: 'export' },
  fields: {
    message: text({ max: 500, slot: 'title', search: true, edit: 'server' }),
    source: choice(['server', 'chore', 'console'], { slot: 'badge', filter: true, edit: 'server' }),
    /** The route, the periodic job or the console's page. */
    place: text({ max: 200, slot: 'line', search: true, edit: 'server' }),
    times: count({ slot: 'lead', sort: true, edit: 'server' }),
    last_at: instant({ slot: 'line', filter: true, edit: 'server' }),
    /** Of Chargedeck, where it happened last. */
    release: text({ optional: true, slot: 'wide', edit: 'server' }),
    user_name: text({ optional: true, slot: 'wide', edit: 'server' }),
    agent: text({ max: 200, optional: true, slot: 'detail', edit: 'server' }),
    stack: longText({ max: 8_000, optional: true, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'last_at', order: 'desc' },
  within: 'whole',
})
export type ErrorEntry = Row<typeof errorEntry>
