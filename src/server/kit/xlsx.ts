import type { CellValue, SheetImage } from 'hucre'
import { streamXlsxRows, writeXlsx, writeXlsxStream } from 'hucre/xlsx'

/*
 * The one file that knows the library of workbooks: another one has to serve what is here, and nothing else changes.
 */

export type XlsxCell = CellValue
export type XlsxImage = SheetImage
export type XlsxSheet = Parameters<typeof writeXlsx>[0]['sheets'][number]
type StreamedSheet = Parameters<typeof writeXlsxStream>[1]

/** What a workbook allows its sheets to be called (ECMA-376, 18.2.19). */
export const sheetName = (name: string): string => name.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31)

/** A small workbook, made whole. */
export const writeWorkbook = (sheets: XlsxSheet[]): Promise<Uint8Array> => writeXlsx({ sheets })

/** A workbook of any number of rows, packed as they come; a sheet that is full goes on in the next one. */
export const streamWorkbook = (rows: AsyncIterable<XlsxCell[]>, sheet: StreamedSheet): AsyncIterable<Uint8Array> =>
  writeXlsxStream(rows, sheet)

/** The rows of the first sheet, counted from 0. */
export const readWorkbook = (content: Uint8Array, maxRows: number) => streamXlsxRows(content, { maxRows })
