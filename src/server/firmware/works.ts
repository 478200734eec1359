import type { Kysely } from 'kysely'
import type { UpdateFirmware } from '../../shared/domain/intent.ts'
import { upgradeStatus } from '../../shared/domain/upgrade-status.ts'
import type { TargetState } from '../../shared/entities/campaign-target.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Pushed, ReadStep } from './ports.ts'

/**
 * How campaigns bring firmware to piles. A pile has its place until it is installed or failed, so that a pilot means what piles
 * became of. It is not asked twice: one that did not answer may be downloading.
 */
export const firmwareWork = (read: ReadStep) => ({
  action: 'update_firmware' as const,
  holds: 'effect' as const,
  repeatable: false,
  stepOf: (state: TargetState, word: string | null) => upgradeStatus(state, word === null ? null : read(word)),
  async intentOf({ pile_id }: { pile_id: number }, payload: object, db: Kysely<Database>): Promise<UpdateFirmware> {
    const { location, retries, retry_seconds, at, version: after } = payload as Pushed
    const pile = await db.selectFrom('pile').select('firmware_version').where('id', '=', pile_id).executeTakeFirst()
    const begins = at === null ? Date.now() : Math.max(Date.parse(at), Date.now())
    return {
      ...{ ask: 'update_firmware', location, retries, retry_seconds },
      at: new Date(begins).toISOString(),
      ...{ request: undefined, times: [begins], retries_ms: (retries ?? 0) * (retry_seconds ?? 0) * 1000 },
      version: { before: pile?.firmware_version ?? null, after },
    }
  },
})
