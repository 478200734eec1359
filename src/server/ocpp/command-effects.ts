/**
 * What must be seen after an answer before a person may believe that it happened. Pure: the life of a command is in
 * command-run.ts and followed-command.ts.
 */
import type { Intent, Report } from '../../shared/domain/intent.ts'
import { DAY, type Effect, HOUR, MINUTE, type Sign, type Watch } from './command-sign.ts'
import { maintenanceEffect } from './maintenance-effects.ts'
import type { AcceptedWith } from './protocol.ts'

/** What is known when a command is sent, or taken up again. */
export interface CommandContext {
  /** States of the pile's connectors that were ever reported, 0 being the pile itself. */
  states: ReadonlyMap<number, string>
  /** The pile's clock minus ours. */
  skew_ms: number
  /** Epoch milliseconds. */
  sent_at: number
  /** Of its answer; null while there is none. */
  proviso: AcceptedWith | null
}

type Start = Extract<Intent, { ask: 'start' }>
type SetAvailable = Extract<Intent, { ask: 'set_available' }>
type AskReport = Extract<Intent, { ask: 'report' }>

/** What began so long after a remote start is somebody else's doing. */
const START_COUNTS_MS = 15 * MINUTE
const CLOCKS_DIFFER_MS = 5 * MINUTE

const whenSeen = (seen: (sign: Sign) => boolean): Watch => {
  return (sign) => (seen(sign) ? { is: 'done' } : null)
}

/** What shows that a call took effect, or null where the answer is all there is to see. */
export function effectOf(intent: Intent | null, known: CommandContext): Effect | null {
  switch (intent?.ask) {
    // A driver has until the pile's own time to plug in is over; a session of a pile that was away is told a day later.
    case 'start':
      return { within_ms: 3 * MINUTE, late_ms: DAY, look: whenSeen((sign) => started(intent, known, sign)) }
    case 'stop': {
      const { transaction_id: asked } = intent
      const isStopped = (sign: Sign) => sign.shows === 'stopped' && sign.transaction_id === asked
      return { within_ms: MINUTE, late_ms: DAY, look: whenSeen(isStopped) }
    }
    // Some piles boot anew on the socket they have, so the boot is the sign and not the closing of the socket.
    case 'reset':
      return { within_ms: 5 * MINUTE, late_ms: HOUR, answers: true, look: whenSeen(isBoot) }
    case 'configure':
    case 'set_password':
      return known.proviso === 'RebootRequired' ? { within_ms: DAY, late_ms: 6 * DAY, look: whenSeen(isBoot) } : null
    case 'set_available':
      return { within_ms: untilReached(known), late_ms: DAY, look: availabilityWatch(intent, known.states) }
    // Afterwards the same message comes by itself and shows nothing.
    case 'report':
      return { within_ms: MINUTE / 2, late_ms: 0, look: whenSeen((sign) => isReport(intent, sign)) }
    case 'maintain':
      return maintenanceEffect(intent, known.sent_at)
    default:
      return null
  }
}

/** One that waits for a session's end may wait as long as a car stands there. */
const untilReached = ({ proviso }: CommandContext) => (proviso === 'Scheduled' ? DAY : MINUTE)

const isBoot = ({ shows }: Sign) => shows === 'boot'

function started(wanted: Start, known: CommandContext, sign: Sign): boolean {
  if (sign.shows !== 'started' || !sign.accepted || sign.card_number === null) return false
  const here = wanted.connector_number === null || wanted.connector_number === sign.connector_number
  return here && tagOf(wanted.card_number) === tagOf(sign.card_number) && beganThen(sign.at, known)
}

/** A pile that was away tells of sessions from before and after; one whose clock cannot be believed is judged by ours. */
function beganThen(at: number, { sent_at, skew_ms }: CommandContext): boolean {
  const now = Date.now()
  const told = at - skew_ms
  const began = told < now - 2 * DAY || told > now + CLOCKS_DIFFER_MS ? now : told
  return began >= sent_at - CLOCKS_DIFFER_MS && began <= sent_at + START_COUNTS_MS
}

/** Which report a sign is. */
function reportOf(sign: Sign): Report | null {
  switch (sign.shows) {
    case 'boot':
    case 'heartbeat':
    case 'certificate':
    case 'meter':
    case 'connector':
      return sign.shows
    case 'maintenance':
      return sign.work
    default:
      return null
  }
}

function isReport({ report, connector_number: asked }: AskReport, sign: Sign): boolean {
  if (reportOf(sign) !== report) return false
  return asked === null || !('connector_number' in sign) || sign.connector_number === asked
}

/** A word that nobody knows shows nothing. */
const isReached = ({ available }: SetAvailable, state: string) =>
  state !== 'Unknown' && (state === 'Unavailable') === !available

/** Connector 0 is the pile with all that it has: it reports itself, or each of its connectors does. */
function availabilityWatch(wanted: SetAvailable, states: ReadonlyMap<number, string>): Watch {
  const missing = new Set(
    [...states].filter(([number, state]) => number > 0 && !isReached(wanted, state)).map(([number]) => number),
  )
  return whenSeen((sign) => {
    if (sign.shows !== 'connector' || !isReached(wanted, sign.state)) return false
    if (sign.connector_number === wanted.connector_number) return true
    missing.delete(sign.connector_number)
    return wanted.connector_number === 0 && missing.size === 0
  })
}

/** A pile that is asked for the state it is in says yes and reports nothing. What it never reported is not known. */
export function alreadySo(intent: Intent | null, states: ReadonlyMap<number, string>): boolean {
  if (intent?.ask !== 'set_available') return false
  const { connector_number: number } = intent
  const meant =
    number === 0 ? [...states].filter(([each]) => each > 0) : [...states].filter(([each]) => each === number)
  return meant.length > 0 && meant.every(([, state]) => isReached(intent, state))
}

const tagOf = (tag: string) => tag.trim().toUpperCase()
