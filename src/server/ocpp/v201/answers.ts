import type { Payload } from '../framing.ts'
import type { AcceptedWith, Reply, ReplyMeaning } from '../protocol.ts'

const MEANINGS: Readonly<Record<string, ReplyMeaning>> = {
  accepted: 'yes',
  scheduled: 'yes',
  unlocked: 'yes',
  unlockfailed: 'failed',
  rejected: 'no',
  notimplemented: 'no',
  ongoingauthorizedtransaction: 'no',
  unknownconnector: 'no',
  unknownmessageid: 'no',
  unknownvendorid: 'no',
}
const PROVISOS: Readonly<Record<string, AcceptedWith>> = { scheduled: 'Scheduled' }

/** What an answer says. An unknown word is no refusal: the pile may have done what it was asked. */
export function replyOf(_action: string, { status }: Payload): Reply {
  const word = String(status ?? '')
  const key = word.trim().toLowerCase()
  return {
    meaning: status === undefined ? 'yes' : (MEANINGS[key] ?? 'unclear'),
    word,
    proviso: PROVISOS[key] ?? null,
  }
}
