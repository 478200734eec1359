import { replyBy } from '../every-version/answers.ts'
import type { Payload } from '../framing.ts'
import type { ToldTransaction } from '../ports.ts'
import type { AcceptedWith, Reply, ReplyMeaning } from '../protocol.ts'
import { scheduleOf } from './charging-profiles.ts'
import { monitorAnswer } from './monitors.ts'
import { certificatesIn } from './roots.ts'
import { resultsOfSet, toldInAnswer } from './variables.ts'

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
    notsupportedmessageformat: 'no',
    notsupportedpriority: 'no',
    notsupportedstate: 'no',
    languagenotsupported: 'no',
    unknowntransaction: 'no',
    unknown: 'no',
    downloadongoing: 'no',
    nofirmware: 'no',
    unpublished: 'yes',
    noprofiles: 'yes',
    emptyresultset: 'yes',
    rebootrequired: 'yes',
    unknowncomponent: 'no',
    unknownvariable: 'no',
    notsupportedattributetype: 'no',
    notfound: 'no',
    // Of 2.1.
    toomanyelements: 'no',
    conditionnotsupported: 'no',
    duplicatetariffid: 'no',
    txnotfound: 'no',
    nocurrencychange: 'no',
    noprofile: 'no',
    notariff: 'yes',
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
  const set = action === 'SetVariables' ? resultOfSet(answer) : null
  const word = monitor?.status ?? set?.word
  const reply = replyBy(word === undefined ? answer : { status: word }, {
    meaningOf: (word) => meaningOf(action, word),
    ...{ provisos: PROVISOS, version: answer.versionNumber },
    ...{ schedule: scheduleOf(answer), reserves: action === 'ReserveNow' },
    ...{ transaction: transactionOf(action, answer) },
  })
  if (set?.reason && reply.meaning !== 'yes') return { ...reply, reason: set.reason }
  if (action === 'GetVariables') return { ...reply, settings: toldInAnswer(answer) }
  if (action === ROOTS && reply.meaning === 'yes') return { ...reply, roots: certificatesIn(answer) }
  if (monitor || reply.word === 'EmptyResultSet')
    return { ...reply, monitor: { number: monitor?.id ?? null, isEmpty: !monitor } }
  if (SCREEN.has(action) && reply.meaning === 'yes')
    return { ...reply, screen: { isEmpty: reply.word.trim().toLowerCase() === 'unknown' } }
  const reports = REPORTS.has(action) && reply.word.trim().toLowerCase() === 'accepted'
  return reports ? { ...reply, proviso: 'Reports' } : reply
}

/** What they ask for comes in reports of its own (B07, B08, N09, N10). */
const REPORTS = new Set(['GetBaseReport', 'GetReport', 'CustomerInformation'])

/** O01, O03, O05. */
const SCREEN = new Set(['SetDisplayMessage', 'GetDisplayMessages', 'ClearDisplayMessage'])

/** Of several variables one word: the first that is a no, or that one counts after a restart. */
function resultOfSet(answer: Payload) {
  const results = resultsOfSet(answer)
  const plain = (word: string) => word.trim().toLowerCase()
  return (
    results.find(({ word }) => (MEANINGS.get(plain(word)) ?? 'unclear') !== 'yes') ??
    results.find(({ word }) => plain(word) === 'rebootrequired') ??
    results[0] ?? { word: '', reason: null }
  )
}

/** E14. */
function transactionOf(action: string, { ongoingIndicator, messagesInQueue }: Payload): ToldTransaction | null {
  if (action !== 'GetTransactionStatus') return null
  return { runs: typeof ongoingIndicator === 'boolean' ? ongoingIndicator : null, has_more: messagesInQueue === true }
}

const ROOTS = 'GetInstalledCertificateIds'

/** It has nothing that fits: so it holds none of them (K10, N06, O02, O05, M03), as was asked. */
const NONE: Readonly<Record<string, string>> = {
  ClearChargingProfile: 'unknown',
  ClearVariableMonitoring: 'notfound',
  GetDisplayMessages: 'unknown',
  ClearDisplayMessage: 'unknown',
  [ROOTS]: 'notfound',
}

const meaningOf = (action: string, word: string): ReplyMeaning =>
  NONE[action] === word ? 'yes' : (MEANINGS.get(word) ?? 'unclear')
