import type { CallOutcome } from './outward.ts'

/** Why a call to a pile has no answer. */
export interface Failure {
  status: 'refused' | 'timed_out' | 'not_connected'
  /** The protocol's error code where the pile sent one; otherwise NotConnected, Timeout, QueueFull. */
  code: string
  description: string
  details: unknown
}

const without = (status: Failure['status'], code: string): Failure => ({ status, code, description: '', details: null })

const FAILURES = {
  timeout: without('timed_out', 'Timeout'),
  not_connected: without('not_connected', 'NotConnected'),
  queue_full: without('timed_out', 'QueueFull'),
}

export const notConnected = FAILURES.not_connected

/** What a call's end means to whoever asked for it; null when the pile answered. */
export function failureOf(outcome: CallOutcome): Failure | null {
  if (typeof outcome === 'string') return FAILURES[outcome]
  return 'error' in outcome ? { status: 'refused', ...outcome.error } : null
}
