import type { ConnectorState } from '../../shared/domain/connector-states.ts'
import type { Maintenance } from '../../shared/domain/intent.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** A car may stand for so long, and what waits for it with it. */
export const DAY = 24 * HOUR

/** What a message of a pile shows, once it is handled and answered: of what we asked for, or nothing of it (`other`). Instants are the pile's. */
export type Sign =
  /** With what it runs, where it says so. */
  | { shows: 'boot'; firmware_version?: string | null }
  /** It started, and waits until it is let in. */
  | { shows: 'waiting' }
  | { shows: 'heartbeat' | 'certificate' | 'other' }
  | { shows: 'meter'; connector_number: number }
  | { shows: 'connector'; connector_number: number; state: ConnectorState | 'Unknown' }
  | {
      shows: 'started'
      connector_number: number
      card_number: string | null
      at: number
      accepted: boolean
      /** The number of the command that asked for it, where the pile says it; null: none did. */
      command?: number | null
    }
  | { shows: 'stopped'; transaction_id: string }
  /** A session charges with priority, or does no more. */
  | { shows: 'priority'; transaction_id: string; on: boolean }
  /** It came by the security profile that it was asked to go over to. */
  | { shows: 'secured'; profile: number }
  /** Its firmware was updated, by another message than the words of the update. */
  | { shows: 'updated'; at: number }
  /** The last part of a report of its settings came, so that it is whole; `request`: the number of the command that asked. */
  | { shows: 'settings'; request: number }
  /** No part is missing of what it told of a customer; `request`: the number of the command that asked. */
  | { shows: 'customer_report'; request: number }
  | { shows: 'maintenance'; work: Maintenance; word: string; request: number | undefined }

/** What a sign shows of a command: its effect, its failure, or how far the pile is; with the pile's word for it. */
export interface Verdict {
  is: 'done' | 'failed' | 'under_way'
  word?: string
  /** How long the next word may take. */
  within_ms?: number
}

/** Judges one sign. It may remember the signs before. */
export type Watch = (sign: Sign) => Verdict | null

export interface Effect {
  /** How long after a yes its effect may take before that is an alarm. */
  within_ms: number
  /** How long after that, or after a call without an answer, it still counts. */
  late_ms: number
  /** It stands for the answer where that does not come. */
  answers?: true
  look: Watch
}
