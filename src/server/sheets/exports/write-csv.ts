import { stringify } from 'csv-stringify/sync'
import type { SheetRow } from './reference-titles.ts'
import type { SheetColumn } from './sheet-columns.ts'

const BYTE_ORDER_MARK = '\ufeff'

const lines = (rows: string[][]): Buffer => Buffer.from(stringify(rows, { record_delimiter: '\r\n' }))

/** A csv as RFC 4180 wants it, in UTF-8 with the mark by which Excel knows that. */
export async function* writeCsv(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BYTE_ORDER_MARK)
  yield lines([columns.map(({ heading }) => heading)])
  for await (const rows of batches) yield lines(rows.map((row) => columns.map(({ text }) => text(row))))
}
