import { WH_TOLERANCE } from '../../shared/domain/meter-checks.ts'
import { instantOf } from '../../shared/domain/same-start.ts'
import type { Reading } from '../ocpp/ports.ts'
import type { OpenSession } from './open-session.ts'

/**
 * The session that readings without a transaction belong to: of those that run at their connector the latest that had begun
 * when they were made and whose register they continue. One that was refused only where no other runs.
 */
export function unnamedAt(
  running: readonly OpenSession[],
  readings: readonly Reading[],
  received_at: number,
): OpenSession | undefined {
  let found: OpenSession | undefined
  for (const session of running) {
    if (!isDuring(session, readings, received_at)) continue
    if (!found || rank(session) >= rank(found)) found = session
  }
  return found
}

/** Accepted ones before refused ones, then the latest. */
const rank = (session: OpenSession) => (session.facts.refused ? 0 : 1e15) + begunAt(session)

function isDuring(session: OpenSession, readings: readonly Reading[], received_at: number): boolean {
  const { start } = session.facts
  const begun = begunAt(session)
  return readings.every(({ at, energy_wh, resolution_wh }) => {
    if (instantOf(at, received_at) < begun) return false
    // By a clock that was set back, it was made before the start: the register tells.
    return at >= start.at || (energy_wh !== null && energy_wh >= start.wh - Math.max(WH_TOLERANCE, resolution_wh))
  })
}

const CHARGES = new Set(['Charging', 'SuspendedEV', 'SuspendedEVSE'])
const GIVEN_UP = new Set(['Available', 'Reserved', 'Unavailable'])
/** Said of a connector where a session ran, they are of the next one, or of its end. */
const BETWEEN = new Set(['Preparing', 'Finishing'])

/** Does a connector's state (OCPP 1.6, 7.7) say that nothing runs there though no stop came? */
export function noteIdle(session: OpenSession, before: string | undefined, status: string): void {
  if (CHARGES.has(status)) session.idle = false
  else if (GIVEN_UP.has(status) || (BETWEEN.has(status) && before !== undefined && CHARGES.has(before)))
    session.idle = true
}

/** What was begun at a session's connector after it and never named, though the session goes on: it has not begun. */
export const unbegunBeside = (sessions: readonly OpenSession[], session: OpenSession): OpenSession[] =>
  sessions.filter(
    (other) =>
      other !== session &&
      other.facts.connector_number === session.facts.connector_number &&
      !other.named &&
      !other.ending &&
      begunAt(other) > begunAt(session) &&
      other.facts.start.received_at < session.heard_at,
  )

const begunAt = ({ facts: { start } }: OpenSession) => instantOf(start.at, start.received_at)
