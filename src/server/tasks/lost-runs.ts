import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { TaskPorts } from './ports.ts'
import { QUEUE_SCHEMA, type Queue } from './queue.ts'
import { noteEnded, noteOutlook } from './run-book.ts'
import { RunLock } from './run-lock.ts'

interface Open {
  id: number
  task_id: number
  job_id: string
  state: 'waiting' | 'running'
  /** Whether the queue knows it as open. */
  queued: boolean
  /** A server took it long ago and has not begun: it was lost in between. */
  dropped: boolean
}

type Ports = Pick<TaskPorts, 'db' | 'pool'> & { queue: Queue }

/**
 * Runs whose server is gone: their lock is free. They are noted as interrupted and tried again by the queue. Of a database
 * that was restored, runs that the queue knows nothing of are over as well. Tells which tasks.
 */
export async function endLostRuns(ports: Ports): Promise<number[]> {
  const ended: number[] = []
  for (const run of await openRuns(ports.db)) {
    if (run.state === 'waiting' && run.queued && !run.dropped) continue
    const lock = await RunLock.take(ports.pool, run.task_id)
    if (!lock) continue
    try {
      const did = await inTransaction(ports.db, async (trx) => {
        // It never began, so it waits on.
        if (run.dropped && (await ports.queue.lost(trx, run.job_id))) return true
        if (!(await noteEnded(trx, run.id, { state: 'interrupted' }))) return false
        await noteOutlook(trx, run.task_id, { again: await ports.queue.lost(trx, run.job_id) })
        return true
      })
      if (did) ended.push(run.task_id)
    } finally {
      await lock.release()
    }
  }
  return ended
}

async function openRuns(db: Kysely<Database>): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select r.id, r.task_id, r.job_id, r.state, exists (select from ${sql.table(`${QUEUE_SCHEMA}.job`)} j
      where j.id = r.job_id and j.state < 'completed') as queued,
      r.state = 'waiting' and exists (select from ${sql.table(`${QUEUE_SCHEMA}.job`)} j where j.id = r.job_id
        and j.state = 'active' and j.started_on < now() - interval '1 minute') as dropped
    from task_run r where r.state in ('waiting', 'running') order by r.id`.execute(db)
  return rows
}
