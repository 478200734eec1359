import type { Kysely } from 'kysely'
import { SETTING_ID, type Setting } from '../../shared/entities/setting.ts'
import type { Database } from '../kit/database/tables.ts'
import { Remembered } from '../kit/remembered.ts'

/** A change is felt everywhere at most this much later. */
const FRESH_MS = 1_000

/** What an administrator has set, at most a second old: read as often as anybody likes. */
export type CurrentSettings = () => Promise<Setting>

export function currentSettings(db: Kysely<Database>, now: () => number = Date.now): CurrentSettings {
  const kept = new Remembered<Setting>(FRESH_MS, { now })
  const read = () =>
    db
      .selectFrom('system_setting')
      .selectAll()
      .where('id', '=', SETTING_ID)
      .executeTakeFirstOrThrow() as Promise<Setting>
  return () => kept.get('settings', read)
}
