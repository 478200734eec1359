import type { editBatch } from '../../shared/endpoints/batches.ts'
import { batchTask } from '../../shared/entities/batch-task.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { refuseArchivedReferences } from '../kit/crud/archive.ts'
import { overtaken } from '../kit/crud/overtaken.ts'
import { updateRecord } from '../kit/crud/writes.ts'
import { holdReferences, holdWritten } from '../kit/reach/hold.ts'
import { Refusal } from '../kit/refusal.ts'
import { take, taskRow } from './task.ts'

/** Before its first pile is made: the task is held, so none is begun meanwhile. */
export async function editTask(
  { id, version, ...values }: Parsed<typeof editBatch>,
  context: Context,
): Promise<Data<typeof editBatch>> {
  const { db, person } = context
  const { state, made } = await take(db, id)
  if (made > 0 || (state !== 'waiting' && state !== 'failed')) throw new Refusal(409, 'batches:begun')
  const current = await taskRow(db, id)
  if (version !== current.version) throw await overtaken(batchTask, current, context)
  await refuseArchivedReferences(db, batchTask, values)
  await holdReferences(db, person, batchTask, values)
  await updateRecord(db, batchTask, { id, values })
  await holdWritten(db, person, batchTask, [id])
  return await taskRow(db, id)
}
