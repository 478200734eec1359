import type { DaySpan } from './read.ts'

const DAY_MS = 86_400_000
const day = (at: number) => new Date(at).toISOString().slice(0, 10)
export const plusDays = (date: string, days: number) => day(Date.parse(date) + days * DAY_MS)
export const daysIn = ({ from, to }: DaySpan): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** The same day of another month, or its last. */
function plusMonths(date: string, months: number): string {
  const [year = 0, month = 1, number = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return day(Date.UTC(year, month - 1 + months, Math.min(number, last)))
}

const isFirst = (date: string) => date.endsWith('-01')
const monthsIn = ({ from, to }: DaySpan) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1

/** What of the days has begun. */
export const upTo = (asked: DaySpan, today: string): DaySpan => ({
  from: asked.from,
  to: asked.to > today ? (today < asked.from ? asked.from : today) : asked.to,
})

/**
 * The days beside which a period stands. Whole months, or a month up to today, stand beside as many months; where the last is not over
 * yet, beside the same days. `asked` is what was asked for; the rest of it that has not begun does not count.
 */
export function earlier(asked: DaySpan, today: string, compare: 'before' | 'year'): DaySpan {
  const period = upTo(asked, today)
  if (compare === 'year') return { from: plusMonths(period.from, -12), to: plusMonths(period.to, -12) }
  const endsMonth = isFirst(plusDays(asked.to, 1))
  if (!isFirst(asked.from) || !(endsMonth || asked.to === today)) {
    const days = daysIn(period)
    return { from: plusDays(period.from, -days), to: plusDays(period.to, -days) }
  }
  const from = plusMonths(period.from, -monthsIn(asked))
  const ends = plusDays(period.from, -1)
  if (endsMonth && period.to === asked.to) return { from, to: ends }
  const to = plusDays(from, daysIn(period) - 1)
  return { from, to: to > ends ? ends : to }
}
