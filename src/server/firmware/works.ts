import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Intent, UpdateFirmware, UpdateSignedFirmware } from '../../shared/domain/intent.ts'
import { upgradeStatus } from '../../shared/domain/upgrade-status.ts'
import type { TargetState } from '../../shared/entities/campaign-target.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Pushed, UpdateWords } from './ports.ts'

const LARGEST_REQUEST = 2 ** 31

/**
 * How campaigns bring firmware to piles. A pile has its place until it is installed or failed, so that a pilot means what piles
 * became of. It is not asked twice: one that did not answer may be downloading. What is signed is never asked for without its signature:
 * a pile that knows no such call says so.
 */
export const firmwareWork = ({ stepOf, isUnknownCall, hasTakenOver, installLater }: UpdateWords) => ({
  action: 'update_firmware' as const,
  holds: 'effect' as const,
  // All of a site install at three in the morning: the next ones download meanwhile.
  rests: installLater,
  repeatable: false,
  stepOf: (state: TargetState, word: string | null) => upgradeStatus(state, word === null ? null : stepOf(word)),
  saidOf(word: string, { intent, state }: { intent: Intent | null; state: TargetState }): string {
    if (intent?.ask === 'update_signed_firmware' && isUnknownCall(word)) return 'no_signed_update'
    return state === 'accepted' && hasTakenOver(word) ? 'took_over' : word
  },
  async intentOf(
    { pile_id }: { pile_id: number },
    payload: object,
    db: Kysely<Database>,
  ): Promise<UpdateFirmware | UpdateSignedFirmware> {
    const { location, retries, retry_seconds, at, version: after, signing } = payload as Pushed
    const pile = await db.selectFrom('pile').select('firmware_version').where('id', '=', pile_id).executeTakeFirst()
    const begins = at === null ? Date.now() : Math.max(Date.parse(at), Date.now())
    const update = {
      ...{ location, retries, retry_seconds, at: new Date(begins).toISOString() },
      ...{ times: [begins], retries_ms: (retries ?? 0) * (retry_seconds ?? 0) * 1000 },
      version: { before: pile?.firmware_version ?? null, after },
    }
    if (!signing) return { ask: 'update_firmware', ...update, request: undefined }
    const installs = Date.parse(signing.install_at ?? '')
    const isLater = installs > begins
    // By its number the pile tells of this update (security whitepaper, L01.FR.10).
    return {
      ...{ ask: 'update_signed_firmware', ...update, ...signing, request: randomInt(1, LARGEST_REQUEST) },
      install_at: isLater ? (signing.install_at ?? null) : null,
      times: isLater ? [begins, installs] : [begins],
    }
  },
})
