import { type Cable, cableIn } from '../../shared/domain/connector-states.ts'

/**
 * Where the cable is at the moment when a session ends, from the state reported last. Preparing is then left over from before
 * the session, and a pile that never reported a state will not report one now.
 */
export function cableAtStop(status: string | undefined, reason: string): Cable {
  if (reason === 'EVDisconnected' || status === undefined) return 'out'
  return status === 'Preparing' ? 'unknown' : cableIn(status)
}

/** After this long without a sign of the cable the pile is one that gives none. */
export const SIGN_WITHIN_MS = 30_000
/** A stop that arrives this late was kept by an offline pile: the connector's state now says nothing of that session. */
export const LATE_MS = 120_000
/** A pile that is away for less was never away. */
export const SHORT_BREAK_MS = 120_000
/** A pile that came back tells of what changed while it was away (OCPP 1.6, 4.9); one that says nothing by then saw no change. */
export const SETTLED_IN_MS = 60_000
/** So long an order waits for its pile to come back before it is settled on the last sign. */
export const AWAY_MS = 600_000
