import { sheetName, streamWorkbook } from '../../kit/xlsx.ts'
import type { SheetRow } from './reference-titles.ts'
import type { SheetColumn } from './sheet-columns.ts'

/** A workbook with typed cells, packed as it is written; a sheet that is full goes on in the next one. */
export async function* writeXlsx(
  name: string,
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<Uint8Array> {
  yield* streamWorkbook(rowsOf(columns, batches), {
    name: sheetName(name),
    columns: columns.map(({ heading, width, format }) => ({
      header: heading,
      width,
      ...(format && { numFmt: format }),
    })),
    freezePane: { rows: 1 },
  })
}

async function* rowsOf(columns: readonly SheetColumn[], batches: AsyncIterable<readonly SheetRow[]>) {
  for await (const rows of batches) for (const row of rows) yield columns.map(({ cell }) => cell(row))
}
