import { type Kysely, sql } from 'kysely'
import type { cancelBatch } from '../../shared/endpoints/batches.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { Refusal } from '../kit/refusal.ts'
import { take, taskRow } from './task.ts'

type Task = Data<typeof cancelBatch>

export async function cancelTask({ id, keep }: Parsed<typeof cancelBatch>, { db }: Context): Promise<Task> {
  const { state } = await take(db, id)
  if (state === 'done' || state === 'cancelled') throw new Refusal(409, 'batches:over')
  if (!keep) await removeUnused(db, id)
  await sql`
    update batch_task set state = 'cancelled', finished_at = now(), updated_at = now(), version = version + 1,
      made = (select count(*) from pile where batch_task_id = ${id})
    where id = ${id}`.execute(db)
  return await taskRow(db, id)
}

/** A pile that someone put up, or that earned money, is not undone with its batch. */
const removeUnused = (db: Kysely<Database>, id: number) =>
  sql`delete from pile p where p.batch_task_id = ${id} and p.never_connected
    and not exists (select from orders where pile_id = p.id)`.execute(db)

export async function resumeTask(id: number, { db }: Context): Promise<Task> {
  const { state } = await take(db, id)
  if (state !== 'failed') throw new Refusal(409, 'batches:not_failed')
  await sql`
    update batch_task set state = 'waiting', problem = null, updated_at = now(), version = version + 1
    where id = ${id}`.execute(db)
  return await taskRow(db, id)
}
