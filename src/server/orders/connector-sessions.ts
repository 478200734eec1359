import type { Kysely } from 'kysely'
import { CHARGING_STATES } from '../../shared/domain/charging-states.ts'
import { WH_TOLERANCE } from '../../shared/domain/meter-checks.ts'
import { instantOf } from '../../shared/domain/same-start.ts'
import type { Database } from '../kit/database/tables.ts'
import { isoOrNull } from '../kit/instants.ts'
import type { ConnectorReport, Reading } from '../ocpp/ports.ts'
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

const CHARGES = new Set(CHARGING_STATES)
const GIVEN_UP = new Set(['Available', 'Reserved', 'Unavailable'])
/** Said of a connector where a session ran, they are of the next one, or of its end. */
const BETWEEN = new Set(['Preparing', 'Finishing'])

/** Does a connector's state say that nothing runs there though no stop came? Kept, since it counts when we are back. */
export async function noteIdle(
  db: Kysely<Database>,
  session: OpenSession,
  before: string | undefined,
  { status, received_at }: ConnectorReport,
): Promise<void> {
  const isGivenUp = GIVEN_UP.has(status) || (BETWEEN.has(status) && before !== undefined && CHARGES.has(before))
  if (!isGivenUp && !CHARGES.has(status)) return
  const idle_at = isGivenUp ? (session.idle_at ?? received_at) : null
  if (session.idle_at === idle_at) return
  session.idle_at = idle_at
  const { order_id } = session.facts
  const change = { idle_at: isoOrNull(idle_at) }
  await db.updateTable('orders').set(change).where('id', '=', order_id).where('status', '=', 'generated').execute()
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
