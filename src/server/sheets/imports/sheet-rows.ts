import { MOST_IMPORT_ROWS } from '../../../shared/kit/sheets.ts'
import { readWorkbook } from '../../kit/xlsx.ts'
import { isBlank, type RawCell, type RawRow } from './raw-sheet.ts'
import { csvRecords } from './read-csv.ts'
import { cellTooLarge, LIMITS, tooManyColumns, unpacksTooLarge } from './sheet-limits.ts'
import { unpacked } from './unpack.ts'

/**
 * The rows of a workbook's first sheet, or of a csv, told apart by what is in the file; empty rows are left out, and rows
 * beyond the most but one. Refuses with 422 what is larger than a sheet needs to be. To be run off the main thread.
 */
export async function* sheetRows(content: Buffer): AsyncGenerator<RawRow> {
  let rows = 0
  let characters = 0
  for await (const row of recordsOf(content)) {
    if (row.cells.length > LIMITS.columns) throw tooManyColumns()
    if (row.cells.every(isBlank)) continue
    for (const cell of row.cells) {
      const length = typeof cell === 'string' ? cell.length : 0
      if (length > LIMITS.cellCharacters) throw cellTooLarge()
      characters += length
    }
    if (characters > LIMITS.characters) throw unpacksTooLarge()
    yield row
    if (++rows > MOST_IMPORT_ROWS + 2) return
  }
}

async function* recordsOf(content: Buffer): AsyncGenerator<RawRow> {
  if (!isZip(content)) return yield* csvRecords(content)
  const rows = readWorkbook(await unpacked(content), MOST_IMPORT_ROWS + 10)
  for await (const { index, values } of rows) yield { line: index + 1, cells: values as RawCell[] }
}

const isZip = (content: Buffer): boolean => content.length > 4 && content.readUInt32LE(0) === 0x04034b50
