import type { SentProfile, ToldSchedule } from '../../../shared/domain/charging-profiles/profile.ts'
import {
  type Clearing,
  KINDS,
  orNull,
  type Purposes,
  periodsOf,
  profileWords,
  RECURRENCIES,
  said,
  schedulePayload,
  toldSchedule,
  unitOf,
} from '../every-version/charging-profiles.ts'
import type { Payload } from '../framing.ts'

/** Our words in OCPP 1.6's, one way and the other (7.8 to 7.14). */
const PURPOSES: Purposes = {
  pile_max: 'ChargePointMaxProfile',
  session_default: 'TxDefaultProfile',
  session: 'TxProfile',
}

const read = <K extends string>(words: Readonly<Record<K, string>>, word: unknown): K | null =>
  (Object.keys(words) as K[]).find((key) => words[key] === word) ?? null

export const profilePayload = (profile: SentProfile): Payload =>
  said({
    chargingProfileId: profile.id,
    // Ours are numbers in this protocol; a pile matches the session by it (7.8).
    transactionId: profile.transaction_id === null ? null : Number(profile.transaction_id),
    ...profileWords(profile, PURPOSES),
    chargingSchedule: schedulePayload(profile),
  })

export function profileOf(payload: Payload): SentProfile {
  const schedule = (payload.chargingSchedule ?? {}) as Payload
  const transaction = payload.transactionId
  return {
    id: Number(payload.chargingProfileId),
    transaction_id: transaction === undefined ? null : String(transaction),
    stack_level: Number(payload.stackLevel),
    charging_profile_purpose: read(PURPOSES, payload.chargingProfilePurpose) ?? 'session_default',
    charging_profile_kind: read(KINDS, payload.chargingProfileKind) ?? 'absolute',
    recurrency_kind: read(RECURRENCIES, payload.recurrencyKind),
    valid_from: orNull(payload.validFrom),
    valid_to: orNull(payload.validTo),
    duration: orNull(schedule.duration),
    start_schedule: orNull(schedule.startSchedule),
    charging_rate_unit: unitOf(schedule),
    min_charging_rate: orNull(schedule.minChargingRate),
    periods: periodsOf(schedule),
  }
}

export const clearing = ({ id, connector_number, purpose, stack_level }: Clearing): Payload =>
  said({
    id,
    connectorId: connector_number,
    chargingProfilePurpose: purpose && PURPOSES[purpose],
    stackLevel: stack_level,
  })

export const clearingOf = (payload: Payload): Omit<Clearing, 'connector_number'> => ({
  id: orNull(payload.id),
  purpose: read(PURPOSES, payload.chargingProfilePurpose),
  stack_level: orNull(payload.stackLevel),
})

/** What a pile answers of its schedule (6.22); null where it says none. */
export function scheduleOf({ scheduleStart, chargingSchedule }: Payload): ToldSchedule | null {
  const schedule = chargingSchedule as Payload | undefined
  const starts_at = scheduleStart ?? schedule?.startSchedule
  return schedule && typeof starts_at === 'string' ? toldSchedule(starts_at, schedule) : null
}
