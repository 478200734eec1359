import type { StatisticFigures, StatisticKind, Statistics } from '../../shared/endpoints/statistics.ts'
import type { Format } from '../kit/i18n/format.ts'
import { wholeMoney } from '../kit/i18n/whole-money.ts'

/** How a figure is written: its unit, and how much of it is one of the unit. */
const UNITS = {
  money: { unit: '¥', of: 100, digits: 2 },
  energy: { unit: 'kWh', of: 1000, digits: 2 },
  count: { unit: '', of: 1, digits: 0 },
  hours: { unit: 'h', of: 3600, digits: 1 },
  minutes: { unit: 'min', of: 60, digits: 1 },
  share: { unit: '%', of: 100, digits: 2 },
} as const

const SECONDS_OF_HOUR = 3_600

/** From ten megawatt-hours up nobody reads kilowatt-hours. */
const MANY_WH = 10_000_000

/** A figure of statistics. `bad`: more of it is bad news. */
export interface Measure {
  key: string
  kind: keyof typeof UNITS
  of: (figures: StatisticFigures) => number | null
  bad?: true
}

const ratio = (part: number | null, whole: number) => (part === null || whole === 0 ? null : part / whole)
const less = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b)

/** What is told of each group, in this order. The words are under `measures` in the locales. */
export const MEASURES: readonly Measure[] = [
  { key: 'income', kind: 'money', of: ({ income_cents }) => income_cents },
  { key: 'energy', kind: 'energy', of: ({ energy_wh }) => energy_wh },
  { key: 'sessions', kind: 'count', of: ({ sessions }) => sessions },
  { key: 'energy_each', kind: 'energy', of: ({ energy_wh, sessions }) => ratio(energy_wh, sessions) },
  { key: 'income_each', kind: 'money', of: ({ income_cents, sessions }) => ratio(income_cents, sessions) },
  { key: 'time_each', kind: 'minutes', of: ({ charging_seconds, sessions }) => ratio(charging_seconds, sessions) },
  { key: 'utilisation', kind: 'share', of: ({ utilisation }) => utilisation },
  { key: 'availability', kind: 'share', of: ({ availability }) => availability },
  {
    key: 'first_right',
    kind: 'share',
    of: ({ sessions, failed_sessions }) => ratio((sessions - failed_sessions) * 10_000, sessions),
  },
  { key: 'electricity', kind: 'money', of: ({ electricity_cents }) => electricity_cents },
  { key: 'service', kind: 'money', of: ({ service_cents }) => service_cents },
  { key: 'occupation', kind: 'money', of: ({ occupation_cents }) => occupation_cents },
  { key: 'refunds', kind: 'money', of: ({ refunded_cents }) => refunded_cents, bad: true },
  { key: 'cost', kind: 'money', of: ({ cost_cents }) => cost_cents, bad: true },
  { key: 'margin', kind: 'money', of: ({ income_cents, cost_cents }) => less(income_cents, cost_cents) },
  { key: 'charging', kind: 'hours', of: ({ charging_seconds }) => charging_seconds },
  { key: 'occupied', kind: 'hours', of: ({ occupied_seconds }) => occupied_seconds, bad: true },
  {
    key: 'occupied_hour',
    kind: 'money',
    of: ({ occupation_cents, occupied_seconds }) => ratio(occupation_cents, occupied_seconds / SECONDS_OF_HOUR),
  },
  { key: 'owed', kind: 'money', of: ({ owed_cents }) => owed_cents, bad: true },
  { key: 'faults', kind: 'count', of: ({ faults }) => faults, bad: true },
  {
    key: 'repair',
    kind: 'hours',
    of: ({ repairs, repair_seconds }) => ratio(repair_seconds ?? 0, repairs ?? 0),
    bad: true,
  },
  { key: 'guns', kind: 'count', of: ({ guns }) => guns },
]

/** A fault is no session's. */
const OF_FAULTS = new Set(['faults', 'repair'])

/** Those of which at least one group tells something. */
export const measuresOf = (figures: readonly StatisticFigures[], by?: StatisticKind): Measure[] =>
  MEASURES.filter(({ key, of }) => (by !== 'fault' || OF_FAULTS.has(key)) && figures.some((each) => of(each) !== null))

/** Those that the rows tell something of. */
export const toldIn = ({ rows }: Statistics, by: StatisticKind) =>
  measuresOf(
    rows.map(({ now }) => now),
    by,
  )

/** In words; `beside` is the largest of its column, whose unit is that of all. */
export function textOf({ kind }: Measure, value: number | null, format: Format, beside = value ?? 0): string {
  if (value === null) return '–'
  if (kind === 'money') return wholeMoney(format, Math.round(value))
  if (kind === 'energy')
    return beside >= MANY_WH ? format.quantity(value / 1_000_000, 'MWh', 1) : format.quantity(value / 1000, 'kWh', 2)
  const { unit, of, digits } = UNITS[kind]
  return format.quantity(value / of, unit || undefined, digits)
}

/** The same without its unit, for a sheet. */
export const plainOf = ({ kind }: Measure, value: number | null): string =>
  value === null ? '' : (value / UNITS[kind].of).toFixed(UNITS[kind].digits)

/** The unit in the head of a sheet's column. */
export const unitOf = ({ kind }: Measure): string => UNITS[kind].unit
