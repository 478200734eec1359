/**
 * What must be seen after an answer before a person may believe that it happened. Pure: the life of a command is in
 * command-run.ts and followed-command.ts.
 */
import { isWord } from './command-answers.ts'
import { DAY, type Effect, HOUR, MINUTE, type Payload, type Sign, type Watch } from './command-sign.ts'
import { readStatus } from './connector-state.ts'
import { maintenanceEffect } from './maintenance-effects.ts'
import { readInstant } from './v16/timestamp.ts'

/** What is known when a command is sent, or taken up again. */
export interface Circumstances {
  /** Statuses of the pile's connectors that were ever reported, 0 being the pile itself. */
  states: ReadonlyMap<number, string>
  /** The pile's clock minus ours. */
  skew_ms: number
  /** Epoch milliseconds. */
  sent_at: number
  /** Null while there is none. */
  answer: Payload | null
}

/** What began so long after a remote start is somebody else's doing. */
const START_COUNTS_MS = 15 * MINUTE
const CLOCKS_DIFFER_MS = 5 * MINUTE

const whenSeen = (seen: (sign: Sign) => boolean): Watch => {
  return (sign) => (seen(sign) ? { is: 'done' } : null)
}

/** What shows that a call took effect, or null where the answer is all there is to see. */
export function effectOf(action: string, payload: Payload, known: Circumstances): Effect | null {
  switch (action) {
    // A driver has until the pile's own ConnectionTimeOut to plug in; a session of a pile that was away is told a day later.
    case 'RemoteStartTransaction':
      return { within_ms: 3 * MINUTE, late_ms: DAY, look: whenSeen((sign) => started(payload, known, sign)) }
    case 'RemoteStopTransaction':
      return { within_ms: MINUTE, late_ms: DAY, look: whenSeen((sign) => stopped(payload, sign)) }
    // Some piles boot anew on the socket they have, so the boot is the sign and not the closing of the socket.
    case 'Reset':
      return { within_ms: 5 * MINUTE, late_ms: HOUR, answers: true, look: whenSeen(isBoot) }
    case 'ChangeConfiguration':
      return known.answer && isWord(known.answer, 'RebootRequired')
        ? { within_ms: DAY, late_ms: 6 * DAY, look: whenSeen(isBoot) }
        : null
    case 'ChangeAvailability':
      return { ...availability(known.answer), late_ms: DAY, look: availabilityWatch(payload, known.states) }
    // Afterwards the same message comes by itself and shows nothing.
    case 'TriggerMessage':
    case 'ExtendedTriggerMessage':
      return { within_ms: MINUTE / 2, late_ms: 0, look: whenSeen((sign) => triggered(action, payload, sign)) }
    default:
      return maintenanceEffect(action, payload, known.sent_at)
  }
}

/** One that waits for a session's end (OCPP 1.6, 5.2) may wait as long as a car stands there. */
const availability = (answer: Payload | null) => ({
  within_ms: answer && isWord(answer, 'Scheduled') ? DAY : MINUTE,
})

const isBoot = ({ action }: Sign) => action === 'BootNotification'

function started(wanted: Payload, known: Circumstances, { action, payload, answer }: Sign): boolean {
  if (action !== 'StartTransaction' || statusOf(answer) !== 'Accepted') return false
  const here = wanted.connectorId === undefined || wanted.connectorId === payload.connectorId
  return here && tagOf(wanted.idTag) === tagOf(payload.idTag) && beganThen(payload.timestamp, known)
}

/** A pile that was away tells of sessions from before and after; one whose clock cannot be believed is judged by ours. */
function beganThen(timestamp: unknown, { sent_at, skew_ms }: Circumstances): boolean {
  const now = Date.now()
  const told = readInstant(String(timestamp ?? ''), () => {}) - skew_ms
  const began = told < now - 2 * DAY || told > now + CLOCKS_DIFFER_MS ? now : told
  return began >= sent_at - CLOCKS_DIFFER_MS && began <= sent_at + START_COUNTS_MS
}

const stopped = (wanted: Payload, { action, payload }: Sign) =>
  action === 'StopTransaction' && payload.transactionId === wanted.transactionId

/** The extended trigger means the messages of the security extension (whitepaper, 6.16). */
const EXTENDED: Record<string, string> = {
  FirmwareStatusNotification: 'SignedFirmwareStatusNotification',
  SignChargePointCertificate: 'SignCertificate',
}

function triggered(trigger: string, wanted: Payload, { action, payload }: Sign): boolean {
  const asked = String(wanted.requestedMessage)
  if (action !== (trigger === 'ExtendedTriggerMessage' ? (EXTENDED[asked] ?? asked) : asked)) return false
  return (
    wanted.connectorId === undefined || payload.connectorId === undefined || payload.connectorId === wanted.connectorId
  )
}

/** A word that nobody knows shows nothing. */
function isReached(wanted: Payload, reported: unknown): boolean {
  const status = readStatus(String(reported))
  return status !== null && (status === 'Unavailable') === (wanted.type === 'Inoperative')
}

/** Connector 0 is the pile with all that it has: it reports itself, or each of its connectors does. */
function availabilityWatch(wanted: Payload, states: ReadonlyMap<number, string>): Watch {
  const missing = new Set(
    [...states].filter(([number, status]) => number > 0 && !isReached(wanted, status)).map(([number]) => number),
  )
  return whenSeen(({ action, payload }) => {
    if (action !== 'StatusNotification' || !isReached(wanted, payload.status)) return false
    if (payload.connectorId === wanted.connectorId) return true
    missing.delete(payload.connectorId as number)
    return wanted.connectorId === 0 && missing.size === 0
  })
}

/** A pile that is asked for the state it is in says yes and reports nothing (OCPP 1.6, 5.2). What it never reported is not known. */
export function alreadySo(action: string, payload: Payload, states: ReadonlyMap<number, string>): boolean {
  if (action !== 'ChangeAvailability') return false
  const number = payload.connectorId as number
  const meant =
    number === 0 ? [...states].filter(([each]) => each > 0) : [...states].filter(([each]) => each === number)
  return meant.length > 0 && meant.every(([, status]) => isReached(payload, status))
}

const statusOf = (answer: Payload) => (answer.idTagInfo as Payload | undefined)?.status
const tagOf = (tag: unknown) => String(tag).trim().toUpperCase()
