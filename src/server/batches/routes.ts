import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { cancelBatch, editBatch, resumeBatch } from '../../shared/endpoints/batches.ts'
import { batchTask } from '../../shared/entities/batch-task.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { serve } from '../kit/serve.ts'
import type { BatchWorker } from './batch-worker.ts'
import { cancelTask, resumeTask } from './cancel.ts'
import { editTask } from './edit.ts'
import { exportRoute } from './export-route.ts'

/** A new task is begun as soon as it is durable. */
export const batchExtension = (worker: BatchWorker): Extension<typeof batchTask> => ({
  async created(_, { afterCommit }) {
    afterCommit(() => begin(worker))
  },
  async summary(where, { db }) {
    const { rows } = await sql<{ state: string; tasks: number }>`
      select t.state, count(*) as tasks from batch_task t where ${where('state')} group by t.state`.execute(db)
    const counts = Object.fromEntries(rows.map(({ state, tasks }) => [state, tasks]))
    return { waiting: 0, running: 0, done: 0, cancelled: 0, failed: 0, ...counts }
  },
})

export function batchRoutes(app: FastifyInstance, worker: BatchWorker, publicUrl: string | undefined): void {
  serve(app, cancelBatch, async (asked, context) => {
    const task = await cancelTask(asked, context)
    context.afterCommit(() => app.kit.changed('pile', 0))
    return task
  })
  serve(app, { ...editBatch, fields: batchTask.fields }, editTask)
  serve(app, resumeBatch, async ({ id }, context) => {
    const task = await resumeTask(id, context)
    context.afterCommit(() => begin(worker))
    return task
  })
  exportRoute(app, publicUrl)
}

// What fails here is tried again, and logged, by the periodic job.
const begin = (worker: BatchWorker) => void worker.wake().catch(() => {})
