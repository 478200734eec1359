import { siteClock } from '../../../shared/domain/time-zone.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import { LANGUAGES, type Language } from '../../../shared/kit/languages.ts'
import { fromPlainText } from '../../../shared/kit/sheets.ts'
import { choicesNow, ownChoicesStamp } from '../../kit/own-choices.ts'
import type { Message } from '../../kit/refusal.ts'
import { say } from '../../kit/words.ts'
import { choiceWord, consoleChoice } from '../sheet-words.ts'
import type { RawCell } from './raw-sheet.ts'

export type ParsedCell = { value: unknown } | { problem: Message }

const problem = (key: string, figures?: Message['figures']): ParsedCell => ({
  problem: figures ? { key, figures } : { key },
})

interface Place {
  entity: Entity
  zone: string
  /** Of anyone who brings the sheet. */
  language: Language
}

/** What a cell that is not blank means for a field. A reference is its title still. */
export function understand(
  [name, field]: [string, Field],
  cell: RawCell,
  { entity, zone, language }: Place,
): ParsedCell {
  switch (field.kind) {
    case 'flag':
      return oneOf(cell, FLAGS)
    case 'choice':
    case 'status':
      return oneOf(cell, choicesOf(entity, name, field))
    case 'choices':
      return severalOf(cell, choicesOf(entity, name, field))
    case 'instant':
      return instant(cell, zone)
    case 'day':
      return cell instanceof Date ? { value: cell.toISOString().slice(0, 10) } : { value: textOf(cell) }
    case 'scaled':
      return figure(cell, field.scale ?? 1)
    case 'decimal':
      return figure(cell, null)
    case 'hour':
      return figure(/^\d{1,2}:00$/.test(String(cell)) ? String(cell).slice(0, -3) : cell, 1)
    case 'count':
    case 'percent':
    case 'minutes':
    case 'seconds':
    case 'slider':
    case 'rating':
      return figure(cell, 1)
    case 'translated':
      return inOne(language, plainText(cell))
    default:
      return plainText(cell)
  }
}

/** A sheet says it in the language of anyone who brings it. */
const inOne = (language: Language, said: ParsedCell): ParsedCell =>
  'value' in said ? { value: { [language]: said.value } } : said

/** As a person reads the cell. */
export function textOf(cell: RawCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')
  return String(cell).trim()
}

/** A spreadsheet keeps 15 digits of a figure: a longer number that was typed as one is another number by now. */
function plainText(cell: RawCell): ParsedCell {
  const text = textOf(cell)
  const isLost = typeof cell === 'number' ? Math.abs(cell) >= 1e15 : /^\d(\.\d+)?E\+\d+$/i.test(text)
  if (isLost) return problem('sheets:digits_lost')
  return { value: fromPlainText(text) }
}

/** A figure in the unit that people see; null takes it as it is. */
function figure(cell: RawCell, scale: number | null): ParsedCell {
  const text = textOf(cell)
    .replace(/^[¥￥]\s*/, '')
    .replace(/(?<=\d),(?=\d{3}(\D|$))/g, '')
  const number = text === '' || typeof cell === 'boolean' ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) return problem('not_a_number')
  if (scale === null) return { value: number }
  const units = Math.round(number * scale)
  if (Math.abs(number * scale - units) > 1e-6)
    return scale === 1 ? problem('whole_number') : problem('too_fine', { digits: Math.round(Math.log10(scale)) })
  return { value: units }
}

type Words = ReadonlyMap<string, unknown>

function oneOf(cell: RawCell, words: Words): ParsedCell {
  const word = textOf(cell).toLowerCase()
  return words.has(word) ? { value: words.get(word) } : problem('not_a_choice')
}

function severalOf(cell: RawCell, words: Words): ParsedCell {
  const parts = textOf(cell)
    .toLowerCase()
    .split(/\s*[,，、;]\s*/)
    .filter(Boolean)
  return parts.every((part) => words.has(part))
    ? { value: parts.map((part) => words.get(part)) }
    : problem('not_a_choice')
}

const known = new WeakMap<Field, { stamp: unknown; words: Words }>()

/** Each choice by its words in any language, the operator's and the console's, and by its own name. */
function choicesOf(entity: Entity, name: string, field: Field): Words {
  const found = known.get(field)
  const stamp = ownChoicesStamp()
  if (found?.stamp === stamp) return found.words
  const words = new Map<string, unknown>()
  const values = choicesNow(entity, [name, field], true)
  // The operator's words last: they win where they mean another value than the console's.
  for (const word of [consoleChoice, choiceWord])
    for (const choice of values)
      for (const language of LANGUAGES) words.set(word(language, entity, name, choice).toLowerCase(), choice)
  for (const choice of values) words.set(choice, choice)
  known.set(field, { stamp, words })
  return words
}

const yesOrNo = (word: 'yes' | 'no', value: boolean): [string, boolean][] =>
  LANGUAGES.map((language) => [say(language, { key: `common:${word}` }).toLowerCase(), value])

const FLAGS: Words = new Map<string, boolean>([
  ...yesOrNo('yes', true),
  ...yesOrNo('no', false),
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])

const WALL = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(:\d\d)?)$/

/** A time as the clocks of `zone` show it; with an offset it is said whole. */
function instant(cell: RawCell, zone: string): ParsedCell {
  const text = textOf(cell).replaceAll('/', '-')
  const [, day, time] = WALL.exec(text) ?? []
  const shown = cell instanceof Date ? cell.getTime() : day ? Date.parse(`${day}T${time}Z`) : Number.NaN
  if (Number.isNaN(shown)) return { value: text }
  const { wallAt } = siteClock(zone)
  const guess = shown - (wallAt(shown) - shown)
  return { value: new Date(guess - (wallAt(guess) - shown)).toISOString() }
}
