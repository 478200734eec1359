import { entity, type Row } from '../kit/entity.ts'
import { count, instant, reference, status, text } from '../kit/fields.ts'

/** Piles of one type made for a site, many at a time. The server makes them in the background. */
export const batchTask = entity('batch_task', {
  path: '/system/device',
  calls: {
    list: 'batch-device-task',
    view: 'batch-device-view',
    create: 'batch-create-device',
    options: 'batch-device-options',
    export: 'batch-device-task-export',
  },
  fields: {
    number: text({ slot: 'title', search: true, sort: true, edit: 'server' }),
    site_id: reference('site', { slot: 'line', filter: true }),
    pile_type_id: reference('pile_type', { slot: 'line', filter: true }),
    merchant_id: reference('merchant', { slot: 'line', optional: true, filter: true }),
    quantity: count({ min: 1, most: 10_000, initial: 10, slot: 'wide', sort: true }),
    made: count({ slot: 'lead', sort: true, edit: 'server' }),
    /** cancelled: a person stopped it, what was made until then may be gone. failed: it can be taken up again. */
    state: status(
      { waiting: 'offline', running: 'charging', done: 'available', cancelled: 'waiting', failed: 'faulted' },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    /** The database's words, for anyone who looks after the server. */
    problem: text({ max: 200, optional: true, slot: 'detail', edit: 'server' }),
    finished_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
  },
  within: { site: 'site_id', merchant: 'merchant_id' },
  now: true,
})
export type BatchTask = Row<typeof batchTask>
