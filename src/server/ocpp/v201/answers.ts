import { replyBy } from '../every-version/answers.ts'
import type { Payload } from '../framing.ts'
import type { ToldTransaction } from '../ports.ts'
import type { AcceptedWith, Reply, ReplyMeaning } from '../protocol.ts'
import { scheduleOf } from './charging-profiles.ts'
import { monitorAnswer } from './monitors.ts'
import { toldInAnswer, wordsOfSet } from './variables.ts'

const MEANINGS = new Map<string, ReplyMeaning>(
  Object.entries({
    accepted: 'yes',
    acceptedcanceled: 'yes',
    scheduled: 'yes',
    unlocked: 'yes',
    unlockfailed: 'failed',
    failed: 'failed',
    rejected: 'no',
    invalid: 'no',
    notimplemented: 'no',
    ongoingauthorizedtransaction: 'no',
    unknownconnector: 'no',
    faulted: 'no',
    occupied: 'no',
    unavailable: 'no',
    versionmismatch: 'no',
    unsupportedmonitortype: 'no',
    duplicate: 'no',
    invalidcertificate: 'no',
    revokedcertificate: 'no',
    unknownmessageid: 'no',
    unknownvendorid: 'no',
    notsupported: 'no',
    emptyresultset: 'yes',
    rebootrequired: 'yes',
    unknowncomponent: 'no',
    unknownvariable: 'no',
    notsupportedattributetype: 'no',
  } as const),
)
const PROVISOS = new Map<string, AcceptedWith>([
  ['scheduled', 'Scheduled'],
  ['acceptedcanceled', 'AcceptedCanceled'],
  ['rebootrequired', 'RebootRequired'],
])

/** What an answer says. An unknown word is no refusal: the pile may have done what it was asked. */
export function replyOf(action: string, answer: Payload): Reply {
  const monitor = monitorAnswer(action, answer)
  const reply = replyBy(wordedAs(action, answer, monitor?.status), {
    meaningOf: (word) => meaningOf(action, word),
    ...{ provisos: PROVISOS, version: answer.versionNumber },
    ...{ schedule: scheduleOf(answer), reserves: action === 'ReserveNow' },
    ...{ transaction: transactionOf(action, answer) },
  })
  if (action === 'GetVariables') return { ...reply, settings: toldInAnswer(answer) }
  if (monitor || reply.word === 'EmptyResultSet')
    return { ...reply, monitor: { number: monitor?.id ?? null, isEmpty: !monitor } }
  const reports = REPORTS.has(action) && reply.word.trim().toLowerCase() === 'accepted'
  return reports ? { ...reply, proviso: 'Reports' } : reply
}

/** An answer with its word where every answer has it. */
function wordedAs(action: string, answer: Payload, ofMonitor: string | undefined): Payload {
  if (ofMonitor !== undefined) return { status: ofMonitor }
  return action === 'SetVariables' ? { status: wordOfSet(answer) } : answer
}

/** What they ask for comes in reports of its own (B07, B08, N09, N10). */
const REPORTS = new Set(['GetBaseReport', 'GetReport', 'CustomerInformation'])

/** Of several variables one word: the first that is a no, or that one counts after a restart. */
function wordOfSet(answer: Payload): string {
  const words = wordsOfSet(answer)
  const meaning = (word: string) => MEANINGS.get(word.trim().toLowerCase()) ?? 'unclear'
  return (
    words.find((word) => meaning(word) !== 'yes') ??
    words.find((word) => word.trim().toLowerCase() === 'rebootrequired') ??
    words[0] ??
    ''
  )
}

/** E14. */
function transactionOf(action: string, { ongoingIndicator, messagesInQueue }: Payload): ToldTransaction | null {
  if (action !== 'GetTransactionStatus') return null
  return { runs: typeof ongoingIndicator === 'boolean' ? ongoingIndicator : null, has_more: messagesInQueue === true }
}

/** It has no profile or monitor that fits: so it holds none of them (K10, N06). */
const meaningOf = (action: string, word: string): ReplyMeaning =>
  (action === 'ClearChargingProfile' && word === 'unknown') ||
  (action === 'ClearVariableMonitoring' && word === 'notfound')
    ? 'yes'
    : (MEANINGS.get(word) ?? 'unclear')
