import type { Intent } from '../../shared/domain/intent.ts'
import type { Context } from '../kit/context.ts'

/** What applying a template needs of campaigns. */
export interface StartCampaign {
  start(
    campaign: {
      action: 'configure'
      name: string
      payload: object
      targets: readonly { pile_id: number; connector_number: number | null }[]
      rules: object
    },
    context: Context,
  ): Promise<number>
}

/** Asks a pile in its turn; null when it gave no answer. */
export type AskPile = (pile_id: number, intent: Intent) => Promise<{ isYes: boolean } | null>
