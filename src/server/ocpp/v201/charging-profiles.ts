import type { SentProfile, ToldSchedule } from '../../../shared/domain/charging-profiles/profile.ts'
import { evsePlace } from '../../../shared/domain/gun-number.ts'
import type { Asking, Intent } from '../../../shared/domain/intent.ts'
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
import type { OurCall } from '../protocol.ts'
import { gunIn } from './places.ts'

/** Our words in 2.0.1's (2.9 to 2.15). */
export const WORDS: ProfileWords = {
  purposes: { pile_max: 'ChargingStationMaxProfile', session_default: 'TxDefaultProfile', session: 'TxProfile' },
  kinds: KINDS,
}

export const evseIdOf = (gun: number): number => evsePlace(gun).evse

const profilePayload = (profile: SentProfile, words: ProfileWords): Payload =>
  said({
    id: profile.id,
    transactionId: profile.transaction_id,
    ...profileWords(profile, words),
    // Of 2.1.
    dynUpdateInterval: profile.dyn_update_interval,
    maxOfflineDuration: profile.max_offline_duration,
    invalidAfterOfflineDuration: profile.invalid_after_offline_duration || null,
    // It has one of them, under the profile's own number.
    chargingSchedule: [{ id: profile.id, ...schedulePayload(profile) }],
  })

/** A profile as a call has it; null for one that our words are too few for. */
export function profileOf(payload: Payload, words: ProfileWords): SentProfile | null {
  const [schedule, ...others] = payload.chargingSchedule as Payload[]
  const { chargingProfilePurpose: purpose, chargingProfileKind: kind } = payload
  if (!schedule || others.length > 0 || !wordOf(words.purposes, purpose) || !wordOf(words.kinds, kind)) return null
  const profile = { id: Number(payload.id), ...sentProfile(payload, schedule, words), ...beyond(payload, words) }
  // In 2.1 a period may have other bounds instead.
  return profile.periods.every(({ limit }) => limit !== undefined) ? profile : null
}

/** What 2.1 has beyond 2.0.1. */
const beyond = (payload: Payload, { offline }: ProfileWords) =>
  offline && {
    dyn_update_interval: orNull<number>(payload.dynUpdateInterval),
    max_offline_duration: orNull<number>(payload.maxOfflineDuration),
    invalid_after_offline_duration: payload.invalidAfterOfflineDuration === true,
  }

/** What is to be cleared; null for purposes that our words are too few for. */
function clearingOf({ chargingProfileId, chargingProfileCriteria }: Payload, words: ProfileWords): Clearing | null {
  const { evseId, chargingProfilePurpose: word, stackLevel } = (chargingProfileCriteria ?? {}) as Payload
  const purpose = wordOf(words.purposes, word)
  if (word !== undefined && !purpose) return null
  return { id: orNull(chargingProfileId), connector_number: orNull(evseId), purpose, stack_level: orNull(stackLevel) }
}

/** A number alone tells which one; all else narrows (K10). Null: of a purpose that the version does not know no pile has any. */
function clearing({ id, connector_number, purpose, stack_level }: Clearing, words: ProfileWords): Payload | null {
  if (id !== null) return { chargingProfileId: id }
  const chargingProfilePurpose = purpose && wordFor(words, purpose)
  if (chargingProfilePurpose === undefined) return null
  const criteria = said({
    evseId: connector_number === null ? null : evseIdOf(connector_number),
    chargingProfilePurpose,
    stackLevel: stack_level,
  })
  return Object.keys(criteria).length > 0 ? { chargingProfileCriteria: criteria } : {}
}

/** How a version of OCPP 2 says what is done with profiles, by its own words. */
export const profileSay = (words: ProfileWords) => ({
  set_profile({ connector_number, profile }: Asking<'set_profile'>): OurCall | null {
    if (!canSay(profile, words)) return null
    const payload = { evseId: evseIdOf(connector_number), chargingProfile: profilePayload(profile, words) }
    return { action: 'SetChargingProfile', payload }
  },
  clear_profile(intent: Asking<'clear_profile'>): OurCall | null {
    const payload = clearing(intent, words)
    return payload && { action: 'ClearChargingProfile', payload }
  },
})

/** How such calls that a person wrote are read again. */
export const profileRead = (words: ProfileWords) => ({
  SetChargingProfile({ payload }: OurCall): Intent | null {
    const profile = profileOf(payload.chargingProfile as Payload, words)
    return profile && { ask: 'set_profile', connector_number: gunIn(payload) ?? 0, profile }
  },
  ClearChargingProfile({ payload }: OurCall): Intent | null {
    const clearing = clearingOf(payload, words)
    return clearing && { ask: 'clear_profile', ...clearing }
  },
})

/** What a pile answers of its schedule (K08); null where it says none. */
export const scheduleOf = ({ schedule }: Payload): ToldSchedule | null =>
  schedule ? toldSchedule((schedule as { scheduleStart: string }).scheduleStart, schedule as Payload) : null
