import type { Statistics } from '../../shared/endpoints/statistics.ts'
import { asPlainText } from '../../shared/kit/sheets.ts'
import { saveFile } from '../kit/sheets/save-file.ts'
import { measuresOf, plainOf, unitOf } from './measures.ts'

interface Words {
  /** What the groups are. */
  by: string
  titleOf: (row: Statistics['rows'][number]) => string
  word: (measure: string) => string
}

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The table with commas, as sheets read it: each figure beside that of the earlier period, a title never taken for a formula. */
export function groupsAsCsv({ rows, before }: Statistics, { by, titleOf, word }: Words): string {
  const measures = measuresOf(rows.map(({ now }) => now))
  const heads = measures.flatMap((measure) => {
    const head = [word(measure.key), unitOf(measure)].filter(Boolean).join(' ')
    return before ? [head, `${head} ${before.from}..${before.to}`] : [head]
  })
  const lines = rows.map((row) => [
    asPlainText(titleOf(row)),
    ...measures.flatMap((measure) => {
      const now = plainOf(measure, measure.of(row.now))
      return before ? [now, plainOf(measure, row.before && measure.of(row.before))] : [now]
    }),
  ])
  return [[by, ...heads], ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('')
}

export function saveGroups(data: Statistics, words: Words): void {
  const name = `statistics-${data.period.from}-${data.period.to}.csv`
  saveFile(new File([`\ufeff${groupsAsCsv(data, words)}`], name, { type: 'text/csv' }))
}
