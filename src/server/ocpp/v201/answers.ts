import { replyBy } from '../every-version/answers.ts'
import type { Payload } from '../framing.ts'
import type { ToldTransaction } from '../ports.ts'
import type { AcceptedWith, Reply, ReplyMeaning } from '../protocol.ts'
import { scheduleOf } from './charging-profiles.ts'

const MEANINGS = new Map<string, ReplyMeaning>(
  Object.entries({
    accepted: 'yes',
    acceptedcanceled: 'yes',
    scheduled: 'yes',
    unlocked: 'yes',
    unlockfailed: 'failed',
    failed: 'failed',
    rejected: 'no',
    notimplemented: 'no',
    ongoingauthorizedtransaction: 'no',
    unknownconnector: 'no',
    faulted: 'no',
    occupied: 'no',
    unavailable: 'no',
    versionmismatch: 'no',
    invalidcertificate: 'no',
    revokedcertificate: 'no',
    unknownmessageid: 'no',
    unknownvendorid: 'no',
  } as const),
)
const PROVISOS = new Map<string, AcceptedWith>([
  ['scheduled', 'Scheduled'],
  ['acceptedcanceled', 'AcceptedCanceled'],
])

/** What an answer says. An unknown word is no refusal: the pile may have done what it was asked. */
export const replyOf = (action: string, answer: Payload): Reply =>
  replyBy(answer, {
    meaningOf: (word) => meaningOf(action, word),
    ...{ provisos: PROVISOS, version: answer.versionNumber },
    ...{ schedule: scheduleOf(answer), reserves: action === 'ReserveNow' },
    ...{ transaction: transactionOf(action, answer) },
  })

/** E14. */
function transactionOf(action: string, { ongoingIndicator, messagesInQueue }: Payload): ToldTransaction | null {
  if (action !== 'GetTransactionStatus') return null
  return { runs: typeof ongoingIndicator === 'boolean' ? ongoingIndicator : null, has_more: messagesInQueue === true }
}

/** It has no profile that fits: so it holds none of them (K10). */
const meaningOf = (action: string, word: string): ReplyMeaning =>
  action === 'ClearChargingProfile' && word === 'unknown' ? 'yes' : (MEANINGS.get(word) ?? 'unclear')
