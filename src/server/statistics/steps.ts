import type { StatisticKind } from '../../shared/endpoints/statistics.ts'
import { daysIn, type Span } from './periods.ts'

const DAY_MS = 86_400_000
const dayAfter = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
const daysOf = ({ from, to }: Span) => Array.from({ length: daysIn({ from, to }) }, (_, at) => dayAfter(from, at))
const once = (keys: readonly string[]) => [...new Set(keys)]

/** The Monday of a day's week. */
function mondayOf(date: string): string {
  const fromMonday = (new Date(date).getUTCDay() + 6) % 7
  return dayAfter(date, -fromMonday)
}

/** The times of a period in their order, those without a session among them; null of what is no time. */
export function stepsOf(by: StatisticKind, span: Span): string[] | null {
  if (by === 'hour') return numbers(0, 23)
  if (by === 'weekday') return numbers(1, 7)
  if (by === 'day') return daysOf(span)
  if (by === 'week') return once(daysOf(span).map(mondayOf))
  if (by === 'month') return once(daysOf(span).map((date) => `${date.slice(0, 7)}-01`))
  return null
}
