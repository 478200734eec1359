import { entity, type Row } from '../kit/entity.ts'
import { flag, instant, scaled, status, text, timeZone } from '../kit/fields.ts'

/** interrupted: the server was stopped or lost under it; it runs again. */
export const RUN_STATES = {
  waiting: 'offline',
  running: 'charging',
  done: 'available',
  failed: 'faulted',
  cancelled: 'offline',
  interrupted: 'waiting',
} as const

/** What the server does by itself at set times. There are those that the code has; a person says when, and whether. */
export const task = entity('task', {
  path: '/system/task',
  calls: { list: 'list', update: 'update' },
  fields: {
    name: text({ slot: 'title', edit: 'server' }),
    enabled: flag({ slot: 'wide', filter: true }),
    /** Five fields: minute, hour, day of the month, month, day of the week. */
    cron: text({ max: 100, slot: 'line' }),
    time_zone: timeZone({ slot: 'detail' }),
    next_at: instant({ optional: true, slot: 'line', edit: 'server' }),
    /** Of its last run; null before the first. */
    state: status(RUN_STATES, { optional: true, slot: 'badge', filter: true, edit: 'server' }),
    last_at: instant({ optional: true, slot: 'line', edit: 'server' }),
    duration_ms: scaled({ scale: 1000, unit: 's', digits: 1, optional: true, slot: 'wide', edit: 'server' }),
  },
  sort: { prop: 'id', order: 'asc' },
  within: 'whole',
  now: true,
})
export type Task = Row<typeof task>
