import { stringify } from 'csv-stringify/browser/esm/sync'
import { asPlainText, type SheetProblem } from '../../../shared/kit/sheets.ts'
import { saveFile } from './save-file.ts'

/** The list of problems as a csv that spreadsheets open, for anyone who mends the file. */
export function saveProblems(name: string, headings: readonly string[], problems: readonly SheetProblem[]) {
  const rows = problems.map(({ line, column, value, reason }) => [
    String(line),
    ...[column, value, reason].map(asPlainText),
  ])
  const text = stringify([[...headings], ...rows], { record_delimiter: '\r\n' })
  saveFile(new File(['\ufeff', text], `${name}.csv`, { type: 'text/csv' }))
}
