import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { TaskOutput } from './task-output.ts'

type Db = Kysely<Database>
export type Cause = 'schedule' | 'person' | 'again'

const KEPT = 100

/** A run that was put into the queue. */
export async function noteWaiting(
  trx: Db,
  run: { task_id: number; job_id: string; cause: Cause; asked_by?: string },
): Promise<number> {
  const { id } = await trx.insertInto('task_run').values(run).returning('id').executeTakeFirstOrThrow()
  await trx.updateTable('task').set({ state: 'waiting' }).where('id', '=', run.task_id).execute()
  return id
}

interface Begun {
  task_id: number
  job_id: string
  /** Where it runs. */
  node: string
}

/** A run begins: the one that waits with this job, or another try of it. Null where a person has just cancelled it. */
export async function noteBegun(trx: Db, { node, ...job }: Begun): Promise<number | null> {
  const now = sql<string>`now()`
  const begun = { state: 'running', started_at: now, node } as const
  const waiting = await trx
    .updateTable('task_run')
    .set(begun)
    .where('job_id', '=', job.job_id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  if (!waiting && (await isCancelled(trx, job.job_id))) return null
  const { id } =
    waiting ??
    (await trx
      .insertInto('task_run')
      .values({ ...job, ...begun, cause: 'again' })
      .returning('id')
      .executeTakeFirstOrThrow())
  await trx
    .updateTable('task')
    .set({ state: 'running', last_at: now, duration_ms: null })
    .where('id', '=', job.task_id)
    .execute()
  return id
}

const isCancelled = async (trx: Db, job_id: string) =>
  (await trx
    .selectFrom('task_run')
    .select('id')
    .where('job_id', '=', job_id)
    .where('state', '=', 'cancelled')
    .executeTakeFirst()) !== undefined

/** Notes how far it is; tells who wants it to stop. */
export async function beat(db: Db, run_id: number, progress: number | null): Promise<string | null> {
  const { rows } = await sql<{ cancel_by: string | null }>`
    with told as (update task_run set progress = ${progress}
      where id = ${run_id} and progress is distinct from ${progress}::int)
    select cancel_by from task_run where id = ${run_id}`.execute(db)
  return rows[0]?.cancel_by ?? null
}

export type End =
  | { state: 'done'; said: TaskOutput }
  | { state: 'failed'; error: string; said?: TaskOutput }
  | { state: 'cancelled' }
  | { state: 'interrupted' }

/** A run is over. False where it was over already. */
export async function noteEnded(trx: Db, run_id: number, end: End): Promise<boolean> {
  const { rows } = await sql<{ task_id: number; state: string; last_at: string | null; duration_ms: number | null }>`
    update task_run set state = ${end.state}, ended_at = now(),
      duration_ms = (extract(epoch from now() - started_at) * 1000)::bigint,
      said = ${'said' in end ? JSON.stringify(end.said) : null}::jsonb,
      error = ${end.state === 'failed' ? end.error : null},
      progress = case when ${end.state === 'done'} then null else progress end
    where id = ${run_id} and state in ('waiting', 'running')
    returning task_id, state, coalesce(started_at, created_at) as last_at, duration_ms`.execute(trx)
  const ended = rows[0]
  if (!ended) return false
  await sql`update task set state = ${ended.state}, last_at = ${ended.last_at}, duration_ms = ${ended.duration_ms}
    where id = ${ended.task_id}`.execute(trx)
  await sql`delete from task_run where task_id = ${ended.task_id} and state not in ('waiting', 'running') and id <= (
    select id from task_run where task_id = ${ended.task_id} order by id desc offset ${KEPT} limit 1)`.execute(trx)
  return true
}

/** A try did not end well: the task waits for the next one, or has failed and is a matter for a person. */
export async function noteOutlook(trx: Db, task_id: number, { again }: { again: boolean }): Promise<void> {
  await trx
    .updateTable('task')
    .set({ state: again ? 'waiting' : 'failed' })
    .where('id', '=', task_id)
    .execute()
}
