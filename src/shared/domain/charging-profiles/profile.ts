/**
 * What a charging profile is, in our words and whatever a pile speaks. `pile_max` holds for the whole pile, `session_default`
 * for every session, `session` for one that runs (OCPP 1.6, 3.13.1), `priority` instead of those two for a session that is to charge
 * with priority (OCPP 2.1, 3.2).
 */
export const PURPOSES = ['pile_max', 'session_default', 'session', 'priority'] as const
export type Purpose = (typeof PURPOSES)[number]
/**
 * `relative` counts from the session's start, `recurring` begins anew each day or week, `dynamic` is one limit from its receipt on that may be
 * changed while the pile holds it (OCPP 2.1, K28).
 */
export const KINDS = ['recurring', 'relative', 'absolute', 'dynamic'] as const
export const RECURRENCIES = ['daily', 'weekly'] as const
export type Recurrency = (typeof RECURRENCIES)[number]
/** Amperes are those of each phase, watts those of all. */
export const UNITS = ['W', 'A'] as const
export type Unit = (typeof UNITS)[number]

/** More steps than any day or week needs. */
export const MOST_PERIODS = 200

/** One step of a schedule; it lasts until the next begins. */
export interface Period {
  /** Seconds from the schedule's start. */
  start: number
  /** In the schedule's unit, to a tenth. */
  limit: number
  /** Null: three, as the standard assumes. */
  phases: number | null
}

export interface ChargingProfile {
  stack_level: number
  charging_profile_purpose: Purpose
  charging_profile_kind: (typeof KINDS)[number]
  recurrency_kind: Recurrency | null
  /** Instants in ISO 8601; what is null has no bound. */
  valid_from: string | null
  valid_to: string | null
  /** Seconds; null: until it is replaced. */
  duration: number | null
  start_schedule: string | null
  charging_rate_unit: Unit
  /** Below it charging is a waste, in the schedule's unit, to a tenth. */
  min_charging_rate: number | null
  periods: readonly Period[]
  /** Of a dynamic one: every so many seconds the pile asks for the limit by itself. These are absent in what was sent before they were known. */
  dyn_update_interval?: number | null
  /** It holds no longer once the pile was away for so many seconds, until it is back (OCPP 2.1, K01.FR.101); null: it holds. */
  max_offline_duration?: number | null
  /** Nor when it is back (K01.FR.102). */
  invalid_after_offline_duration?: boolean | null
}

/** A profile as it goes to a pile: under a number, and for a session with its transaction. */
export interface SentProfile extends ChargingProfile {
  id: number
  transaction_id: string | null
}

/** What a pile says its profiles come to. */
export interface ToldSchedule {
  starts_at: string
  /** For how many seconds; null where it did not say. */
  duration: number | null
  charging_rate_unit: Unit
  periods: Period[]
}

export const DAY_S = 86_400
/** Seconds after which a recurring schedule begins anew (OCPP 1.6, errata 3.79). */
export const RECURS_S: Readonly<Record<Recurrency, number>> = { daily: DAY_S, weekly: 7 * DAY_S }

/** Volts of one phase, where amperes and watts are compared. */
export const PHASE_V = 230

/** A profile in a pile; connector 0 stands for the whole pile. */
export interface Installed<P extends ChargingProfile = ChargingProfile> {
  connector_number: number
  profile: P
  /** When the pile took it, or its limit, last; what is only drawn was not. */
  confirmed_at?: string
}

const secondsOf = (moment: string | null) => (moment === null ? null : Math.floor(Date.parse(moment) / 1000))
const tenths = (limit: number | null) => (limit === null ? null : Math.round(limit * 10))

/** Whether two say the same: a pile may write moments and figures in another way, and say what is usual. */
export function isSameProfile(one: ChargingProfile, other: ChargingProfile): boolean {
  const plain = (profile: ChargingProfile) => [
    ...[profile.charging_profile_purpose, profile.charging_profile_kind, profile.stack_level],
    ...[profile.recurrency_kind, profile.duration, profile.charging_rate_unit, tenths(profile.min_charging_rate)],
    ...[secondsOf(profile.valid_from), secondsOf(profile.valid_to)],
    // A pile notes by itself when a dynamic or a relative one begins.
    profile.charging_profile_kind === 'absolute' || profile.charging_profile_kind === 'recurring'
      ? secondsOf(profile.start_schedule)
      : null,
    profile.periods.map(({ start, limit, phases }) => [start, tenths(limit), phases ?? 3]),
  ]
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}
