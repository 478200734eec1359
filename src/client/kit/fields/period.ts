import type { Format } from '../i18n/format.ts'

/** Whole days, the last one included: YYYY-MM-DD. */
export interface Period {
  from: string
  to: string
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** As it stands in an address: 2026-10-01..2026-10-31. */
export function readPeriod(written: string | null): Period | null {
  const [from = '', to = ''] = (written ?? '').split('..')
  return DAY.test(from) && DAY.test(to) && from <= to ? { from, to } : null
}

export const writePeriod = ({ from, to }: Period) => `${from}..${to}`

/** All days of a month: of 2026-10, or of a day in it. */
export function monthOf(day: string): Period {
  const month = day.slice(0, 7)
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${last}` }
}

/** The months up to that of a day, the newest first, as their first days. */
export function monthsUpTo(day: string, count: number): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10),
  )
}

/** October 2026, 3 Oct, 3 Oct – 9 Oct. */
export function periodText({ from, to }: Period, format: Format): string {
  const month = monthOf(from)
  if (from === month.from && to === month.to) return format.month(from)
  return from === to ? format.day(from) : `${format.day(from)} – ${format.day(to)}`
}
