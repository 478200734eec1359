import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { inTransaction } from '../kit/transaction.ts'
import { nextAfter } from './cron.ts'
import type { Queue } from './queue.ts'
import { noteWaiting } from './run-book.ts'
import type { Task } from './task.ts'

interface Due {
  id: number
  name: string
  cron: string
  time_zone: string
}

/** So long a task stays that no server has declared: one of another version may be about to start again. */
const KEPT_HOURS = 24

/**
 * Makes the table hold the tasks that the code has: a new one with its own times. One that this code does not have goes once no server has
 * declared it for a day: a server of a newer version, which has it, may run beside this one.
 */
export async function keepTasks(db: Kysely<Database>, tasks: readonly Task[]): Promise<Map<string, number>> {
  const names = tasks.map(({ name }) => name)
  return inTransaction(db, async (trx) => {
    await sql`lock table task in share row exclusive mode`.execute(trx)
    await declareTasks(trx, names)
    await trx
      .deleteFrom('task')
      .where('name', 'not in', names.length ? names : [''])
      .where(sql<boolean>`declared_at < now() - make_interval(hours => ${KEPT_HOURS})`)
      .execute()
    const known = await trx.selectFrom('task').select('name').execute()
    for (const { name, cron } of tasks)
      if (!known.some((row) => row.name === name))
        await trx
          .insertInto('task')
          .values({ name, cron, enabled: true } as never)
          .execute()
    await planMissing(trx)
    const rows = await trx.selectFrom('task').select(['id', 'name']).execute()
    return new Map(rows.map(({ id, name }) => [name, id]))
  })
}

/** Says that a server has these; to be said again now and then, while it runs. */
export async function declareTasks(db: Kysely<Database>, names: readonly string[]): Promise<void> {
  await sql`update task set declared_at = now() where name = any(${[...names]}::text[])`.execute(db)
}

async function planMissing(trx: Kysely<Database>): Promise<void> {
  const missing = await trx
    .selectFrom('task')
    .select(['id', 'cron', 'time_zone'])
    .where('enabled', '=', true)
    .where('next_at', 'is', null)
    .execute()
  const now = await nowOf(trx)
  for (const { id, ...times } of missing)
    await trx
      .updateTable('task')
      .set({ next_at: nextAfter(times, now) })
      .where('id', '=', id)
      .execute()
}

/**
 * Puts what is due into the queue and plans its next time, both or neither; one server alone does it for each. What was
 * missed while no server ran is made up for once. Tells which tasks were put in. What is due says the database's clock: that of a node may be wrong.
 * One that only another version has is left to its servers.
 */
export function putDue(db: Kysely<Database>, queue: Queue, names: readonly string[]): Promise<number[]> {
  return inTransaction(db, async (trx) => {
    const now = await nowOf(trx)
    const { rows } = await sql<Due>`select id, name, cron, time_zone from task
      where enabled and next_at <= ${now.toISOString()} and name = any(${[...names]}::text[]) order by next_at, id for update skip locked`.execute(
      trx,
    )
    const put: number[] = []
    for (const { id, name, ...times } of rows) {
      await trx
        .updateTable('task')
        .set({ next_at: nextAfter(times, now) })
        .where('id', '=', id)
        .execute()
      if (await putOne(trx, queue, { id, name })) put.push(id)
    }
    return put
  })
}

async function nowOf(db: Kysely<Database>): Promise<Date> {
  const { rows } = await sql<{ now: string }>`select now()`.execute(db)
  return new Date((rows[0] as { now: string }).now)
}

/** One that runs or waits leaves this turn out. */
async function putOne(trx: Kysely<Database>, queue: Queue, { id, name }: Pick<Due, 'id' | 'name'>): Promise<boolean> {
  if (await isOpen(trx, id)) return false
  const job_id = await queue.put(trx, name)
  if (job_id) await noteWaiting(trx, { task_id: id, job_id, cause: 'schedule' })
  return job_id !== null
}

export async function isOpen(db: Kysely<Database>, task_id: number): Promise<boolean> {
  const open = await db
    .selectFrom('task_run')
    .select('id')
    .where('task_id', '=', task_id)
    .where('state', 'in', ['waiting', 'running'])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}
