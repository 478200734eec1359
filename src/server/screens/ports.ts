import type { Kysely } from 'kysely'
import type { CostWay } from '../../shared/domain/running-cost.ts'
import type { Priority, ScreenMessage } from '../../shared/domain/screen/message.ts'
import type { Translations } from '../../shared/kit/languages.ts'
import type { StartCampaign } from '../campaigns/ports.ts'
import type { Database } from '../kit/database/tables.ts'

/** What is brought to each target: every language, of which a pile gets those that it knows. */
export interface PushedMessage extends Omit<ScreenMessage, 'texts' | 'transaction_id'> {
  texts: Translations
  /** Of a pile that knows none. */
  language: string
  version: number
  priority: Priority
}

/** What screens need of other parts of the server. */
export interface ScreenPorts extends MessagePorts {
  costsOf: CostsOf
}

/** What messages for many piles need. */
export interface MessagePorts {
  campaigns: StartCampaign
  canShow: CanShow
}

/** How a pile comes to what it shows of costs, in the protocol that it spoke last. */
export type CostsOf = (db: Kysely<Database>, pile_id: number) => Promise<CostWay>

/** Whether a pile can be asked to show messages, in the protocol that it spoke last. */
export type CanShow = (protocol: string) => boolean
