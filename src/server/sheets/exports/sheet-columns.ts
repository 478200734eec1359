import type { Kysely } from 'kysely'
import { arranged, columnFields, ownColumns } from '../../../shared/kit/columns.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import type { Context } from '../../kit/context.ts'
import type { Database } from '../../kit/database/tables.ts'
import { wrongField } from '../../kit/refusal.ts'
import { say } from '../../kit/words.ts'
import { choiceWord, headingOf, wordOf } from '../sheet-words.ts'
import { cellIn, cellsOf, type FieldCells, textIn } from './field-cells.ts'
import type { SheetRow } from './reference-titles.ts'

/** A column of a sheet that is written. */
export interface SheetColumn {
  heading: string
  /** In characters. */
  width: number
  format?: string
  cell(row: SheetRow): string | number | null
  text(row: SheetRow): string
}

interface Wanted {
  zone: string
  /** Fields in order; those of the person's list when none are named. */
  columns?: readonly string[] | undefined
  /** The name of that list. */
  list?: string | undefined
}

/** The columns of an entity's sheet in the caller's words: those they named, or those of their list as they arranged it. */
export async function sheetColumns(entity: Entity, wanted: Wanted, context: Context): Promise<SheetColumn[]> {
  // What they arranged a moment ago counts: a replica may not have it yet.
  const { primary, person } = context
  const names = wanted.columns ?? (await namesInList(primary, entity, wanted.list ?? entity.name, person.id))
  const fields = new Map(columnFields(entity))
  const columns = names.flatMap((name) => {
    const field = fields.get(name)
    return field ? columnOf(entity, [name, field], { ...wanted, language: context.language }) : []
  })
  if (!columns.length) throw wrongField('columns', wanted.columns?.length ? 'unknown_field' : 'required')
  return columns
}

async function namesInList(db: Kysely<Database>, entity: Entity, list: string, user_id: number): Promise<string[]> {
  const theirs = await db
    .selectFrom('table_setting')
    .select('columns')
    .where('user_id', '=', user_id)
    .where('name', '=', list)
    .executeTakeFirst()
  const everybodys = db.selectFrom('table_default').select('columns').where('name', '=', list)
  const setting = theirs ?? (await everybodys.executeTakeFirst())
  return arranged(ownColumns(entity), setting?.columns ?? null)
    .filter(({ hidden }) => !hidden)
    .map(({ key }) => key)
}

type Place = Pick<Context, 'language'> & { zone: string }

function columnOf(entity: Entity, [name, field]: [string, Field], { language, zone }: Place): SheetColumn[] {
  const yesOrNo = { yes: say(language, { key: 'common:yes' }), no: say(language, { key: 'common:no' }) }
  const choice = remembered((value: string) => choiceWord(language, entity, name, value))
  const word = remembered((value: string) => {
    const words = (field.words ?? []).map((part) => wordOf(language, `${part}.${value}`))
    return words.find(Boolean) || value
  })
  const cells = cellsOf(name, field, { ...yesOrNo, zone, language, word, choice: (_, value) => choice(value) })
  if (!cells) return []
  const label = headingOf(language, entity, [name, field])
  const heading = field.kind === 'instant' ? `${label} (${zone})` : label
  return [
    {
      heading,
      width: widthOf(heading, field, cells),
      ...(cells.format && { format: cells.format }),
      cell: (row) => cellIn(cells, row[name], row),
      text: (row) => textIn(cells, row[name], row),
    },
  ]
}

/** A million rows ask for the same few words. */
function remembered(find: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>()
  return (key) => {
    const found = known.get(key) ?? find(key)
    known.set(key, found)
    return found
  }
}

const WIDTHS: Partial<Record<Field['kind'], number>> = { instant: 19, long_text: 40, reference: 20, text: 18 }

function widthOf(heading: string, field: Field, cells: FieldCells): number {
  // Chinese signs are as wide as two letters.
  const letters = [...heading].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 2 : 1), 0)
  return Math.min(Math.max(letters + 2, WIDTHS[field.kind] ?? (cells.format ? 12 : 14)), 60)
}
