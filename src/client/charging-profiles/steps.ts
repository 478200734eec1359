import {
  type ChargingProfile,
  DAY_S,
  type Period,
  PHASE_V,
  RECURS_S,
  type Unit,
} from '../../shared/domain/charging-profiles/profile.ts'
import type { Draft } from '../kit/fields/draft.ts'
import type { Format } from '../kit/i18n/format.ts'

const HOUR_S = 3600
/** How far an arrow or a drag moves at once: a quarter of an hour, half a kilowatt, an ampere. */
export const STEP_S = 900
export const STEP: Readonly<Record<Unit, number>> = { W: 500, A: 1 }
/** Units of the standard in one that people read. */
export const SCALE: Readonly<Record<Unit, number>> = { W: 1000, A: 1 }
export const SIGN: Readonly<Record<Unit, string>> = { W: 'kW', A: 'A' }
/** Whole figures without a digit behind the point. */
export const digitsOf = (limit: number, unit: Unit): number => (limit % SCALE[unit] === 0 ? 0 : 1)

/** A limit in the unit that people read. */
export const limitText = (limit: number, unit: Unit, format: Format): string =>
  format.quantity(limit / SCALE[unit], SIGN[unit], digitsOf(limit, unit))

/** What an empty chart reaches to. */
const LEAST_TOP: Readonly<Record<Unit, number>> = { W: 12_000, A: 32 }

/** Steps without a number of phases use all. */
const ALL_PHASES = 3

type Figures = Pick<ChargingProfile, 'charging_rate_unit' | 'periods' | 'min_charging_rate'>

export type Timing = Pick<ChargingProfile, 'charging_profile_kind' | 'recurrency_kind' | 'duration' | 'start_schedule'>

/** The seconds that the chart shows: a day or a week where it repeats, else as long as it lasts. */
export function spanOf(
  { charging_profile_kind, recurrency_kind, duration }: Timing,
  periods: readonly Period[],
): number {
  if (charging_profile_kind === 'recurring') return RECURS_S[recurrency_kind ?? 'daily']
  const last = periods.at(-1)?.start ?? 0
  return duration ?? Math.max(DAY_S, Math.ceil((last + HOUR_S) / HOUR_S) * HOUR_S)
}

/** A round figure above all limits, with room to draw higher. */
export function topOf(limits: readonly number[], unit: Unit): number {
  const most = Math.max(LEAST_TOP[unit], ...limits.map((limit) => limit * 1.1))
  const size = 10 ** Math.floor(Math.log10(most))
  return [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10].map((figure) => figure * size).find((round) => round >= most) ?? most
}

const between = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** Moves where a step begins; it keeps a quarter of an hour to each side. The first begins at zero. */
export function moveStart(periods: readonly Period[], at: number, start: number, span: number): Period[] {
  const least = (periods[at - 1]?.start ?? 0) + STEP_S
  const most = (periods[at + 1]?.start ?? span) - STEP_S
  if (at === 0 || least > most) return [...periods]
  const moved = between(Math.round(start / STEP_S) * STEP_S, least, most)
  return periods.map((period, index) => (index === at ? { ...period, start: moved } : period))
}

export const setPeriod = (periods: readonly Period[], at: number, change: Partial<Period>): Period[] =>
  periods.map((period, index) => (index === at ? { ...period, ...change } : period))

/** To the nearest step, never below zero. */
export const levelAt = (limit: number, unit: Unit): number => Math.max(0, Math.round(limit / STEP[unit]) * STEP[unit])

/** Halves the longest step: the second half is a new one. */
export function addStep(periods: readonly Period[], span: number, unit: Unit): Period[] {
  if (periods.length === 0) return [{ start: 0, limit: LEAST_TOP[unit], phases: null }]
  const lengths = periods.map((period, at) => (periods[at + 1]?.start ?? span) - period.start)
  const longest = lengths.indexOf(Math.max(...lengths))
  const period = periods[longest]
  const half = Math.round((lengths[longest] ?? 0) / 2 / STEP_S) * STEP_S
  if (!period || half < STEP_S) return [...periods]
  return periods.toSpliced(longest + 1, 0, { ...period, start: period.start + half })
}

