import type { SentProfile, ToldSchedule } from '../../shared/domain/charging-profiles/profile.ts'
import type { Intent } from '../../shared/domain/intent.ts'

/** How a pile answered a call of the server's own. */
export interface PileAnswer {
  word: string
  isYes: boolean
  schedule: ToldSchedule | null
}

/** Asks a pile in its turn; null when it gave no answer. */
export type AskPile = (pile_id: number, intent: Intent) => Promise<PileAnswer | null>

/** Whether what a pile speaks, by its name as it is kept of the pile, has words for all of a profile. */
export type HasWords = (protocol: string, profile: SentProfile) => boolean

/** What is sent to each target of a push. */
export interface Pushed {
  profile: SentProfile
  version: number
  /** Of a limit of sessions: which transaction runs at each target, by `placeKey`. */
  sessions?: Readonly<Record<string, number>>
}
