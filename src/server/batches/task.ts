import type { Kysely } from 'kysely'
import { type BatchTask, batchTask } from '../../shared/entities/batch-task.ts'
import { type Kept, keptRows } from '../kit/crud/rows.ts'
import type { Database } from '../kit/database/tables.ts'
import { notFound } from '../kit/refusal.ts'

/** The task, held until the transaction ends: the piles that are being made right now are waited for. */
export async function take(db: Kysely<Database>, id: number) {
  const task = await db
    .selectFrom('batch_task')
    .select(['state', 'made'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!task) throw notFound()
  return task
}

export async function taskRow(db: Kysely<Database>, id: number): Promise<BatchTask & Kept> {
  const [row] = await keptRows<BatchTask & Kept>(db, batchTask, [id])
  if (!row) throw notFound()
  return row
}
