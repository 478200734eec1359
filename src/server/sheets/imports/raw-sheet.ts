/** A sheet as it is read, before anything in it means something. */
export type RawCell = string | number | boolean | Date | null

export interface RawRow {
  /** As a spreadsheet numbers it: the first is 1. */
  line: number
  cells: readonly RawCell[]
}

export interface RawSheet {
  headings: readonly string[]
  rows: readonly RawRow[]
}

export const isBlank = (cell: RawCell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
