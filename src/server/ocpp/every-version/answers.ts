import type { ToldSchedule } from '../../../shared/domain/charging-profiles/profile.ts'
import type { Obstacle } from '../../../shared/domain/reservation.ts'
import type { Payload } from '../framing.ts'
import type { ToldTransaction } from '../ports.ts'
import type { AcceptedWith, Reply, ReplyMeaning } from '../protocol.ts'

/** Why a gun is not reserved (1.6: 6.38; 2.0.1: H01). */
const OBSTACLES = new Set<string>(['faulted', 'occupied', 'rejected', 'unavailable'] satisfies Obstacle[])

/** What a version reads in an answer by its own words. */
interface Reading {
  /** Of its status, in small letters. */
  meaningOf(word: string): ReplyMeaning
  provisos: ReadonlyMap<string, AcceptedWith>
  /** Of the local list. */
  version: unknown
  schedule: ToldSchedule | null
  transaction?: ToldTransaction | null
  /** It answers a reservation: its word says why there is none. */
  reserves: boolean
}

/** What an answer says. One without any status is a yes. */
export function replyBy(
  { status }: Payload,
  { meaningOf, provisos, version, schedule, reserves, transaction }: Reading,
): Reply {
  const word = String(status ?? '')
  const key = word.trim().toLowerCase()
  return {
    meaning: status === undefined ? 'yes' : meaningOf(key),
    word,
    proviso: provisos.get(key) ?? null,
    ...(version !== undefined && { list_version: Number(version) }),
    ...(schedule && { schedule }),
    ...(transaction && { transaction }),
    ...(reserves && OBSTACLES.has(key) && { obstacle: key as Obstacle }),
  }
}
