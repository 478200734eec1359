import { commands } from '../../shared/commands/index.ts'
import type {
  Intent,
  Maintenance,
  MaintenanceWork,
  UpdateFirmware,
  UpdateSignedFirmware,
} from '../../shared/domain/intent.ts'
import { DAY, MINUTE, type Sign, type Verdict, type Watch } from './command-sign.ts'
import { isPatient, maintenanceResultOf } from './maintenance-words.ts'

type Work = Extract<Intent, { ask: Maintenance }>

export const INSTALLED: Verdict = { is: 'done', word: 'Installed' }
const LONGEST_WAIT_MS = 20 * DAY

/** Whether an intent is work that the pile tells of step by step. */
export const isMaintenance = (intent: Intent): intent is Work => commands[intent.ask].effect?.shown_by === 'steps'

export const isFirmware = (work: Work): work is UpdateFirmware | UpdateSignedFirmware =>
  work.ask === 'update_firmware' || work.ask === 'update_signed_firmware'

/** Whether a pile that started and runs this has installed what it was asked to: the very version, or else another one than before. */
export function runsIt(wanted: Work, runs: string | null): boolean {
  if (!isFirmware(wanted) || !runs) return false
  // Those of a version before say nothing of it.
  const { before = null, after = null } = wanted.version ?? {}
  if (alike(runs, before)) return false
  return after === null ? before !== null : alike(runs, after)
}

const alike = (one: string, other: string | null) => one.trim().toLowerCase() === other?.trim().toLowerCase()

/**
 * An update or an upload ends as the pile says in its later words. A pile that failed may try again by itself, so its words
 * count after that as well.
 */
export const stepsWatch =
  (wanted: Work, { sent_at }: { sent_at: number }): Watch =>
  (sign) => {
    if (isFirmware(wanted) && isUpdated(sign, sent_at)) return INSTALLED
    if (sign.shows === 'boot') return runsIt(wanted, sign.firmware_version ?? null) ? INSTALLED : null
    return sign.shows === 'maintenance' && isAbout(wanted, sign) ? verdictOf(sign.word) : null
  }

function isAbout(wanted: Work, told: Extract<Sign, { shows: 'maintenance' }>): boolean {
  if (told.work !== wanted.ask) return false
  return wanted.request === undefined || told.request === undefined || wanted.request === told.request
}

/** One that was away may say it of an update before. */
const isUpdated = (sign: Sign, sent_at: number) => sign.shows === 'updated' && sign.at > sent_at - 5 * MINUTE

/** What a word says of an update or an upload; null for one that says nothing of it. */
export function verdictOf(word: string): Verdict | null {
  const known = maintenanceResultOf(word)
  return known && { is: known.fate, word: known.word, within_ms: stepMs(word) }
}

const STEP_MS = commands.update_firmware.effect?.within_ms ?? 0

/** How long after this word the next one is awaited. */
export const stepMs = (word: string): number => (isPatient(word) ? DAY : STEP_MS)

/** It may begin at a time of its own and be tried again: until then, for all the tries, and the step after them. */
export const waitOf = ({ times, retries_ms }: MaintenanceWork, sent_at: number, step_ms: number): number =>
  Math.min(
    LONGEST_WAIT_MS,
    Math.max(0, ...times.filter((at) => at > sent_at).map((at) => at - sent_at)) + retries_ms + step_ms,
  )
