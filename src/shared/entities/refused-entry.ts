import { entity, type Row } from '../kit/entity.ts'
import { count, instant, reference, status, text } from '../kit/fields.ts'

/** Access that was refused to a person, a client app or an address, counted by the minute. Only the server writes it. */
export const refusedEntry = entity('refused_entry', {
  path: '/system/log/refused',
  listBy: 'GET',
  calls: { list: 'list', view: 'view', export: 'export' },
  fields: {
    /** Null where nobody was signed in. */
    user_name: text({ optional: true, slot: 'title', edit: 'server' }),
    /** 401, 403, or a record that is not theirs: they were told 404 or 422. */
    kind: status(
      { not_signed_in: 'offline', no_right: 'faulted', out_of_reach: 'waiting' },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    /** `POST /api/system/site/update`; null for what came beyond the first few different calls of the minute. */
    route: text({ max: 200, optional: true, slot: 'line', edit: 'server' }),
    permission: text({ max: 100, optional: true, slot: 'line', edit: 'server' }),
    /** The record that is out of reach. */
    entity: text({ optional: true, slot: 'wide', edit: 'server' }),
    entity_id: count({ optional: true, slot: 'detail', edit: 'server' }),
    /** A key of the refusals' words. */
    reason: text({ max: 100, slot: 'detail', edit: 'server' }),
    times: count({ slot: 'line', edit: 'server' }),
    user_id: reference('user', { optional: true, slot: 'detail', filter: true, edit: 'server' }),
    address: text({ slot: 'line', filter: true, edit: 'server' }),
    agent: text({ max: 200, slot: 'detail', edit: 'server' }),
    last_at: instant({ slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'created_at', order: 'desc' },
  tally: { by: 'created_at', kinds: ['kind'] },
  within: { through: 'user_id' },
})
export type RefusedEntry = Row<typeof refusedEntry>
