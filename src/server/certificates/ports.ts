import type { Intent } from '../../shared/domain/intent.ts'

/** A target of a campaign. */
export interface Target {
  id: number
  pile_id: number
}

/** What a campaign waits for before it looks at a target again. */
export interface Wait {
  wait: 'certificate'
  seconds: number
}

/** How one of the calls to a target ended. */
export interface Ended {
  intent: Intent | null
  state: 'done' | 'accepted' | 'refused' | 'failed'
  word: string | null
}
