import { datesOf, FALLBACK, factsOf } from '../../../shared/kit/languages.ts'
import { unitWord } from '../../../shared/kit/unit-of.ts'

/** Says a value of the contract in the person's language. `t` speaks the namespace `common`. */
type Say = (key: string, figures?: Record<string, string | number>) => string

const NBSP = '\u00a0'
const DASH = '—'
const MINUTE = 60_000
const DAY_MS = 24 * 60 * MINUTE

const cached = <K extends string, V>(make: (key: K) => V) => {
  const made = new Map<K, V>()
  return (key: K): V => {
    const found = made.get(key) ?? make(key)
    made.set(key, found)
    return found
  }
}
const decimals = cached((key: `${string}/${number}`) => {
  const [language = FALLBACK, digits] = key.split('/')
  return new Intl.NumberFormat(datesOf(language), {
    minimumFractionDigits: Number(digits),
    maximumFractionDigits: Number(digits),
  })
})
/**
 * Written as it is. The first call of `Intl` costs a phone 140 ms, as it reads what it knows of all languages; most first pages say no
 * larger figure.
 */
const isPlain = (value: number, locale: string) =>
  Number.isInteger(value) && Math.abs(value) < 1000 && !Object.is(value, -0) && !factsOf(locale).own_digits

type Style = 'time' | 'seconds' | 'day' | 'day_year' | 'month' | 'month_short' | 'moment' | 'moment_year' | 'full'
const STYLES: Record<Style, Intl.DateTimeFormatOptions> = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'short' },
  day_year: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  month_short: { month: 'short' },
  moment: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  moment_year: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
  full: { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' },
}
const dates = cached((key: `${string}/${Style}/${string}`) => {
  const [language = FALLBACK, style, ...zone] = key.split('/')
  return new Intl.DateTimeFormat(datesOf(language), {
    ...STYLES[style as Style],
    ...(zone[0] && { timeZone: zone.join('/') }),
  })
})

export interface Format {
  locale: string
  /** A plain figure with `digits` behind the point and thousands apart. */
  number(value: number, digits?: number): string
  /** One beside the other: Shanghai, Hangzhou. */
  list(words: readonly string[]): string
  /** A figure with its unit behind: 230 V, 90 days; without one the figure alone. */
  quantity(value: number, unit?: string, digits?: number): string
  /** Cents as ¥ 57.33; 0.00 when not positive, unless `signed`. */
  money(cents: number, options?: { signed?: boolean; unit?: string }): string
  /** Wh as kWh, MWh from a million kWh hundredth up. */
  energy(wh: number): string
  /** W as kW, MW from ten thousand kW up. */
  power(w: number): string
  /** Seconds as 58 min, 1 h 02. */
  duration(seconds: number): string
  /** As little as needed: 15:50 today, 20 Nov 15:50 this year. `zone` is an IANA name; the device's own when absent. */
  moment(iso: string, zone?: string): string
  time(iso: string, zone?: string): string
  timeWithSeconds(iso: string, zone?: string): string
  /** All of it, for titles. */
  full(iso: string, zone?: string): string
  day(isoDay: string): string
  /** October 2026. */
  month(isoDay: string): string
  /** Oct, where the year is plain. */
  monthShort(isoDay: string): string
  /** Just now, minutes, hours, days up to 31, then the date; of what is to come the moment. */
  ago(iso: string, now?: number): string
}

export function formats(locale: string, t: Say): Format {
  const number = (value: number, digits = 0) =>
    digits === 0 && isPlain(value, locale) ? String(value) : decimals(`${locale}/${digits}`).format(value)
  const date = (style: Style, at: string | number | Date, zone = '') =>
    dates(`${locale}/${style}/${zone}`).format(new Date(at))
  const thisYear = (at: Date) => at.getFullYear() === new Date().getFullYear()
  const dayOf = (at: Date) => date(thisYear(at) ? 'day' : 'day_year', at)

  function money(cents: number, { signed = false, unit = '' }: { signed?: boolean; unit?: string } = {}) {
    const shown = signed ? Math.abs(cents) : Math.max(0, cents)
    const sign = signed && cents < 0 ? '−' : ''
    return `${sign}¥${NBSP}${number(shown / 100, 2)}${unit && `${NBSP}${unit}`}`
  }

  function quantity(value: number, unit = '', digits = 0) {
    const word = unitWord(unit)
    if (word) return t(`quantity.${word}`, { n: number(value, digits), count: value })
    return number(value, digits) + (unit && `${NBSP}${unit}`)
  }

  function duration(seconds: number) {
    if (seconds < 60) return t('duration.seconds', { n: Math.round(seconds) })
    const minutes = Math.floor(seconds / 60)
    if (minutes < 60) return t('duration.minutes', { n: minutes })
    const hours = Math.floor(minutes / 60)
    if (hours >= 48) return t('duration.days', { days: Math.floor(hours / 24), hours: hours % 24 })
    if (minutes % 60 === 0) return t('duration.whole_hours', { hours })
    return t('duration.hours', { hours, minutes: String(minutes % 60).padStart(2, '0') })
  }

  function moment(iso: string, zone?: string) {
    const at = new Date(iso)
    if (date('day_year', at, zone) === date('day_year', Date.now(), zone)) return date('time', at, zone)
    return date(thisYear(at) ? 'moment' : 'moment_year', at, zone)
  }

  function ago(iso: string, now = Date.now()) {
    const passed = now - Date.parse(iso)
    // What is still to come; less than an hour of it may be a clock that differs.
    if (passed < -60 * MINUTE) return moment(iso)
    if (passed < MINUTE) return t('ago.now')
    if (passed < 60 * MINUTE) return t('ago.minutes', { n: Math.floor(passed / MINUTE) })
    if (passed < DAY_MS) return t('ago.hours', { n: Math.floor(passed / (60 * MINUTE)) })
    const days = Math.floor(passed / DAY_MS)
    return days <= 31 ? t('ago.days', { count: days }) : dayOf(new Date(iso))
  }

  return {
    locale,
    number,
    list: (words) => words.join(t('comma')),
    quantity,
    money,
    duration,
    moment,
    ago,
    energy: (wh) =>
      Math.abs(wh) >= 10_000_000 ? `${number(wh / 1_000_000, 1)}${NBSP}MWh` : `${number(wh / 1000, 2)}${NBSP}kWh`,
    power: (w) =>
      Math.abs(w) >= 10_000_000 ? `${number(w / 1_000_000, 1)}${NBSP}MW` : `${number(w / 1000, 1)}${NBSP}kW`,
    time: (iso, zone) => date('time', iso, zone),
    timeWithSeconds: (iso, zone) => date('seconds', iso, zone),
    full: (iso, zone) => date('full', iso, zone),
    month: (isoDay) => date('month', `${isoDay}T12:00:00`),
    monthShort: (isoDay) => date('month_short', `${isoDay}T12:00:00`),
    day: (isoDay) => dayOf(new Date(`${isoDay}T12:00:00`)),
  }
}

export const EMPTY = DASH
