import type {
  ChargingProfile,
  Period,
  Purpose,
  Recurrency,
  SentProfile,
  ToldSchedule,
  Unit,
} from '../../../shared/domain/charging-profiles/profile.ts'
import type { Payload } from '../framing.ts'

/* What every version calls alike in charging profiles: OCPP 1.6, 7.8 to 7.14; 2.0.1, 2.9 to 2.15. */

/** A version's own names; what it has none for it cannot say. */
export interface ProfileWords {
  purposes: Readonly<Partial<Record<Purpose, string>>>
  kinds: Readonly<Partial<Record<ChargingProfile['charging_profile_kind'], string>>>
  /** It knows how long a profile holds while its pile is away. */
  offline?: true
}

/** Whether a version has words for all of a profile. */
export const canSay = (profile: SentProfile, { purposes, kinds, offline }: ProfileWords): boolean =>
  profile.charging_profile_purpose in purposes &&
  profile.charging_profile_kind in kinds &&
  (offline === true || profile.max_offline_duration == null)

/** A version's word for a purpose; undefined where it has none. */
export const wordFor = ({ purposes }: ProfileWords, purpose: Purpose): string | undefined => purposes[purpose]

/** Those that every version has. */
export const KINDS = { absolute: 'Absolute', recurring: 'Recurring', relative: 'Relative' } as const
export const RECURRENCIES: Readonly<Record<Recurrency, string>> = { daily: 'Daily', weekly: 'Weekly' }

/** What is null is left out: the standard has no nulls. */
export const said = (payload: Payload): Payload =>
  Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== null && value !== undefined))

/** What a version's word means in ours; null for another one. */
export const wordOf = <K extends string>(words: Readonly<Partial<Record<K, string>>>, word: unknown): K | null =>
  (Object.keys(words) as K[]).find((key) => words[key] === word) ?? null

export const orNull = <T>(value: unknown): T | null => (value as T | undefined) ?? null

/** A profile without its number, its transaction and its schedule. */
export const profileWords = (profile: SentProfile, { purposes, kinds }: ProfileWords): Payload => ({
  stackLevel: profile.stack_level,
  chargingProfilePurpose: purposes[profile.charging_profile_purpose],
  chargingProfileKind: kinds[profile.charging_profile_kind],
  recurrencyKind: profile.recurrency_kind && RECURRENCIES[profile.recurrency_kind],
  validFrom: profile.valid_from,
  validTo: profile.valid_to,
})

export const schedulePayload = (profile: SentProfile): Payload =>
  said({
    duration: profile.duration,
    startSchedule: profile.start_schedule,
    chargingRateUnit: profile.charging_rate_unit,
    chargingSchedulePeriod: profile.periods.map(({ start, limit, phases }) =>
      said({ startPeriod: start, limit, numberPhases: phases }),
    ),
    minChargingRate: profile.min_charging_rate,
  })

export interface Clearing {
  id: number | null
  connector_number: number | null
  purpose: Purpose | null
  stack_level: number | null
}

interface SaidPeriod {
  startPeriod: number
  limit: number
  numberPhases?: number
}

export const periodsOf = (schedule: Payload): Period[] =>
  ((schedule.chargingSchedulePeriod ?? []) as SaidPeriod[]).map(({ startPeriod: start, limit, numberPhases }) => ({
    start,
    limit,
    phases: numberPhases ?? null,
  }))

/** A profile with one schedule, as a call that a person wrote has it. */
export const sentProfile = (
  payload: Payload,
  schedule: Payload,
  { purposes, kinds }: ProfileWords,
): Omit<SentProfile, 'id'> => ({
  transaction_id: payload.transactionId === undefined ? null : String(payload.transactionId),
  stack_level: Number(payload.stackLevel),
  charging_profile_purpose: wordOf(purposes, payload.chargingProfilePurpose) ?? 'session_default',
  charging_profile_kind: wordOf(kinds, payload.chargingProfileKind) ?? 'absolute',
  recurrency_kind: wordOf(RECURRENCIES, payload.recurrencyKind),
  valid_from: orNull(payload.validFrom),
  valid_to: orNull(payload.validTo),
  duration: orNull(schedule.duration),
  start_schedule: orNull(schedule.startSchedule),
  charging_rate_unit: unitOf(schedule),
  min_charging_rate: orNull(schedule.minChargingRate),
  periods: periodsOf(schedule),
})

export const unitOf = ({ chargingRateUnit }: Payload): Unit => (chargingRateUnit === 'A' ? 'A' : 'W')

/** What a pile answers of its schedule, from when on. */
export const toldSchedule = (starts_at: string, schedule: Payload): ToldSchedule => ({
  starts_at,
  duration: orNull(schedule.duration),
  charging_rate_unit: unitOf(schedule),
  periods: periodsOf(schedule),
})
