import type { SentProfile, ToldSchedule } from '../../../shared/domain/charging-profiles/profile.ts'
import { evsePlace } from '../../../shared/domain/gun-number.ts'
import {
  type Clearing,
  KINDS,
  orNull,
  type Purposes,
  profileWords,
  said,
  schedulePayload,
  sentProfile,
  toldSchedule,
  wordOf,
} from '../every-version/charging-profiles.ts'
import type { Payload } from '../framing.ts'

/** Our words in 2.0.1's (2.9 to 2.15). */
const PURPOSES: Purposes = {
  pile_max: 'ChargingStationMaxProfile',
  session_default: 'TxDefaultProfile',
  session: 'TxProfile',
}

export const evseIdOf = (gun: number): number => evsePlace(gun).evse

export const profilePayload = (profile: SentProfile): Payload =>
  said({
    id: profile.id,
    transactionId: profile.transaction_id,
    ...profileWords(profile, PURPOSES),
    // It has one of them, under the profile's own number.
    chargingSchedule: [{ id: profile.id, ...schedulePayload(profile) }],
  })

/** A profile as a call has it; null for one that our words are too few for. */
export function profileOf(payload: Payload): SentProfile | null {
  const [schedule, ...others] = payload.chargingSchedule as Payload[]
  const { chargingProfilePurpose: purpose, chargingProfileKind: kind } = payload
  if (!schedule || others.length > 0 || !wordOf(PURPOSES, purpose) || !wordOf(KINDS, kind)) return null
  const profile = { id: Number(payload.id), ...sentProfile(payload, schedule, PURPOSES) }
  // In 2.1 a period may have other bounds instead.
  return profile.periods.every(({ limit }) => limit !== undefined) ? profile : null
}

/** What is to be cleared; null for purposes that our words are too few for. */
export function clearingOf({ chargingProfileId, chargingProfileCriteria }: Payload): Clearing | null {
  const { evseId, chargingProfilePurpose: word, stackLevel } = (chargingProfileCriteria ?? {}) as Payload
  const purpose = wordOf(PURPOSES, word)
  if (word !== undefined && !purpose) return null
  return { id: orNull(chargingProfileId), connector_number: orNull(evseId), purpose, stack_level: orNull(stackLevel) }
}

/** A number alone tells which one; all else narrows (K10). */
export function clearing({ id, connector_number, purpose, stack_level }: Clearing): Payload {
  if (id !== null) return { chargingProfileId: id }
  const criteria = said({
    evseId: connector_number === null ? null : evseIdOf(connector_number),
    chargingProfilePurpose: purpose && PURPOSES[purpose],
    stackLevel: stack_level,
  })
  return Object.keys(criteria).length > 0 ? { chargingProfileCriteria: criteria } : {}
}

/** What a pile answers of its schedule (K08); null where it says none. */
export const scheduleOf = ({ schedule }: Payload): ToldSchedule | null =>
  schedule ? toldSchedule((schedule as { scheduleStart: string }).scheduleStart, schedule as Payload) : null
