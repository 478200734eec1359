// PostgreSQL reads years of four digits only; a broken clock may say others.
const FIRST = Date.parse('0001-01-01T00:00:00Z')
const LAST = Date.UTC(9999, 11, 31)

/** Epoch milliseconds as the database and the API write them. */
export const iso = (at: number) => new Date(Math.min(Math.max(at, FIRST), LAST)).toISOString()
export const isoOrNull = (at: number | null) => (at === null ? null : iso(at))
export const ms = (instant: string) => Date.parse(instant)
export const msOrNull = (instant: string | null) => (instant === null ? null : ms(instant))
