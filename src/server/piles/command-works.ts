import { everyOffered, type OfferedName } from '../../shared/commands/index.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { CampaignWork, KeptTarget } from '../campaigns/ports.ts'
import { openOrder } from './start-charging.ts'

/** Commands that many piles can be given at once, as campaigns carry them out: what is kept is the intent. */
export const commandWorks = everyOffered
  .filter(({ bulk }) => bulk)
  .map(
    ({ name, effect, about }): CampaignWork => ({
      action: name as OfferedName,
      holds: 'answer',
      // One whose effect stands for its answer may have happened without one.
      repeatable: !effect?.answers,
      intentOf: about === 'gun' ? atGun : async (_, intent) => intent as Intent,
    }),
  )

/** A session that begins before the gun's turn comes would be ended by it (OCPP 1.6, 5.18): it stays alone. */
async function atGun(
  { pile_id, connector_number }: KeptTarget,
  intent: object,
  db: Parameters<CampaignWork['intentOf']>[2],
): Promise<Intent | { impossible: string }> {
  const gun = connector_number ?? 1
  if (await openOrder(db, pile_id, gun)) return { impossible: 'gun_charges' }
  return { ...(intent as Intent), connector_number: gun } as Intent
}
