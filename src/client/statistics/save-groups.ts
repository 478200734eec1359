import type { Statistics } from '../../shared/endpoints/statistics.ts'
import { saveFile } from '../kit/sheets/save-file.ts'
import { measuresOf, plainOf, unitOf } from './measures.ts'

interface Words {
  /** What the groups are. */
  by: string
  titleOf: (row: Statistics['rows'][number]) => string
  word: (measure: string) => string
}

/** What a sheet takes for a formula is text in it. */
const cell = (text: string) => {
  const plain = /^[=+@\t\r-](?!\d)/.test(text) ? `'${text}` : text
  return /[",\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** The table as a file of commas, as sheets read it: each figure beside that of the earlier period. */
export function saveGroups({ rows, period, before }: Statistics, { by, titleOf, word }: Words): void {
  const measures = measuresOf(rows.map(({ now }) => now))
  const heads = measures.flatMap((measure) => {
    const head = [word(measure.key), unitOf(measure)].filter(Boolean).join(' ')
    return before ? [head, `${head} ${before.from}..${before.to}`] : [head]
  })
  const lines = rows.map((row) => [
    titleOf(row),
    ...measures.flatMap((measure) => {
      const now = plainOf(measure, measure.of(row.now))
      return before ? [now, plainOf(measure, row.before && measure.of(row.before))] : [now]
    }),
  ])
  const text = [[by, ...heads], ...lines].map((line) => line.map(cell).join(',')).join('\r\n')
  const name = `statistics-${period.from}-${period.to}.csv`
  saveFile(new File([`\ufeff${text}\r\n`], name, { type: 'text/csv' }))
}
