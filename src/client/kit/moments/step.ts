import { isMoment, type Precision, patternOf, writeMoment } from './written.ts'

type Unit = 'D' | 'M' | 'Y' | 'h' | 'm'
/** A time of the day alone goes round on whatever day. */
const SOME_DAY = '2000-01-01'

const sliceOf: Readonly<Record<Precision, [number, number]>> = { day: [0, 10], time: [11, 16], minute: [0, 16] }

function added(at: Date, unit: Unit, by: number): Date {
  const next = new Date(at)
  if (unit === 'm') next.setUTCMinutes(at.getUTCMinutes() + by)
  else if (unit === 'h') next.setUTCHours(at.getUTCHours() + by)
  else if (unit === 'D') next.setUTCDate(at.getUTCDate() + by)
  else {
    const months = by * (unit === 'Y' ? 12 : 1)
    const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0)).getUTCDate()
    next.setUTCMonth(at.getUTCMonth() + months, Math.min(at.getUTCDate(), last))
  }
  return next
}

/** A moment one day, hour … later or earlier; 31 January a month on is the last of February. */
export function stepMoment(value: string, precision: Precision, unit: Unit, by: number): string {
  const whole = precision === 'time' ? `${SOME_DAY}T${value}` : precision === 'day' ? `${value}T00:00` : value
  return added(new Date(`${whole}Z`), unit, by)
    .toISOString()
    .slice(...sliceOf[precision])
}

/** This minute by the clock of the device. */
export function nowIn(precision: Precision): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(...sliceOf[precision])
}

export interface Stepped {
  value: string
  /** Where the figure that was stepped stands in the text. */
  start: number
  end: number
}

/** Steps the figure that the caret is at, in a value as a language writes it; null where there is none to step. */
export function stepAt(caret: number, by: number, value: string, precision: Precision, language: string) {
  if (!isMoment(value, precision)) return null
  const pattern = patternOf(precision, language)
  const at = /[DMYhm]/.test(pattern[caret] ?? '') ? caret : caret - 1
  const unit = pattern[at]
  if (!unit || !/[DMYhm]/.test(unit)) return null
  const next = stepMoment(value, precision, unit as Unit, by)
  if (writeMoment(next, precision, language).length !== pattern.length) return null
  const stepped: Stepped = { value: next, start: pattern.indexOf(unit), end: pattern.lastIndexOf(unit) + 1 }
  return stepped
}
