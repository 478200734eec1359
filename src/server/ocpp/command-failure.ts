import type { CallOutcome } from './outward.ts'
import type { Protocol } from './protocol.ts'

/** Why a call to a pile has no answer that says yes or no. */
export interface Failure {
  /** timed_out: it was sent, and whether it happened is not known; not_sent: the pile never had it. */
  status: 'refused' | 'timed_out' | 'not_connected' | 'not_sent' | 'unclear'
  /** The protocol's error code where the pile sent one; otherwise NotConnected, ConnectionLost, Timeout, QueueFull. */
  code: string
  description: string
  details: unknown
}

const without = (status: Failure['status'], code: string): Failure => ({ status, code, description: '', details: null })

const FAILURES = {
  timeout: without('timed_out', 'Timeout'),
  lost: without('timed_out', 'ConnectionLost'),
  not_connected: without('not_connected', 'NotConnected'),
  queue_full: without('not_sent', 'QueueFull'),
}

export const notConnected = FAILURES.not_connected

/** The server stopped before the command's turn came. */
export const serverStopped = without('not_sent', 'ServerStopped')

/** What a call's end means to anyone who asked for it; null when the pile answered. */
export function failureOf(outcome: CallOutcome): Failure | null {
  if (typeof outcome === 'string') return FAILURES[outcome]
  if (!('error' in outcome)) return null
  return { status: outcome.unreadable ? 'unclear' : 'refused', ...outcome.error }
}

/** As it is kept. */
export function failureText({ code, description, details }: Failure): string {
  return JSON.stringify({ code, description, details })
}

/** Of what the pile's protocol has no call for. */
export const unsayable = ({ name, errorNames }: Protocol): CallOutcome => ({
  error: { code: errorNames.not_supported, description: `${name} has no such call`, details: {} },
})
