import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'

type Changed = (entity: string, id: number) => void

/** How far the piles of a task are is read from its campaign: who looks at the task is told with it. */
export const tellingOfFirmware =
  (db: Kysely<Database>, changed: Changed): Changed =>
  (entity, id) => {
    changed(entity, id)
    if (entity === 'campaign_target') changed('firmware_upgrade', id)
    if (entity === 'campaign') void tellOfTask(db, id, changed).catch(() => {})
  }

async function tellOfTask(db: Kysely<Database>, campaign_id: number, changed: Changed): Promise<void> {
  const query = db.selectFrom('firmware_push').select('firmware_id').where('campaign_id', '=', campaign_id)
  const push = await query.executeTakeFirst()
  if (push) changed('firmware', push.firmware_id)
}
