import { entity } from '../kit/entity.ts'
import { choice, count, longText, reference, status, text } from '../kit/fields.ts'

/** Who did what to which record, from where. Written by the kit, in the transaction of the change; never changed. */
export const auditEntry = (entities: readonly string[]) =>
  entity('audit_entry', {
    path: '/system/log',
    listBy: 'GET',
    calls: { list: 'list', view: 'view', export: 'export' },
    fields: {
      /** `create`, `update`, `delete`, or the last part of a call's path. */
      action: text({ slot: 'title', filter: true, edit: 'server', words: ['logs:actions', 'entities:command.did'] }),
      /** What sort of action that is. */
      kind: status(
        { created: 'available', changed: 'charging', removed: 'faulted', exported: 'waiting', access: 'offline' },
        { slot: 'badge', filter: true, edit: 'server' },
      ),
      entity: choice(entities, { slot: 'line', filter: true, edit: 'server' }),
      entity_id: count({ optional: true, slot: 'detail', edit: 'server' }),
      user_name: text({ optional: true, slot: 'line', edit: 'server' }),
      user_id: reference('user', { optional: true, slot: 'detail', filter: true, edit: 'server' }),
      address: text({ optional: true, slot: 'wide', filter: true, edit: 'server' }),
      agent: text({ max: 200, optional: true, slot: 'detail', edit: 'server' }),
      /** The fields that differ, as JSON; null where there was nothing yet. Contacts are masked for anyone who may not see them. */
      before: longText({ optional: true, slot: 'detail', edit: 'server' }),
      after: longText({ optional: true, slot: 'detail', edit: 'server' }),
    },
    sort: { prop: 'created_at', order: 'desc' },
    tally: { by: 'created_at', kinds: ['kind', 'entity'] },
    within: { user: 'user_id', named: { entity: 'entity', id: 'entity_id' } },
  })
