import type { Priority, ScreenMessage } from '../../shared/domain/screen/message.ts'
import type { Translations } from '../../shared/kit/languages.ts'
import type { StartCampaign } from '../campaigns/ports.ts'

/** What is brought to each target: every language, of which a pile gets those that it knows. */
export interface PushedMessage extends Omit<ScreenMessage, 'texts' | 'transaction_id'> {
  texts: Translations
  /** Of a pile that knows none. */
  language: string
  version: number
  priority: Priority
}

/** What screens need of other parts of the server. */
export interface ScreenPorts {
  campaigns: StartCampaign
  canShow: CanShow
}

/** Whether a pile can be asked to show messages, in the protocol that it spoke last. */
export type CanShow = (protocol: string) => boolean
