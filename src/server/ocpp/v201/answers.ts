import type { Obstacle } from '../../../shared/domain/reservation.ts'
import type { Payload } from '../framing.ts'
import type { AcceptedWith, Reply, ReplyMeaning } from '../protocol.ts'
import { scheduleOf } from './charging-profiles.ts'

const MEANINGS: Readonly<Record<string, ReplyMeaning>> = {
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
}
const PROVISOS: Readonly<Record<string, AcceptedWith>> = {
  scheduled: 'Scheduled',
  acceptedcanceled: 'AcceptedCanceled',
}
/** Why an EVSE is not reserved (H01). */
const OBSTACLES = new Set<string>(['faulted', 'occupied', 'rejected', 'unavailable'] satisfies Obstacle[])

/** What an answer says. An unknown word is no refusal: the pile may have done what it was asked. */
export function replyOf(action: string, answer: Payload): Reply {
  const { status, versionNumber } = answer
  const word = String(status ?? '')
  const key = word.trim().toLowerCase()
  const schedule = scheduleOf(answer)
  return {
    meaning: status === undefined ? 'yes' : meaningOf(action, key),
    word,
    proviso: PROVISOS[key] ?? null,
    ...(versionNumber !== undefined && { list_version: Number(versionNumber) }),
    ...(schedule && { schedule }),
    ...(action === 'ReserveNow' && OBSTACLES.has(key) && { obstacle: key as Obstacle }),
  }
}

/** It has no profile that fits: so it holds none of them (K10). */
const meaningOf = (action: string, word: string): ReplyMeaning =>
  action === 'ClearChargingProfile' && word === 'unknown' ? 'yes' : (MEANINGS[word] ?? 'unclear')
