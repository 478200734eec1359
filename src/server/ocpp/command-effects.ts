/**
 * What the answer to a call means, and what must be seen afterwards before a person may believe that it happened.
 * Pure: the life of a command is in commands.ts.
 */

export type Payload = Readonly<Record<string, unknown>>

/** What a pile did by itself: one of its messages with our answer to it. */
export interface Sign {
  action: string
  payload: Payload
  answer: Payload
}

/** Whether one sign shows the effect. It may remember the signs before. */
type Watch = (sign: Sign) => boolean

export interface Effect {
  within_ms: number
  seen: Watch
}

const MINUTE = 60_000

/** The answers that mean yes. Unlocked and what has no status at all (GetConfiguration, UpdateFirmware) are yes as well. */
const YES = new Set([undefined, 'Accepted', 'Scheduled', 'Unlocked', 'RebootRequired'])

export const saysYes = (answer: Payload) => YES.has(answer.status as string | undefined)

/**
 * What shows that a call took effect, or null where the answer is all there is to see.
 * `states` are the statuses of the pile's connectors now, 0 being the pile itself.
 */
export function effectOf(action: string, payload: Payload, states: ReadonlyMap<number, string>): Effect | null {
  switch (action) {
    // A driver has until the pile's own ConnectionTimeOut to plug in.
    case 'RemoteStartTransaction':
      return { within_ms: 3 * MINUTE, seen: (sign) => started(payload, sign) }
    case 'RemoteStopTransaction':
      return { within_ms: MINUTE, seen: (sign) => stopped(payload, sign) }
    // Some piles boot anew on the socket they have, so the boot is the sign and not the closing of the socket.
    case 'Reset':
      return { within_ms: 5 * MINUTE, seen: (sign) => sign.action === 'BootNotification' }
    case 'ChangeAvailability':
      return { within_ms: MINUTE, seen: availabilityWatch(payload, states) }
    case 'TriggerMessage':
      return { within_ms: MINUTE / 2, seen: (sign) => triggered(payload, sign) }
    default:
      return null
  }
}

/** A change of availability that waits for a session's end (OCPP 1.6, 5.2) may wait as long as a car stands there. */
export const scheduledWithinMs = 24 * 60 * MINUTE

function started(wanted: Payload, { action, payload, answer }: Sign): boolean {
  if (action !== 'StartTransaction' || statusOf(answer) !== 'Accepted') return false
  const connector = wanted.connectorId === undefined || wanted.connectorId === payload.connectorId
  return connector && upper(wanted.idTag) === upper(payload.idTag)
}

const stopped = (wanted: Payload, { action, payload }: Sign) =>
  action === 'StopTransaction' && payload.transactionId === wanted.transactionId

function triggered(wanted: Payload, { action, payload }: Sign): boolean {
  if (action !== wanted.requestedMessage) return false
  return (
    wanted.connectorId === undefined || payload.connectorId === undefined || payload.connectorId === wanted.connectorId
  )
}

/** Connector 0 is the pile with all that it has: it reports itself, or each of its connectors does. */
function availabilityWatch(wanted: Payload, states: ReadonlyMap<number, string>): Watch {
  const reached = (status: unknown) => (status === 'Unavailable') === (wanted.type === 'Inoperative')
  const missing = missingConnectors(wanted, states)
  return ({ action, payload }) => {
    if (action !== 'StatusNotification' || !reached(payload.status)) return false
    if (payload.connectorId === wanted.connectorId) return true
    missing.delete(payload.connectorId as number)
    return wanted.connectorId === 0 && missing.size === 0
  }
}

function missingConnectors(wanted: Payload, states: ReadonlyMap<number, string>): Set<number> {
  const all = [...states].filter(([number, status]) => number > 0 && !isReached(wanted, status))
  return new Set(all.map(([number]) => number))
}

const isReached = (wanted: Payload, status: string) => (status === 'Unavailable') === (wanted.type === 'Inoperative')

/** A pile that is asked for the state it is in says yes and reports nothing (OCPP 1.6, 5.2). */
export function alreadySo(action: string, payload: Payload, states: ReadonlyMap<number, string>): boolean {
  if (action !== 'ChangeAvailability') return false
  const number = payload.connectorId as number
  if (number !== 0) return isReached(payload, states.get(number) ?? '')
  const connectors = [...states].filter(([each]) => each > 0)
  return connectors.length > 0 && connectors.every(([, status]) => isReached(payload, status))
}

const statusOf = (answer: Payload) => (answer.idTagInfo as Payload | undefined)?.status
const upper = (tag: unknown) => String(tag).toUpperCase()
