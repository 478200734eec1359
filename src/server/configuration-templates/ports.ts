import type { Intent } from '../../shared/domain/intent.ts'

/** Asks a pile in its turn; null when it gave no answer. `inReports`: what was asked for follows in these. */
export type AskPile = (pile_id: number, intent: Intent) => Promise<{ isYes: boolean; inReports: boolean } | null>
