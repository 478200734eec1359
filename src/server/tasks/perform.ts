import { inTransaction } from '../kit/transaction.ts'
import type { TaskPorts, Timing } from './ports.ts'
import type { Job, Queue } from './queue.ts'
import { beat, type End, noteBegun, noteEnded, noteOutlook } from './run-book.ts'
import type { RunLock } from './run-lock.ts'
import type { Task } from './task.ts'
import { TaskFailed } from './task-output.ts'

const HOUR_MINUTES = 60
const MINUTE = 60_000
const LONGEST_ERROR = 2_000

interface Given {
  ports: TaskPorts
  queue: Queue
  timing: Timing
  job: Job
  task: Task
  task_id: number
  lock: RunLock
  /** Aborted when the server stops. */
  stopping: AbortSignal
}

/** One run from its begin to its end, with the task's lock in hand. */
export async function perform(given: Given): Promise<void> {
  const { ports, job, task_id } = given
  const run_id = await inTransaction(ports.db, (trx) => noteBegun(trx, { task_id, job_id: job.id, node: ports.node }))
  if (run_id === null) return
  tell(given, run_id)
  const end = await endOf(given, run_id)
  if (given.lock.lost.aborted) return
  await inTransaction(ports.db, (trx) => settle(given, { trx, run_id, end }))
  tell(given, run_id)
}

function tell({ ports, task_id }: Given, run_id: number): void {
  ports.changed('task', task_id)
  ports.changed('task_run', run_id)
}

type Trx = Parameters<typeof noteEnded>[0]

/** The run's end and what the queue makes of it are one. */
async function settle({ ports, queue, timing, job, task, task_id }: Given, { trx, run_id, end }: Settling) {
  if (!(await noteEnded(trx, run_id, end))) return
  if (end.state === 'done') return queue.done(trx, job.id)
  if (end.state === 'cancelled') return queue.cancelled(trx, job.id)
  if (end.state === 'interrupted') return noteOutlook(trx, task_id, { again: await queue.lost(trx, job.id) })
  await queue.failed(trx, job.id, end.error)
  ports.log.error({ task: task.name, reason: end.error, tries: job.tries }, 'a task failed')
  await noteOutlook(trx, task_id, { again: job.tries < timing.retries })
}

interface Settling {
  trx: Trx
  run_id: number
  end: End
}

/** Runs it to its end: a task that does not heed that it should stop is waited for, since nobody else may run it meanwhile. */
async function endOf(given: Given, run_id: number): Promise<End> {
  const { ports, task, timing } = given
  const leaving = leavingOf(given)
  let percent: number | null = null
  let told: number | null = null
  const pulse = setInterval(() => {
    beat(ports.db, run_id, percent).then(
      (cancel_by) => cancel_by && leaving.leave({ state: 'cancelled' }),
      (error) => ports.log.warn({ err: error, task: task.name }, 'a task could not tell how far it is'),
    )
    if (percent !== told) ports.changed('task_run', run_id)
    told = percent
  }, timing.beatMs)
  const progress = (done: number, total: number) => {
    percent = total > 0 ? Math.min(100, Math.max(0, Math.floor((done / total) * 100))) : null
  }
  try {
    return { state: 'done', said: await task.run({ signal: leaving.signal, progress }) }
  } catch (error) {
    return leaving.end() ?? failureOf(error)
  } finally {
    clearInterval(pulse)
    leaving.close()
  }
}

/** All that ends a run before its time: a person, its limit, a server that stops, a lock that is lost. */
function leavingOf({ task, lock, stopping }: Given) {
  const leaving = new AbortController()
  const leave = (end: End) => leaving.abort(end)
  const interrupted = () => leave({ state: 'interrupted' })
  const minutes = task.minutes ?? HOUR_MINUTES
  const late = () => leave({ state: 'failed', error: `It took longer than ${minutes} minutes.` })
  const limit = setTimeout(late, minutes * MINUTE)
  lock.lost.addEventListener('abort', interrupted)
  stopping.addEventListener('abort', interrupted)
  return {
    signal: leaving.signal,
    leave,
    end: () => (leaving.signal.aborted ? (leaving.signal.reason as End) : null),
    close() {
      clearTimeout(limit)
      lock.lost.removeEventListener('abort', interrupted)
      stopping.removeEventListener('abort', interrupted)
    },
  }
}

function failureOf(error: unknown): End {
  const text = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR)
  return { state: 'failed', error: text, ...(error instanceof TaskFailed && { said: error.said }) }
}
