import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { cancelRun, previewCron, runTask } from '../../shared/endpoints/tasks.ts'
import type { Database } from '../kit/database/tables.ts'
import { notFound, Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { cronWords, timesAfter } from './cron.ts'
import { isOpen } from './due.ts'
import { noteEnded, noteWaiting } from './run-book.ts'
import type { Tasks } from './tasks.ts'

const SHOWN = 5

export function taskRoutes(app: FastifyInstance, tasks: Tasks): void {
  serve(app, previewCron, async (times, { language }) => ({
    next: timesAfter(times, new Date(), SHOWN),
    words: cronWords(times.cron, language),
  }))

  serve(app, runTask, async ({ id }, { db, person, afterCommit }) => {
    const { name } = await lockTask(db, id)
    if (await isOpen(db, id)) throw new Refusal(409, 'tasks:runs_already')
    const job_id = await tasks.queue.put(db, name)
    if (!job_id) throw new Refusal(409, 'tasks:runs_already')
    const run_id = await noteWaiting(db, { task_id: id, job_id, cause: 'person', asked_by: person.user_name })
    afterCommit(() => tasks.look())
    return { id, run_id }
  })

  serve(app, cancelRun, async ({ id }, { db, person }) => {
    const { name } = await lockTask(db, id)
    const run = await openRun(db, id)
    if (!run) throw new Refusal(409, 'tasks:runs_not')
    await db.updateTable('task_run').set({ cancel_by: person.user_name }).where('id', '=', run.id).execute()
    if (run.state === 'waiting') {
      await tasks.queue.cancelled(db, run.job_id)
      await noteEnded(db, run.id, { state: 'cancelled' })
    } else if (!tasks.named(name)?.cancels) throw new Refusal(409, 'tasks:cannot_stop')
    return { id, run_id: run.id }
  })
}

async function lockTask(db: Kysely<Database>, id: number): Promise<{ name: string }> {
  const task = await db.selectFrom('task').select('name').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!task) throw notFound()
  return task
}

const openRun = (db: Kysely<Database>, task_id: number) =>
  db
    .selectFrom('task_run')
    .select(['id', 'job_id', 'state'])
    .where('task_id', '=', task_id)
    .where('state', 'in', ['waiting', 'running'])
    .orderBy('id', 'desc')
    .forUpdate()
    .executeTakeFirst()
