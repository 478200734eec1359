import { useFormat } from '../i18n/use-format.ts'

/** How days are written on an axis and in full: each by itself, or as the month that begins on it. */
export function useDayTexts(areMonths = false): Readonly<Record<'axis' | 'full', (day: string) => string>> {
  const { day, month, monthShort } = useFormat()
  return areMonths ? { axis: monthShort, full: month } : { axis: day, full: day }
}
