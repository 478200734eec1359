import { type ChargingProfile, MOST_PERIODS, RECURS_S, type Unit } from './profile.ts'

/** What is wrong, at a field (`periods.2.limit`): a key of the locales' `errors` with its figures. */
export interface Flaw {
  field: string
  key: string
  figures?: Record<string, string | number>
}

/** What a pile takes, by its configuration (OCPP 1.6, 3.13.5). */
export interface Allowed {
  max_stack_level?: number | null
  max_periods?: number | null
  units?: readonly Unit[] | null
}

/** Another profile that would be at the same place. */
export interface Other
  extends Pick<ChargingProfile, 'charging_profile_purpose' | 'stack_level' | 'valid_from' | 'valid_to'> {
  name: string
}

export interface FlawContext {
  /** Where it is to go; without it what depends on the place is not asked. */
  place?: { connector_number: number; session: boolean }
  allowed?: Allowed
  others?: readonly Other[]
}

export const MOST_STACK_LEVEL = 100

/** What the standard, the pile or a profile that is there already forbids, each at its field (OCPP 1.6, 3.13, 5.16 and 7.8). */
export const flawsOf = (profile: ChargingProfile, context: FlawContext = {}): Flaw[] => [
  ...flawsOfTimes(profile),
  ...flawsOfPeriods(profile, context.allowed ?? {}),
  ...flawsOfStack(profile, context),
  ...(context.place ? flawsOfPlace(profile, context.place) : []),
  ...(context.allowed?.units?.includes(profile.charging_rate_unit) === false
    ? [{ field: 'charging_rate_unit', key: 'profile_unit_not_taken', figures: { unit: context.allowed.units.join() } }]
    : []),
]

function flawsOfTimes(profile: ChargingProfile): Flaw[] {
  const { charging_profile_kind: kind, recurrency_kind, start_schedule, duration, valid_from, valid_to } = profile
  const flaws: Flaw[] = []
  const flaw = (wrong: boolean, field: string, key: string, figures?: Flaw['figures']) =>
    wrong && flaws.push({ field, key, ...(figures && { figures }) })
  const recurring = kind === 'recurring'
  flaw(recurring && recurrency_kind === null, 'recurrency_kind', 'required')
  flaw(!recurring && recurrency_kind !== null, 'recurrency_kind', 'profile_recurs_only_recurring')
  flaw(recurring && start_schedule === null, 'start_schedule', 'required')
  flaw(kind === 'relative' && start_schedule !== null, 'start_schedule', 'profile_relative_start')
  flaw(
    kind === 'relative' && profile.charging_profile_purpose === 'pile_max',
    'charging_profile_kind',
    'profile_pile_relative',
  )
  flaw(recurring && duration === null, 'duration', 'required')
  // It lasts until the session or the priority ends (OCPP 2.1, K01.FR.70, K01.FR.73), and so does not begin anew each day.
  const isPriority = profile.charging_profile_purpose === 'priority'
  flaw(isPriority && recurring, 'charging_profile_kind', 'profile_priority_recurs')
  flaw(isPriority && !recurring && duration !== null, 'duration', 'profile_priority_lasts')
  flaw(kind === 'dynamic' && start_schedule !== null, 'start_schedule', 'profile_dynamic_start')
  // OCPP 2.1, K28.FR.04 and K01.FR.122.
  const { dyn_update_interval: interval, max_offline_duration: offline } = profile
  flaw(kind !== 'dynamic' && interval != null, 'dyn_update_interval', 'profile_interval_only_dynamic')
  flaw(
    profile.invalid_after_offline_duration === true && offline == null,
    'max_offline_duration',
    'profile_offline_unsaid',
  )
  flaw(duration !== null && duration <= 0, 'duration', 'too_small', { min: 1 })
  const most = recurring && recurrency_kind ? RECURS_S[recurrency_kind] : Number.POSITIVE_INFINITY
  flaw(duration !== null && duration > most, 'duration', 'profile_too_long', { hours: most / 3600 })
  const backwards = valid_from !== null && valid_to !== null && Date.parse(valid_to) <= Date.parse(valid_from)
  flaw(backwards, 'valid_to', 'profile_ends_before')
  return flaws
}

