import type * as z from 'zod/mini'
import type { Entity } from '../../../shared/kit/entity.ts'
import { type ImportOutcome, type importForm, MOST_IMPORT_ROWS } from '../../../shared/kit/sheets.ts'
import { auditAll } from '../../kit/audit.ts'
import type { Context } from '../../kit/context.ts'
import type { Records } from '../../kit/crud/crud.ts'
import { entityFor } from '../../kit/crud/masking.ts'
import { keptRows } from '../../kit/crud/rows.ts'
import { insertRecords } from '../../kit/crud/writes.ts'
import { holdWritten } from '../../kit/reach/hold.ts'
import { Refusal } from '../../kit/refusal.ts'
import { say } from '../../kit/words.ts'
import { labelOf } from '../sheet-words.ts'
import { type Checked, checkRows, type RowProblem } from './check-rows.ts'
import { type Matched, matchHeadings } from './headings.ts'
import { textOf } from './parse-cell.ts'
import type { RawRow, RawSheet } from './raw-sheet.ts'
import { badSheet } from './sheet-limits.ts'
import { isExample } from './template.ts'
import type { Upload } from './upload.ts'

export type ImportForm = z.output<typeof importForm> & { file: Upload }

interface ImportDeps {
  /** Every entity's records, by name: references are found among them. */
  everything: ReadonlyMap<string, Records>
  changed(entity: string, id: number): void
}

const PREVIEWED = 10
/** Rows of one statement; the protocol takes 65,535 values. */
const CHUNK = 500

/** Says all that is wrong with a sheet; makes its records when nothing is, and when that was asked for. */
export async function importRecords(
  records: Records,
  form: ImportForm & { sheet: RawSheet },
  deps: ImportDeps,
  context: Context,
): Promise<ImportOutcome> {
  const { headings, rows: raw } = form.sheet
  const matched = matchHeadings(entityFor(records.entity, context.person), headings)
  if (!matched.places.size) throw badSheet('no_headings')
  const rows = raw.filter((row) => !isExample(records.entity, row, matched.places))
  if (rows.length > MOST_IMPORT_ROWS) throw badSheet('too_many_rows', { max: MOST_IMPORT_ROWS })
  if (!rows.length) throw badSheet('empty')
  const sheet = { rows, places: matched.places, zone: form.zone ?? 'UTC' }
  const checked = await checkRows(records, sheet, deps.everything, context)
  const told = { ...outcomeOf(records.entity, { matched, rows, headings, checked }, context), dry_run: form.dry_run }
  if (form.dry_run) return told
  if (told.problems.length)
    throw new Refusal(422, 'sheets:bad_rows', { figures: { n: told.problems.length }, data: told })
  await keep(records.entity, checked.good, form.file, deps, context)
  return { ...told, imported: checked.good.length }
}

async function keep(entity: Entity, good: Checked['good'], file: Upload, { changed }: ImportDeps, context: Context) {
  const ids: number[] = []
  for (let at = 0; at < good.length; at += CHUNK) {
    const drafts = good.slice(at, at + CHUNK).map(({ draft }) => draft)
    const made = await insertRecords(context.db, entity, { drafts, by: context.person.id })
    await holdWritten(context.db, context.person, entity, made)
    const rows = await keptRows(context.db, entity, made)
    const create = { action: 'create', entity: entity.name, before: null }
    await auditAll(
      context.db,
      context,
      rows.map((row) => ({ ...create, entity_id: row.id, after: row })),
    )
    ids.push(...made)
  }
  const after = { file: file.name, sha256: file.sha256, rows: ids.length }
  await auditAll(context.db, context, [{ action: 'import', entity: entity.name, entity_id: null, before: null, after }])
  context.afterCommit(() => {
    for (const id of ids) changed(entity.name, id)
  })
}

interface Judged {
  matched: Matched
  rows: readonly RawRow[]
  headings: readonly string[]
  checked: Checked
}

function outcomeOf(entity: Entity, { matched, rows, headings, checked }: Judged, { language }: Context): ImportOutcome {
  const cellsAt = new Map(rows.map(({ line, cells }) => [line, cells]))
  const places = [...matched.places.values()].sort((a, b) => a - b)
  const ofHeadings: RowProblem[] = matched.problems.map((problem) => ({ line: 1, ...problem }))
  const worded = ({ line, field, message }: RowProblem) => ({
    line,
    column: field && (headings[matched.places.get(field) ?? -1] || labelOf(language, entity, field)),
    value: line === 1 ? '' : textOf(cellsAt.get(line)?.[matched.places.get(field) ?? -1]).slice(0, 200),
    reason: say(language, message),
  })
  return {
    dry_run: true,
    rows: rows.length,
    imported: 0,
    problems: [...ofHeadings, ...checked.problems].map(worded),
    ignored: matched.ignored,
    preview: {
      headings: places.map((at) => headings[at] ?? ''),
      rows: checked.good
        .slice(0, PREVIEWED)
        .map(({ line }) => places.map((at) => textOf(cellsAt.get(line)?.[at]).slice(0, 200))),
    },
  }
}
