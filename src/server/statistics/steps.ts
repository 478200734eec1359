import type { StatisticKind, TimeKind } from '../../shared/endpoints/statistics.ts'
import { daysIn, plusDays } from '../kit/figures/periods.ts'
import type { DaySpan } from '../kit/figures/read.ts'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
const daysOf = ({ from, to }: DaySpan) => Array.from({ length: daysIn({ from, to }) }, (_, at) => plusDays(from, at))
const once = (keys: readonly string[]) => [...new Set(keys)]

/** The Monday of a day's week. */
function mondayOf(date: string): string {
  const fromMonday = (new Date(date).getUTCDay() + 6) % 7
  return plusDays(date, -fromMonday)
}

/** The times of a period in their order, those without a session among them. */
const STEPS: Record<TimeKind, (span: DaySpan) => string[]> = {
  day: daysOf,
  week: (span) => once(daysOf(span).map(mondayOf)),
  month: (span) => once(daysOf(span).map((date) => `${date.slice(0, 7)}-01`)),
  hour: () => numbers(0, 23),
  weekday: () => numbers(1, 7),
  weekday_hour: () => numbers(1, 7).flatMap((weekday) => numbers(0, 23).map((hour) => `${weekday}-${hour}`)),
}
export const stepsOf = (by: TimeKind, span: DaySpan): string[] => STEPS[by](span)

/** The kind's part of the calendar; none for what comes again each day or week, and for what is no time. */
export const calendarStepOf = (by: StatisticKind): 'day' | 'week' | 'month' | null =>
  by === 'day' || by === 'week' || by === 'month' ? by : null
