import type { FastifyInstance } from 'fastify'
import { cancelBatch, resumeBatch } from '../../shared/endpoints/batches.ts'
import type { batchTask } from '../../shared/entities/batch-task.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { serve } from '../kit/serve.ts'
import type { BatchWorker } from './batch-worker.ts'
import { cancelTask, resumeTask } from './cancel.ts'
import { exportRoute } from './export-route.ts'

/** A new task is begun as soon as it is durable. */
export const batchExtension = (worker: BatchWorker): Extension<typeof batchTask> => ({
  async check(_, { afterCommit }) {
    afterCommit(() => begin(worker))
  },
})

export function batchRoutes(app: FastifyInstance, worker: BatchWorker): void {
  serve(app, cancelBatch, async (asked, context) => {
    const task = await cancelTask(asked, context)
    context.afterCommit(() => app.kit.changed('pile', 0))
    return task
  })
  serve(app, resumeBatch, async ({ id }, context) => {
    const task = await resumeTask(id, context)
    context.afterCommit(() => begin(worker))
    return task
  })
  exportRoute(app)
}

// What fails here is tried again, and logged, by the chore.
const begin = (worker: BatchWorker) => void worker.wake().catch(() => {})
