import type { UpgradeStatus } from '../../shared/domain/upgrade-status.ts'
import type { Context } from '../kit/context.ts'

/** What pushing needs of campaigns. */
export interface StartCampaign {
  start(
    campaign: {
      action: 'update_firmware'
      name: string
      payload: object
      targets: readonly { pile_id: number; connector_number: null }[]
      rules: object
    },
    context: Context,
  ): Promise<number>
}

/** Reads a pile's word for how far its update is. */
export type ReadStep = (word: string) => UpgradeStatus | null

/** What each pile of a push is asked for. */
export interface Pushed {
  location: string
  retries: number | null
  retry_seconds: number | null
  /** Null: at once, whenever that is. */
  at: string | null
  version: string | null
}