function flawsOfPeriods(profile: ChargingProfile, { max_periods }: Allowed): Flaw[] {
  const { periods, duration, min_charging_rate: least } = profile
  const most = max_periods ?? MOST_PERIODS
  if (periods.length === 0) return [{ field: 'periods', key: 'required' }]
  const many = periods.length > most ? [{ field: 'periods', key: 'too_many', figures: { max: most } }] : []
  const each = periods.flatMap((_, at) =>
    flawsOfPeriod(profile, at).map(([name, key, figures]) => ({
      field: `periods.${at}.${name}`,
      key,
      ...(figures && { figures }),
    })),
  )
  // OCPP 2.1, K28.FR.01.
  if (profile.charging_profile_kind === 'dynamic' && periods.length > 1)
    return [{ field: 'periods', key: 'profile_dynamic_one' }]
  const late = duration !== null && duration > 0 ? periods.findIndex(({ start }) => start >= duration) : -1
  const behind = late > 0 ? [{ field: `periods.${late}.start`, key: 'profile_period_behind_end' }] : []
  return [...many, ...each, ...behind, ...(least === null ? [] : flawsOfRate(least, 'min_charging_rate'))]
}

type OfPeriod = [name: string, key: string, figures?: Flaw['figures']]

function flawsOfPeriod({ periods }: ChargingProfile, at: number): OfPeriod[] {
  const period = periods[at]
  const before = periods[at - 1]
  if (!period) return []
  const flaws: OfPeriod[] = []
  if (!Number.isInteger(period.start)) flaws.push(['start', 'whole_number'])
  else if (!before && period.start !== 0) flaws.push(['start', 'profile_first_period'])
  else if (before && period.start <= before.start) flaws.push(['start', 'profile_periods_rise'])
  for (const { key, figures } of flawsOfRate(period.limit, '')) flaws.push(['limit', key, figures])
  if (period.phases !== null && ![1, 2, 3].includes(period.phases))
    flaws.push(['phases', 'out_of_range', { min: 1, max: 3 }])
  return flaws
}

/** At most one digit behind the point (OCPP 1.6, 7.13 and 7.14). */
function flawsOfRate(rate: number, field: string): Flaw[] {
  if (!Number.isFinite(rate)) return [{ field, key: 'not_a_number' }]
  if (rate < 0) return [{ field, key: 'too_small', figures: { min: 0 } }]
  return Number(rate.toFixed(1)) === rate ? [] : [{ field, key: 'too_fine', figures: { digits: 1 } }]
}

function flawsOfStack(profile: ChargingProfile, { allowed = {}, others = [] }: FlawContext): Flaw[] {
  const { stack_level: level, charging_profile_purpose: purpose } = profile
  const max = allowed.max_stack_level ?? MOST_STACK_LEVEL
  if (!Number.isInteger(level) || level < 0 || level > max)
    return [{ field: 'stack_level', key: 'out_of_range', figures: { min: 0, max } }]
  // Two of a purpose and level cannot be in a pile: the later one would push the other out (OCPP 1.6, 3.13.2).
  const rival = others.find(
    (other) => other.charging_profile_purpose === purpose && other.stack_level === level && meet(profile, other),
  )
  return rival ? [{ field: 'stack_level', key: 'profile_overlaps', figures: { other: rival.name } }] : []
}

type Validity = Pick<ChargingProfile, 'valid_from' | 'valid_to'>
const from = ({ valid_from }: Validity) => (valid_from ? Date.parse(valid_from) : Number.NEGATIVE_INFINITY)
const to = ({ valid_to }: Validity) => (valid_to ? Date.parse(valid_to) : Number.POSITIVE_INFINITY)
const meet = (a: Validity, b: Validity) => from(a) < to(b) && from(b) < to(a)

function flawsOfPlace(
  { charging_profile_purpose: purpose }: ChargingProfile,
  { connector_number, session }: NonNullable<FlawContext['place']>,
): Flaw[] {
  const field = 'connector_number'
  if (purpose === 'pile_max') return connector_number === 0 ? [] : [{ field, key: 'profile_pile_place' }]
  if (purpose !== 'session') return []
  if (connector_number === 0) return [{ field, key: 'profile_session_place' }]
  return session ? [] : [{ field, key: 'profile_no_session' }]
}
