import type { SentProfile, ToldSchedule } from '../../../shared/domain/charging-profiles/profile.ts'
import {
  type Clearing,
  canSay,
  KINDS,
  orNull,
  type ProfileWords,
  profileWords,
  said,
  schedulePayload,
  sentProfile,
  toldSchedule,
  wordFor,
  wordOf,
} from '../every-version/charging-profiles.ts'
import type { Payload } from '../framing.ts'

/** Our words in OCPP 1.6's, one way and the other (7.8 to 7.14). */
const WORDS: ProfileWords = {
  purposes: { pile_max: 'ChargePointMaxProfile', session_default: 'TxDefaultProfile', session: 'TxProfile' },
  kinds: KINDS,
}

/** Null for one that 1.6 has no words for. */
export const profilePayload = (profile: SentProfile): Payload | null =>
  canSay(profile, WORDS) ? payloadOf(profile) : null

const payloadOf = (profile: SentProfile): Payload =>
  said({
    chargingProfileId: profile.id,
    // Ours are numbers in this protocol; a pile matches the session by it (7.8).
    transactionId: profile.transaction_id === null ? null : Number(profile.transaction_id),
    ...profileWords(profile, WORDS),
    chargingSchedule: schedulePayload(profile),
  })

export const profileOf = (payload: Payload): SentProfile => ({
  id: Number(payload.chargingProfileId),
  ...sentProfile(payload, (payload.chargingSchedule ?? {}) as Payload, WORDS),
})

/** Of a purpose that 1.6 does not know no pile has any. */
export const clearing = ({ id, connector_number, purpose, stack_level }: Clearing): Payload | null => {
  const chargingProfilePurpose = purpose && wordFor(WORDS, purpose)
  if (chargingProfilePurpose === undefined) return null
  return said({
    id,
    connectorId: connector_number,
    chargingProfilePurpose,
    stackLevel: stack_level,
  })
}

export const clearingOf = (payload: Payload): Omit<Clearing, 'connector_number'> => ({
  id: orNull(payload.id),
  purpose: wordOf(WORDS.purposes, payload.chargingProfilePurpose),
  stack_level: orNull(payload.stackLevel),
})

/** What a pile answers of its schedule (6.22); null where it says none. */
export function scheduleOf({ scheduleStart, chargingSchedule }: Payload): ToldSchedule | null {
  const schedule = chargingSchedule as Payload | undefined
  const starts_at = scheduleStart ?? schedule?.startSchedule
  return schedule && typeof starts_at === 'string' ? toldSchedule(starts_at, schedule) : null
}
