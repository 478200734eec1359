import { datesOf } from '../../../shared/kit/languages.ts'

/** What is entered: a day (2026-11-23), a time of the day (14:30), or both (2026-11-23T14:30), by a clock on the wall. */
export type Precision = 'day' | 'time' | 'minute'

const two = (figure: number) => String(figure).padStart(2, '0')

const LETTERS: Readonly<Record<string, string>> = { day: 'DD', month: 'MM', year: 'YYYY' }

/** A day in the order and with the marks of a language, of what stands for its three figures. */
function inOrder(language: string, figures: Readonly<Record<string, string>>): string {
  const form = new Intl.DateTimeFormat(datesOf(language), { day: '2-digit', month: '2-digit', year: 'numeric' })
  return form
    .formatToParts(0)
    .map(({ type, value }) => figures[type] ?? value)
    .join('')
}

/** How it is written in a language: DD/MM/YYYY hh:mm. */
export const patternOf = (precision: Precision, language: string): string =>
  [precision !== 'time' && inOrder(language, LETTERS), precision !== 'day' && 'hh:mm'].filter(Boolean).join(' ')

/** A value in the order of a language and with 24 hours, whatever the browser does. What is no value stays as it was typed. */
export function writeMoment(value: string, precision: Precision, language: string): string {
  if (!isMoment(value, precision) || precision === 'time') return value
  const [year = '', month = '', day = ''] = value.slice(0, 10).split('-')
  return [inOrder(language, { day, month, year }), value.slice(11)].filter(Boolean).join(' ')
}

const FORMS: Readonly<Record<Precision, RegExp>> = {
  day: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d$/,
  minute: /^\d{4}-\d\d-\d\dT\d\d:\d\d$/,
}
export const isMoment = (value: string, precision: Precision): boolean => FORMS[precision].test(value)

/** People paste what mails and lists say: 23 Nov 2026. */
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNamed = (name = '') => MONTHS.indexOf(name.slice(0, 3)) + 1

function dayFrom(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  if (year < 1900 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null
  return `${year}-${two(month)}-${two(day)}`
}

const thisYear = () => new Date().getFullYear()

const DAYS: readonly [RegExp, (parts: string[]) => string | null][] = [
  // 2026-11-23, 2026/11/23, 2026年11月23日, 20261123
  [/^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/, ([y, m, d]) => dayFrom(Number(y), Number(m), Number(d))],
  [/^(\d{4})(\d\d)(\d\d)$/, ([y, m, d]) => dayFrom(Number(y), Number(m), Number(d))],
  [/^(\d{1,2})月(\d{1,2})日$/, ([m, d]) => dayFrom(thisYear(), Number(m), Number(d))],
  // 23/11/2026; the other order where it can be nothing else
  [
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)$/,
    ([first, second, y = '']) => {
      const year = Number(y.padStart(4, '20'))
      return dayFrom(year, Number(second), Number(first)) ?? dayFrom(year, Number(first), Number(second))
    },
  ],
  [
    /^(\d{1,2})\s+([a-z]{3,9})\.?,?(?:\s+(\d{4}))?$/,
    ([d, m, y]) => dayFrom(Number(y ?? thisYear()), monthNamed(m), Number(d)),
  ],
  [
    /^([a-z]{3,9})\.?\s+(\d{1,2})(?:,?\s+(\d{4}))?$/,
    ([m, d, y]) => dayFrom(Number(y ?? thisYear()), monthNamed(m), Number(d)),
  ],
]

function readDay(text: string): string | null {
  for (const [form, read] of DAYS) {
    const [whole, ...parts] = form.exec(text) ?? []
    const day = whole === undefined ? null : read(parts)
    if (day) return day
  }
  return null
}

const BEFORE_NOON = /\s*(?:a\.?m\.?|上午|凌晨|早上)\s*/
const AFTER_NOON = /\s*(?:p\.?m\.?|下午|晚上|中午)\s*/

function hourOfDay(hour: number, text: string): number {
  if (AFTER_NOON.test(text)) return hour < 12 ? hour + 12 : hour
  return BEFORE_NOON.test(text) && hour === 12 ? 0 : hour
}

/** 14:30, 14.30, 1430, 14, 2:30 pm, 下午2:30, 14时30分; seconds are let go. */
function readTime(text: string): string | null {
  const figures = text
    .replace(BEFORE_NOON, '')
    .replace(AFTER_NOON, '')
    .replace(/[时點点h]/, ':')
    .replace(/[分:]$/, '')
  const [, hours, minutes = '0'] =
    /^(\d{1,2})(?:[:.](\d{1,2})(?:[:.]\d{1,2}(?:[.,]\d+)?)?)?$/.exec(figures) ?? /^(\d{1,2})(\d\d)$/.exec(figures) ?? []
  if (hours === undefined) return null
  const hour = hourOfDay(Number(hours), text)
  return hour < 24 && Number(minutes) < 60 ? `${two(hour)}:${two(Number(minutes))}` : null
}

/** Wherever the text comes apart into a day and a time. */
function readBoth(text: string): string | null {
  for (const { index, 0: gap } of text.matchAll(/日|,?\s+|t/g)) {
    const day = readDay(text.slice(0, index) + (gap === '日' ? gap : ''))
    const time = day && readTime(text.slice(index + gap.length).trim())
    if (time) return `${day}T${time}`
  }
  return null
}

/** A day and a time with their own zone, as logs write them: 2026-11-23T06:30:00Z, 2026-11-23 14:30+08:00. */
const WITH_ZONE = /^(\d{4}-?\d\d-?\d\d)[t ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(?:z|utc|gmt|([+-])(\d\d):?(\d\d)?)$/
const MINUTE_MS = 60_000

/** By the clock on the wall of `zone`; of this device's where none is named. */
function readInZone(text: string, zone: string | undefined): string | null {
  const [, days = '', times = '', sign, hours = '0', minutes = '0'] = WITH_ZONE.exec(text) ?? []
  const [day, time] = [readDay(days), readTime(times)]
  if (!day || !time) return null
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const at = Date.parse(`${day}T${time}Z`) - ahead * MINUTE_MS
  const wall = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
  return wall.format(at).replace(' ', 'T')
}

/**
 * What someone typed or pasted, in any of the usual forms; null when it says no moment. `zone` is the field's, which a moment
 * with a zone of its own is read into: this device's unless one is named, null where the field has no single one.
 */
export function readMoment(typed: string, precision: Precision, zone?: string | null): string | null {
  // Full-width signs are what a Chinese keyboard types.
  const text = typed.normalize('NFKC').trim().toLowerCase()
  const inZone = zone === null ? null : readInZone(text, zone)
  if (inZone) return precision === 'day' ? inZone.slice(0, 10) : precision === 'time' ? inZone.slice(11) : inZone
  if (precision === 'day') return readDay(text)
  return precision === 'time' ? readTime(text) : readBoth(text)
}
