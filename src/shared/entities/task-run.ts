import { entity, type Row } from '../kit/entity.ts'
import { choice, instant, longText, percent, reference, scaled, status, text } from '../kit/fields.ts'
import { RUN_STATES } from './task.ts'

/** One run of a task: who or what began it, and what came of it. The last hundred of each task are kept. */
export const taskRun = entity('task_run', {
  path: '/system/task-run',
  calls: { list: 'list', export: 'export' },
  fields: {
    task_id: reference('task', { slot: 'title', filter: true, edit: 'server' }),
    state: status(RUN_STATES, { slot: 'badge', filter: true, edit: 'server' }),
    /** again: another try after one that failed or was interrupted. */
    cause: choice(['schedule', 'person', 'again'], { slot: 'wide', filter: true, edit: 'server' }),
    asked_by: text({ optional: true, slot: 'wide', edit: 'server' }),
    started_at: instant({ optional: true, slot: 'line', edit: 'server' }),
    duration_ms: scaled({ scale: 1000, unit: 's', digits: 1, optional: true, slot: 'lead', edit: 'server' }),
    progress: percent({ optional: true, slot: 'detail', edit: 'server' }),
    error: longText({ optional: true, slot: 'detail', edit: 'server' }),
    cancel_by: text({ optional: true, slot: 'detail', edit: 'server' }),
    /** The server that ran it: its machine and process. */
    node: text({ optional: true, slot: 'detail', edit: 'server' }),
    ended_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
  },
  within: 'whole',
  now: true,
})
export type TaskRun = Row<typeof taskRun>
