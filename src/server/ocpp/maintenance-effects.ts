import type { MaintenanceWork } from '../../shared/domain/intent.ts'
import { DAY, type Effect, HOUR, MINUTE, type Sign, type Verdict } from './command-sign.ts'
import { isPatient, maintenanceResultOf } from './maintenance-words.ts'

/** A step of an update or an upload may take so long: files of hundreds of megabytes over a mobile network. */
const STEP_MS = 2 * HOUR
const LONGEST_WAIT_MS = 20 * DAY

export const isFirmware = ({ work }: Pick<MaintenanceWork, 'work'>): boolean =>
  work === 'firmware' || work === 'signed_firmware'

/**
 * An update or an upload ends as the pile says in its later words. It may begin at a time of its own, be tried again, and
 * say of each step that it takes longer; a pile that failed may try again by itself, so its words count after that as well.
 */
export function maintenanceEffect(wanted: MaintenanceWork, sent_at: number): Effect {
  return {
    within_ms: Math.min(LONGEST_WAIT_MS, waitOf(wanted, sent_at) + STEP_MS),
    late_ms: DAY,
    look(sign) {
      if (isFirmware(wanted) && isUpdated(sign, sent_at)) return { is: 'done', word: 'Installed' }
      return sign.shows === 'maintenance' && isAbout(wanted, sign) ? verdictOf(sign.word) : null
    },
  }
}

function isAbout(wanted: MaintenanceWork, told: Extract<Sign, { shows: 'maintenance' }>): boolean {
  if (told.work !== wanted.work) return false
  return wanted.request === undefined || told.request === undefined || wanted.request === told.request
}

/** One that was away may say it of an update before. */
const isUpdated = (sign: Sign, sent_at: number) => sign.shows === 'updated' && sign.at > sent_at - 5 * MINUTE

/** What a word says of an update or an upload; null for one that says nothing of it. */
export function verdictOf(word: string): Verdict | null {
  const known = maintenanceResultOf(word)
  return known && { is: known.fate, word: known.word, within_ms: stepMs(word) }
}

/** How long after this word the next one is awaited. */
export const stepMs = (word: string): number => (isPatient(word) ? DAY : STEP_MS)

/** Until it may begin, and for all that it may be tried again. */
const waitOf = ({ times, retries_ms }: MaintenanceWork, sent_at: number): number =>
  Math.max(0, ...times.filter((at) => at > sent_at).map((at) => at - sent_at)) + retries_ms
