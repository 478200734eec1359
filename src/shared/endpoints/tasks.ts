import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'

const ofOne = {
  method: 'POST',
  permission: 'task.run',
  reaches: { task: 'id' },
  body: z.object({ id: identity }),
  data: z.object({ id: z.int(), run_id: z.int() }),
  repeatable: true,
  changes: 'task',
} as const

/** Begins a task now, beside its times. Refused (409) while it waits or runs already. */
export const runTask = endpoint({ ...ofOne, path: '/system/task/run', says: 'tasks:begun' })

/** Stops a task's run: one that waits at once, one that runs where it can be left (409 where it cannot). */
export const cancelRun = endpoint({ ...ofOne, path: '/system/task/cancel', says: 'tasks:cancelling' })

/** When a cron comes, in words and as its next five times; 422 where it cannot be. */
export const previewCron = endpoint({
  method: 'POST',
  path: '/system/task/preview',
  permission: 'task.list',
  reaches: 'nothing',
  body: z.object({
    cron: z.string({ error: 'required' }).check(z.maxLength(100, { error: 'too_long' })),
    time_zone: z.string({ error: 'required' }).check(z.maxLength(60, { error: 'too_long' })),
  }),
  data: z.object({ words: z.string(), next: z.array(z.string()) }),
})

/** What a task's row tells besides its fields. */
export const taskMore = z.object({
  /** Its name and what it does, in the caller's language. */
  title: z.string(),
  about: z.string(),
  /** Its cron in words. */
  when: z.string(),
  /** Whether a run can be left in its middle. */
  cancels: z.boolean(),
  /** The run that waits or runs. */
  open: z.nullable(
    z.object({
      id: z.int(),
      progress: z.nullable(z.int()),
      asked_by: z.nullable(z.string()),
      /** Who asked it to stop. */
      cancel_by: z.nullable(z.string()),
    }),
  ),
})
export type TaskMore = z.infer<typeof taskMore>

/** What a run's row tells besides its fields: what it did, in the caller's language. */
export const runMore = z.object({ output: z.nullable(z.string()) })
export type RunMore = z.infer<typeof runMore>
