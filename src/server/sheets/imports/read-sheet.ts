import { setImmediate } from 'node:timers/promises'
import { streamXlsxRows } from 'hucre/xlsx'
import { MOST_IMPORT_ROWS } from '../../../shared/kit/sheets.ts'
import { Refusal } from '../../kit/refusal.ts'
import { isBlank, type RawCell, type RawRow, type RawSheet } from './raw-sheet.ts'
import { csvRecords } from './read-csv.ts'
import { unpackedBytes } from './unpacked-bytes.ts'

/** Ten megabytes of a real workbook unpack to far less; more is made to fill memory. */
const MOST_UNPACKED = 300 * 1024 * 1024
/** Rows between which others are answered. */
const AT_ONCE = 500

/** The first sheet of a workbook, or a csv, told apart by what is in the file; empty rows are left out. */
export async function readSheet(content: Buffer): Promise<RawSheet> {
  const rows: RawRow[] = []
  try {
    for await (const row of recordsOf(content)) {
      if (row.cells.every(isBlank)) continue
      rows.push(row)
      if (rows.length > MOST_IMPORT_ROWS + 2) break
      if (rows.length % AT_ONCE === 0) await setImmediate()
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(422, 'sheets:unreadable')
  }
  const [first, ...others] = rows
  if (!first) throw new Refusal(422, 'sheets:empty')
  return { headings: first.cells.map((cell) => String(cell ?? '').trim()), rows: others }
}

async function* recordsOf(content: Buffer): AsyncGenerator<RawRow> {
  if (!isZip(content)) return yield* csvRecords(content)
  if (unpackedBytes(content) > MOST_UNPACKED) throw new Refusal(422, 'sheets:unpacks_too_large')
  for await (const { index, values } of streamXlsxRows(content, { maxRows: MOST_IMPORT_ROWS + 10 }))
    yield { line: index + 1, cells: values as RawCell[] }
}

const isZip = (content: Buffer): boolean => content.length > 4 && content.readUInt32LE(0) === 0x04034b50
