import { siteClock } from '../../../shared/domain/time-zone.ts'
import { type Titled, titleOf } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import { type Language, spoken, type Translations } from '../../../shared/kit/languages.ts'
import { asPlainText } from '../../../shared/kit/sheets.ts'
import { type SheetRow, titlesOf } from './reference-titles.ts'

/** What a field is in a sheet: a typed cell of a workbook, or the text of a csv. */
export interface FieldCells {
  /** The workbook's number format; texts have none. */
  format?: string
  cell(value: unknown, row: SheetRow): string | number | null
  /** The same for a csv, where it is not the text of the cell. */
  text?(value: unknown): string
}

/** The words and the place that values are written for. */
export interface Saying {
  choice(field: string, value: string): string
  /** Of a text that is a name of the code's. */
  word(value: string): string
  yes: string
  no: string
  zone: string
  language: Language
}

const DAY_MS = 86_400_000
/** Days from the first one of spreadsheets to that of Unix; 29 February 1900, which they count, lies before. */
const UNIX_DAY = 25_569
const SECONDS_A_DAY = 86_400

const dayNumber = (ms: number) => Math.round((ms / DAY_MS + UNIX_DAY) * 1e10) / 1e10
const twoDigits = (n: number) => String(n).padStart(2, '0')

/** How a field's values are written; null for what no cell can hold: secrets, pictures, files, steps, keys, items. */
export function cellsOf(name: string, field: Field, saying: Saying): FieldCells | null {
  switch (field.kind as string) {
    case 'secret':
    case 'image':
    case 'images':
    case 'file':
    case 'rich_text':
    case 'schedule':
    case 'expected':
    case 'checks':
      return null
    case 'scaled':
      return scaled(field.scale ?? 1)
    case 'count':
    case 'percent':
    case 'slider':
    case 'rating':
    case 'minutes':
      return { format: '0', cell: (value) => value as number }
    case 'decimal':
      return { format: '0.000000', cell: (value) => value as number }
    case 'hour':
      return { cell: (value) => `${twoDigits(value as number)}:00` }
    case 'seconds':
      return duration
    case 'instant':
      return instant(saying.zone)
    case 'day':
      return day
    case 'flag':
      return { cell: (value) => (value ? saying.yes : saying.no) }
    case 'choice':
    case 'status':
      return { cell: (value) => saying.choice(name, value as string) }
    case 'choices':
      return { cell: (value) => (value as string[]).map((one) => saying.choice(name, one)).join(', ') }
    case 'reference':
    case 'region':
      return { cell: (_, row) => (row[titleOf(name)] as Titled | null | undefined)?.title ?? null }
    case 'translated':
      return field.rich ? null : { cell: (value) => spoken(value as Translations, saying.language) }
    case 'references':
      return { cell: (_, row) => (row[titlesOf(name)] as Titled[]).map(({ title }) => title).join(', ') }
    default:
      return { cell: (value) => (field.words ? saying.word(String(value)) : String(value)) }
  }
}

/** All the digits there are: two of money, three of kWh, so that the rows add up to what the list says. */
function scaled(scale: number): FieldCells {
  const digits = Math.round(Math.log10(scale))
  const shown = digits === 2 ? '0.00' : '0.00#'
  return {
    format: digits === 0 ? '0' : shown,
    cell: (value) => (value as number) / scale,
    text: (value) => ((value as number) / scale).toFixed(digits),
  }
}

const duration: FieldCells = {
  format: '[h]:mm:ss',
  cell: (value) => (value as number) / SECONDS_A_DAY,
  text: (value) => {
    const seconds = value as number
    return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':')
  },
}

function instant(zone: string): FieldCells {
  const { wallAt } = siteClock(zone)
  const wall = (value: unknown) => Math.floor(wallAt(Date.parse(value as string)) / 1000) * 1000
  return {
    format: 'yyyy-mm-dd hh:mm:ss',
    cell: (value) => dayNumber(wall(value)),
    text: (value) => new Date(wall(value)).toISOString().slice(0, 19).replace('T', ' '),
  }
}

const day: FieldCells = {
  format: 'yyyy-mm-dd',
  cell: (value) => dayNumber(Date.parse(`${value}T00:00:00Z`)),
  text: (value) => String(value),
}

/** A field's value in a csv: a figure as it is, a text so that nothing computes it. */
export function textIn({ cell, text }: FieldCells, value: unknown, row: SheetRow): string {
  if (text && value !== null && value !== undefined) return text(value)
  const written = cellIn({ cell }, value, row)
  return typeof written === 'string' ? asPlainText(written) : written === null ? '' : String(written)
}

/** A field's value in a workbook; references have theirs in the row's titles. */
export function cellIn({ cell }: Pick<FieldCells, 'cell'>, value: unknown, row: SheetRow): string | number | null {
  return value === null || value === undefined || value === '' ? null : cell(value, row)
}
