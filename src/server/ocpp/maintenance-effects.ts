import { DAY, type Effect, HOUR, MINUTE, type Payload, type Sign, type Verdict } from './command-sign.ts'
import { fateOf, isPatient } from './v16/maintenance-words.ts'
import { readInstant } from './v16/timestamp.ts'

/** A step of an update or an upload may take so long: files of hundreds of megabytes over a mobile network. */
const STEP_MS = 2 * HOUR
const LONGEST_WAIT_MS = 20 * DAY

/** The message by which a pile tells how it gets on with each of these. */
const TOLD_BY: Record<string, string> = {
  UpdateFirmware: 'FirmwareStatusNotification',
  SignedUpdateFirmware: 'SignedFirmwareStatusNotification',
  GetDiagnostics: 'DiagnosticsStatusNotification',
  GetLog: 'LogStatusNotification',
}

export const isMaintenance = (action: string): boolean => action in TOLD_BY

/** The number that tells the updates of the security extension apart (whitepaper, L01.FR.10); plain ones have none. */
export const requestOf = (payload: Payload): number | undefined => payload.requestId as number | undefined

/**
 * An update or an upload ends as the pile says in its later words. It may begin at a time of its own, be tried again, and
 * say of each step that it takes longer; a pile that failed may try again by itself, so its words count after that as well.
 */
export function maintenanceEffect(action: string, payload: Payload, sent_at: number): Effect | null {
  if (!isMaintenance(action)) return null
  return {
    within_ms: Math.min(LONGEST_WAIT_MS, waitOf(payload, sent_at) + STEP_MS),
    late_ms: DAY,
    look(sign) {
      if (action.endsWith('UpdateFirmware') && isUpdated(sign, sent_at)) return { is: 'done', word: 'Installed' }
      return isAbout(action, payload, sign) ? verdictOf(sign.payload.status) : null
    },
  }
}

function isAbout(action: string, wanted: Payload, { action: told, payload }: Sign): boolean {
  if (told !== TOLD_BY[action]) return false
  const [asked, named] = [requestOf(wanted), requestOf(payload)]
  return asked === undefined || named === undefined || asked === named
}

/** Some piles say this and forget the word Installed; one that was away may say it of an update before. */
const isUpdated = ({ action, payload }: Sign, sent_at: number) =>
  action === 'SecurityEventNotification' &&
  payload.type === 'FirmwareUpdated' &&
  readInstant(String(payload.timestamp), () => {}) > sent_at - 5 * MINUTE

/** What a word says of an update or an upload; null for one that says nothing of it. */
export function verdictOf(status: unknown): Verdict | null {
  const known = fateOf(status)
  return known && { is: known.fate, word: known.word, within_ms: stepMs(status) }
}

/** How long after this word the next one is awaited. */
export const stepMs = (status: unknown): number => (isPatient(status) ? DAY : STEP_MS)

/** Until it may begin, and for all that it may be tried again. */
function waitOf(payload: Payload, sent_at: number): number {
  const firmware = (payload.firmware ?? {}) as Payload
  const times = [payload.retrieveDate, firmware.retrieveDateTime, firmware.installDateTime]
  const begins = times.map((time) => Date.parse(String(time))).filter((at) => at > sent_at)
  const tries = Number(payload.retries ?? 0) * Number(payload.retryInterval ?? 0) * 1000
  return Math.max(0, ...begins.map((at) => at - sent_at)) + (tries > 0 ? tries : 0)
}
