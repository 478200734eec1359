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

/** Our words in OCPP 1.6's, one way and the other (7.8 to 7.14). */
const PURPOSES: Readonly<Record<Purpose, string>> = {
  pile_max: 'ChargePointMaxProfile',
  session_default: 'TxDefaultProfile',
  session: 'TxProfile',
}
const KINDS: Readonly<Record<ChargingProfile['charging_profile_kind'], string>> = {
  absolute: 'Absolute',
  recurring: 'Recurring',
  relative: 'Relative',
}
const RECURRENCIES: Readonly<Record<Recurrency, string>> = { daily: 'Daily', weekly: 'Weekly' }

const read = <K extends string>(words: Readonly<Record<K, string>>, word: unknown): K | null =>
  (Object.keys(words) as K[]).find((key) => words[key] === word) ?? null

/** What is null is left out: the standard has no nulls. */
const said = (payload: Payload): Payload =>
  Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== null && value !== undefined))

export const profilePayload = (profile: SentProfile): Payload =>
  said({
    chargingProfileId: profile.id,
    // Ours are numbers in this protocol; a pile matches the session by it (7.8).
    transactionId: profile.transaction_id === null ? null : Number(profile.transaction_id),
    stackLevel: profile.stack_level,
    chargingProfilePurpose: PURPOSES[profile.charging_profile_purpose],
    chargingProfileKind: KINDS[profile.charging_profile_kind],
    recurrencyKind: profile.recurrency_kind && RECURRENCIES[profile.recurrency_kind],
    validFrom: profile.valid_from,
    validTo: profile.valid_to,
    chargingSchedule: said({
      duration: profile.duration,
      startSchedule: profile.start_schedule,
      chargingRateUnit: profile.charging_rate_unit,
      chargingSchedulePeriod: profile.periods.map(({ start, limit, phases }) =>
        said({ startPeriod: start, limit, numberPhases: phases }),
      ),
      minChargingRate: profile.min_charging_rate,
    }),
  })

interface SaidPeriod {
  startPeriod: number
  limit: number
  numberPhases?: number
}

const periodsOf = (schedule: Payload): Period[] =>
  ((schedule.chargingSchedulePeriod ?? []) as SaidPeriod[]).map(({ startPeriod: start, limit, numberPhases }) => ({
    start,
    limit,
    phases: numberPhases ?? null,
  }))

const orNull = <T>(value: unknown): T | null => (value as T | undefined) ?? null

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

const unitOf = ({ chargingRateUnit }: Payload): Unit => (chargingRateUnit === 'A' ? 'A' : 'W')

interface Clearing {
  id: number | null
  connector_number: number | null
  purpose: Purpose | null
  stack_level: number | null
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
  if (!schedule || typeof starts_at !== 'string') return null
  return {
    starts_at,
    duration: orNull(schedule.duration),
    charging_rate_unit: unitOf(schedule),
    periods: periodsOf(schedule),
  }
}
