/** A Monday: the days after it give the week's names. */
const MONDAY = Date.UTC(2026, 0, 5)
const DAY_MS = 86_400_000

/** What a weekday of 1 (Monday) to 7 is called in short. */
export const weekdayOf = (weekday: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(MONDAY + (weekday - 1) * DAY_MS)
