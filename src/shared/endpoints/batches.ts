import * as z from 'zod/mini'
import { batchTask } from '../entities/batch-task.ts'
import { endpoint } from '../kit/endpoint.ts'
import { changeSchema, rowSchema } from '../kit/schema.ts'
import { identity } from './inputs.ts'

const task = rowSchema(batchTask)

/** Stops a task. What it made stays with `keep`; without, those piles go that never connected and have no order. */
export const cancelBatch = endpoint({
  method: 'POST',
  path: '/system/device/batch-device-cancel',
  permission: 'batch_task.cancel',
  reaches: { batch_task: 'id' },
  body: z.object({ id: identity, keep: z.boolean({ error: 'required' }) }),
  data: task,
  repeatable: true,
  changes: 'batch_task',
})

/** Changes what is to be made, before the first pile of it is. */
export const editBatch = endpoint({
  method: 'POST',
  path: '/system/device/batch-device-update',
  permission: 'batch_task.create',
  reaches: { batch_task: 'id', site: 'site_id', merchant: 'merchant_id' },
  body: changeSchema(batchTask),
  data: task,
  repeatable: true,
  changes: 'batch_task',
  says: 'saved',
})

/** Takes up a task that failed. */
export const resumeBatch = endpoint({
  method: 'POST',
  path: '/system/device/batch-device-resume',
  permission: 'batch_task.create',
  reaches: { batch_task: 'id' },
  body: z.object({ id: identity }),
  data: task,
  repeatable: true,
  changes: 'batch_task',
})

/**
 * The task's piles as a workbook (xlsx) with a code for each. `passwords` gives every pile that has not connected yet a
 * fresh password, which stands in this workbook and nowhere else; it takes `pile.update` as well.
 */
export const exportBatch = endpoint({
  method: 'POST',
  path: '/system/device/batch-device-export',
  permission: 'batch_task.export',
  reaches: { batch_task: 'id' },
  body: z.object({ id: identity, passwords: z._default(z.boolean({ error: 'invalid' }), false) }),
  data: z.any(),
})
