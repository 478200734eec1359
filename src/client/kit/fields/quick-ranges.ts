import { dayOf } from './days.ts'

/** Ranges of days that people ask for most, counted where they are. */
export const QUICK_RANGES = ['today', 'yesterday', 'days_7', 'days_30', 'month', 'last_month'] as const
export type QuickRange = (typeof QUICK_RANGES)[number]

/** Its first and its last day; the last 7 and 30 days end with today. */
export function daysOf(range: QuickRange, now = new Date()): { from: string; to: string } {
  const day = (back: number) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - back).toISOString())
  const today = day(0)
  switch (range) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: day(1), to: day(1) }
    case 'days_7':
      return { from: day(6), to: today }
    case 'days_30':
      return { from: day(29), to: today }
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today }
    case 'last_month': {
      const last = day(now.getDate())
      return { from: `${last.slice(0, 8)}01`, to: last }
    }
  }
}