/** Without the step; the first one's time goes to the next. */
export function dropStep(periods: readonly Period[], at: number): Period[] {
  const left = periods.toSpliced(at, 1)
  return at === 0 ? setPeriod(left, 0, { start: 0 }) : left
}

/** Its figures in the other unit: by 230 V and the phases of each step, three where it does not say. */
export function inUnit({ charging_rate_unit, periods, min_charging_rate }: Figures, unit: Unit): Figures {
  const figure = (rate: number, phases: number | null) => {
    if (charging_rate_unit === unit) return rate
    const watts = PHASE_V * (phases ?? ALL_PHASES)
    return unit === 'A' ? Math.round((rate / watts) * 10) / 10 : Math.round(rate * watts)
  }
  return {
    charging_rate_unit: unit,
    periods: periods.map((period) => ({ ...period, limit: figure(period.limit, period.phases) })),
    min_charging_rate: min_charging_rate === null ? null : figure(min_charging_rate, null),
  }
}

/** What the chart shows of a schedule: seconds from its start, and how many. `again`: it is drawn over and over. */
export interface View {
  from: number
  span: number
  again: boolean
}

/** A day of a longer schedule, or all of it; a day that repeats, as a week of it. */
export function viewOf(whole: number, shown: 'day' | 'week', day: number): View {
  if (whole > DAY_S && shown === 'day')
    return { from: day * DAY_S, span: Math.min(DAY_S, whole - day * DAY_S), again: false }
  return whole === DAY_S && shown === 'week'
    ? { from: 0, span: 7 * DAY_S, again: true }
    : { from: 0, span: whole, again: false }
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''

/**
 * What says nothing of a profile of this kind is not asked for, unless it was filled in before and has to be taken out by hand; its unit is chosen
 * above the chart.
 */
export function asks(name: string, draft: Draft): boolean {
  const { charging_profile_kind: kind, charging_profile_purpose: purpose } = draft
  switch (name) {
    case 'charging_rate_unit':
      return false
    case 'recurrency_kind':
      return kind === 'recurring'
    case 'start_schedule':
      return kind !== 'relative' && (kind !== 'dynamic' || isFilled(draft[name]))
    case 'duration':
      return purpose !== 'priority' || isFilled(draft[name])
    case 'dyn_update_interval':
      return kind === 'dynamic' || isFilled(draft[name])
    case 'invalid_after_offline_duration':
      return isFilled(draft.max_offline_duration) || draft[name] === true
    default:
      return true
  }
}

const filled = <T>(value: unknown): T | null => (value === undefined || value === '' ? null : (value as T | null))

/** What a form holds as a profile; what is not filled in yet is null, zero or usual. */
export const profileOf = (draft: Draft): ChargingProfile => ({
  stack_level: typeof draft.stack_level === 'number' ? draft.stack_level : 0,
  charging_profile_purpose: (draft.charging_profile_purpose ??
    'session_default') as ChargingProfile['charging_profile_purpose'],
  charging_profile_kind: (draft.charging_profile_kind ?? 'absolute') as ChargingProfile['charging_profile_kind'],
  recurrency_kind: filled(draft.recurrency_kind),
  valid_from: filled(draft.valid_from),
  valid_to: filled(draft.valid_to),
  duration: typeof draft.duration === 'number' ? draft.duration : null,
  start_schedule: filled(draft.start_schedule),
  charging_rate_unit: (draft.charging_rate_unit ?? 'W') as Unit,
  min_charging_rate: typeof draft.min_charging_rate === 'number' ? draft.min_charging_rate : null,
  periods: (draft.periods ?? []) as Period[],
  dyn_update_interval: typeof draft.dyn_update_interval === 'number' ? draft.dyn_update_interval : null,
  max_offline_duration: typeof draft.max_offline_duration === 'number' ? draft.max_offline_duration : null,
  invalid_after_offline_duration: draft.invalid_after_offline_duration === true,
})
