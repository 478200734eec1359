import type { UpgradeStatus } from '../../shared/domain/upgrade-status.ts'

/** Reads what a pile said of an update. */
export interface UpdateWords {
  /** How far it is; null for a word that says nothing of it. */
  stepOf(word: string): UpgradeStatus | null
  /** Whether it is an error of one that has no such call. */
  isUnknownCall(word: string): boolean
  /** Whether it is the answer of one that dropped an older update for this one. */
  hasTakenOver(word: string): boolean
  /** Those of one that has the file and waits for the time of its installation. */
  readonly installLater: readonly string[]
}

/** What each pile of a push is asked for. */
export interface Pushed {
  location: string
  retries: number | null
  retry_seconds: number | null
  /** Null: at once, whenever that is. */
  at: string | null
  version: string | null
  /** By what the file is signed; null, or nothing in what was pushed before there was any: it is not. */
  signing?: Signing | null
}

export interface Signing {
  certificate: string
  signature: string
  /** Nothing in what was pushed before there was any: as soon as they can. */
  install_at?: string | null
}
