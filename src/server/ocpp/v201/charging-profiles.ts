import type {
  ChargingProfile,
  Purpose,
  Recurrency,
  SentProfile,
  ToldSchedule,
} from '../../../shared/domain/charging-profiles/profile.ts'
import { evsePlace } from '../../../shared/domain/gun-number.ts'
import type { Payload } from '../framing.ts'

/** Our words in 2.0.1's (2.9 to 2.15). */
const PURPOSES: Readonly<Record<Purpose, string>> = {
  pile_max: 'ChargingStationMaxProfile',
  session_default: 'TxDefaultProfile',
  session: 'TxProfile',
}
const KINDS: Readonly<Record<ChargingProfile['charging_profile_kind'], string>> = {
  absolute: 'Absolute',
  recurring: 'Recurring',
  relative: 'Relative',
}
const RECURRENCIES: Readonly<Record<Recurrency, string>> = { daily: 'Daily', weekly: 'Weekly' }

/** What is null is left out: the standard has no nulls. */
const said = (payload: Payload): Payload =>
  Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== null && value !== undefined))

export const evseIdOf = (gun: number): number => evsePlace(gun).evse

export const profilePayload = (profile: SentProfile): Payload =>
  said({
    id: profile.id,
    transactionId: profile.transaction_id,
    stackLevel: profile.stack_level,
    chargingProfilePurpose: PURPOSES[profile.charging_profile_purpose],
    chargingProfileKind: KINDS[profile.charging_profile_kind],
    recurrencyKind: profile.recurrency_kind && RECURRENCIES[profile.recurrency_kind],
    validFrom: profile.valid_from,
    validTo: profile.valid_to,
    chargingSchedule: [
      said({
        // It has one of them, under the profile's own number.
        id: profile.id,
        duration: profile.duration,
        startSchedule: profile.start_schedule,
        chargingRateUnit: profile.charging_rate_unit,
        chargingSchedulePeriod: profile.periods.map(({ start, limit, phases }) =>
          said({ startPeriod: start, limit, numberPhases: phases }),
        ),
        minChargingRate: profile.min_charging_rate,
      }),
    ],
  })

interface Clearing {
  id: number | null
  connector_number: number | null
  purpose: Purpose | null
  stack_level: number | null
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

interface SaidSchedule {
  scheduleStart: string
  duration: number
  chargingRateUnit: 'A' | 'W'
  chargingSchedulePeriod: { startPeriod: number; limit: number; numberPhases?: number }[]
}

/** What a pile answers of its schedule (K08); null where it says none. */
export function scheduleOf({ schedule }: Payload): ToldSchedule | null {
  if (!schedule) return null
  const { scheduleStart, duration, chargingRateUnit, chargingSchedulePeriod } = schedule as SaidSchedule
  return {
    starts_at: scheduleStart,
    duration,
    charging_rate_unit: chargingRateUnit,
    periods: chargingSchedulePeriod.map(({ startPeriod: start, limit, numberPhases }) => ({
      ...{ start, limit },
      phases: numberPhases ?? null,
    })),
  }
}
