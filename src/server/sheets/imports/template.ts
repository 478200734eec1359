import { stringify } from 'csv-stringify/sync'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import { LANGUAGES, type Language } from '../../../shared/kit/languages.ts'
import { asPlainText, MOST_IMPORT_ROWS, type SheetFormat } from '../../../shared/kit/sheets.ts'
import { choicesNow } from '../../kit/own-choices.ts'
import type { FileAnswer } from '../../kit/serve-file.ts'
import { say } from '../../kit/words.ts'
import { sheetName, writeWorkbook } from '../../kit/xlsx.ts'
import { SHEET_TYPES } from '../exports/export-records.ts'
import { choiceWord, headingOf, manyOf, wordOf } from '../sheet-words.ts'
import { importable, isRequired } from './importable.ts'
import { textOf } from './parse-cell.ts'
import type { RawRow } from './raw-sheet.ts'

/** An empty sheet to fill in: the headings, an example that an import leaves out, and what each column takes. */
export async function template(entity: Entity, format: SheetFormat, language: Language): Promise<FileAnswer> {
  const columns = importable(entity).map((named) => columnOf(entity, named, language))
  const title = manyOf(language, entity)
  const name = `${title} ${say(language, { key: 'sheets:template' })}.${format}`
  const content = format === 'csv' ? csv(columns) : await workbook(title, columns, language)
  return { name, type: SHEET_TYPES[format], content }
}

/** Whether a row is the template's own example, in whichever language it was fetched. */
export function isExample(entity: Entity, { cells }: RawRow, places: ReadonlyMap<string, number>): boolean {
  const fields = importable(entity).filter(([name]) => places.has(name))
  return LANGUAGES.some((language) =>
    fields.every(
      ([name, field]) => textOf(cells[places.get(name) ?? -1]) === exampleOf(entity, [name, field], language),
    ),
  )
}

interface Column {
  heading: string
  example: string
  choices: string[]
  note: string
}

function columnOf(entity: Entity, [name, field]: [string, Field], language: Language): Column {
  const required = isRequired(field)
  const choices = wordsOf(entity, name, field, language)
  const help = wordOf(language, `help:${entity.name}.${name}`)
  const said = (key: string, figures = {}) => say(language, { key: `sheets:takes.${key}`, figures })
  const notes = [
    said(required ? 'required' : 'optional'),
    ...(field.kind === 'reference'
      ? [said('title', { many: say(language, { key: `entities:${field.to}.many` }) })]
      : []),
    ...(choices.length ? [choices.join(' / ')] : []),
    ...(field.kind === 'text' && field.max ? [said('text', { max: field.max })] : []),
    ...(help ? [help] : []),
  ]
  return {
    heading: headingOf(language, entity, [name, field]) + (required ? '*' : ''),
    example: exampleOf(entity, [name, field], language),
    choices,
    note: notes.join(say(language, { key: 'sheets:takes.between' })),
  }
}

function wordsOf(entity: Entity, name: string, field: Field, language: Language): string[] {
  if (field.kind === 'flag') return [say(language, { key: 'common:yes' }), say(language, { key: 'common:no' })]
  return choicesNow(entity, [name, field]).map((choice) => choiceWord(language, entity, name, choice))
}

function exampleOf(entity: Entity, [name, field]: [string, Field], language: Language): string {
  const written = wordOf(language, `sheets:examples.${entity.name}.${name}`)
  return written || (wordsOf(entity, name, field, language)[0] ?? '')
}

const csv = (columns: readonly Column[]): Buffer =>
  Buffer.from(
    `\ufeff${stringify([columns.map(({ heading }) => heading), columns.map(({ example }) => asPlainText(example))], {
      record_delimiter: '\r\n',
    })}`,
  )

/** Text cells throughout, so that a spreadsheet leaves card numbers and their zeros alone; choices are picked from a list. */
async function workbook(title: string, columns: readonly Column[], language: Language): Promise<Buffer> {
  const bytes = await writeWorkbook([
    {
      name: sheetName(title),
      columns: columns.map(({ heading }) => ({
        header: heading,
        width: Math.max(heading.length * 2, 16),
        numFmt: '@',
      })),
      rows: [columns.map(({ heading }) => heading), columns.map(({ example }) => example)],
      freezePane: { rows: 1 },
      dataValidations: columns.flatMap(({ choices }, at) => (choices.length ? [pickedFrom(choices, at)] : [])),
    },
    {
      name: sheetName(say(language, { key: 'sheets:columns' })),
      columns: [{ width: 24 }, { width: 24 }, { width: 80 }],
      rows: [
        ['column', 'example', 'takes_what'].map((key) => say(language, { key: `sheets:${key}` })),
        ...columns.map(({ heading, example, note }) => [heading, example, note]),
        [],
        [say(language, { key: 'sheets:example_left_out' })],
      ],
    },
  ])
  return Buffer.from(bytes)
}

const pickedFrom = (values: string[], at: number) => ({
  type: 'list' as const,
  values,
  allowBlank: true,
  showErrorMessage: true,
  range: `${letterOf(at)}2:${letterOf(at)}${MOST_IMPORT_ROWS + 2}`,
})

/** A to Z, AA to ZZ. */
const letterOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letterOf(Math.floor(at / 26) - 1) + letterOf(at % 26)
