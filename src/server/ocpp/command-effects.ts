/**
 * What must be seen after an answer before a person may believe that it happened. Which sign shows it and how long that may take
 * stands with each command in src/shared/commands; here is how a sign is recognized. Pure: the life of a command is in
 * command-run.ts and followed-command.ts.
 */

import type { Shown } from '../../shared/commands/declare.ts'
import { commands } from '../../shared/commands/index.ts'
import type { Intent, Maintenance, Report } from '../../shared/domain/intent.ts'
import { DAY, type Effect, MINUTE, type Sign, type Watch } from './command-sign.ts'
import { isMaintenance, stepsWatch, waitOf } from './maintenance-effects.ts'
import type { AcceptedWith } from './protocol.ts'

/** How things are at a pile. */
export interface Circumstances {
  /** States of the pile's connectors that were ever reported, 0 being the pile itself. */
  states: ReadonlyMap<number, string>
  /** The pile's clock minus ours. */
  skew_ms: number
  /** Transactions that charge with priority, by our numbers. */
  with_priority: ReadonlySet<string>
}

/** What is known when a command is sent, or taken up again. */
export interface CommandContext extends Circumstances {
  /** Epoch milliseconds. */
  sent_at: number
  /** Of its answer; null while there is none. */
  proviso: AcceptedWith | null
  /** Its number. */
  command?: number
  /** It was answered: what only a certain yes brings is awaited no more. */
  answered?: true
}

type Start = Extract<Intent, { ask: 'start' }>
type Availability = Extract<Intent, { ask: 'availability' }>
type Trigger = Extract<Intent, { ask: 'trigger' }>

/** What began so long after a remote start is another person's doing. */
const START_COUNTS_MS = 15 * MINUTE
const CLOCKS_DIFFER_MS = 5 * MINUTE

const whenSeen = (seen: (sign: Sign) => boolean): Watch => {
  return (sign) => (seen(sign) ? { is: 'done' } : null)
}

/** How each effect is seen. An intent has the effect that its command names, so each watch knows what it is given. */
const WATCHES: Record<Shown, (intent: never, known: CommandContext) => Watch> = {
  boot: () => whenSeen(isBoot),
  started: (intent: Start, known) => whenSeen((sign) => started(intent, known, sign)),
  stopped: ({ transaction_id }: Extract<Intent, { ask: 'stop' }>) =>
    whenSeen((sign) => sign.shows === 'stopped' && sign.transaction_id === transaction_id),
  priority: ({ transaction_id, on }: Extract<Intent, { ask: 'priority' }>) =>
    whenSeen((sign) => sign.shows === 'priority' && sign.transaction_id === transaction_id && sign.on === on),
  availability: (intent: Availability, { states }) => availabilityWatch(intent, states),
  report: (intent: Trigger) => whenSeen((sign) => isReport(intent, sign)),
  steps: stepsWatch,
  secured: ({ profile }: Extract<Intent, { ask: 'raise_profile' }>) =>
    whenSeen((sign) => sign.shows === 'secured' && sign.profile >= profile),
  settings: (_, { command }) => whenSeen((sign) => sign.shows === 'settings' && sign.request === command),
  customer_report: (_, { command }) => whenSeen((sign) => sign.shows === 'customer_report' && sign.request === command),
}

/** Whether anything but its answer is to be seen of it: without that it is all one how things are at the pile. */
export const hasEffect = (intent: Intent | null): boolean => intent !== null && commands[intent.ask].effect !== null

/** What shows that a call took effect, or null where the answer is all there is to see. */
export function effectOf(intent: Intent | null, known: CommandContext): Effect | null {
  const effect = intent && commands[intent.ask].effect
  if (!effect) return null
  const { only_with, early } = effect
  if (only_with && known.proviso !== only_with && (known.answered || !early)) return null
  const { shown_by, late_ms, answers, scheduled_ms } = effect
  const usual_ms = isMaintenance(intent) ? waitOf(intent, known.sent_at, effect.within_ms) : effect.within_ms
  const within_ms = known.proviso === 'Scheduled' ? (scheduled_ms ?? usual_ms) : usual_ms
  return { within_ms, late_ms, ...(answers && { answers }), look: WATCHES[shown_by](intent as never, known) }
}

const isBoot = ({ shows }: Sign) => shows === 'boot'

function started(wanted: Start, known: CommandContext, sign: Sign): boolean {
  if (sign.shows !== 'started' || !sign.accepted) return false
  // A pile that says which command it was leaves nothing to guess.
  if (sign.command !== undefined) return sign.command === known.command
  if (sign.card_number === null) return false
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

const REPORT_OF: Record<Maintenance, Report> = {
  update_firmware: 'firmware',
  update_signed_firmware: 'signed_firmware',
  upload_diagnostics: 'diagnostics',
  upload_log: 'log',
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
      return REPORT_OF[sign.work]
    default:
      return null
  }
}

/** How a transaction stands, any reading of it says; one request serves for both certificates. */
const SHOWN_AS: Partial<Record<Report, Report>> = { transaction: 'meter', combined_certificate: 'certificate' }

function isReport({ message, connector_number: asked }: Trigger, sign: Sign): boolean {
  if (reportOf(sign) !== (SHOWN_AS[message] ?? message)) return false
  return asked === null || !('connector_number' in sign) || sign.connector_number === asked
}

/** A word that nobody knows shows nothing. */
const isReached = ({ type }: Availability, state: string) =>
  state !== 'Unknown' && (state === 'Unavailable') === (type === 'Inoperative')

/** Connector 0 is the pile with all that it has: it reports itself, or each of its connectors does. */
function availabilityWatch(wanted: Availability, states: ReadonlyMap<number, string>): Watch {
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
export function alreadySo(
  intent: Intent | null,
  { states, with_priority }: Pick<Circumstances, 'states' | 'with_priority'>,
): boolean {
  // K21.FR.06: that there was none to end has no effect.
  if (intent?.ask === 'priority') return with_priority.has(intent.transaction_id) === intent.on
  if (intent?.ask !== 'availability') return false
  const { connector_number: number } = intent
  const meant =
    number === 0 ? [...states].filter(([each]) => each > 0) : [...states].filter(([each]) => each === number)
  return meant.length > 0 && meant.every(([, state]) => isReached(intent, state))
}

const tagOf = (tag: string) => tag.trim().toUpperCase()
