import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { checkAndKeep } from '../logs/chain/check.ts'
import { sealAudit } from '../logs/chain/seal.ts'
import { TaskFailed, type TaskOutput } from '../tasks/task-output.ts'

/** Looks whether the log of changes is whole; fails when it is not, so that it is a person's to-do. */
export async function checkAudit(db: Kysely<Database>): Promise<TaskOutput> {
  await sealAudit(db)
  const { whole, entries, position, hash, problem } = await checkAndKeep(db)
  if (whole || !problem) return { said: 'audit_whole', figures: { entries, position, hash } }
  const at = problem.entry_id ?? problem.position ?? 0
  throw new TaskFailed({
    said: problem.entry_id === null ? 'audit_broken_place' : 'audit_broken_entry',
    figures: { at },
  })
}
