import { type Figures, Refusal } from '../../kit/refusal.ts'

/** What a sheet may hold, found out before anything is built of it. A real one of 20,000 rows and 40 columns has a third. */
export const LIMITS = {
  /** Of a workbook's parts together, unpacked, in bytes. */
  unpacked: 100 * 1024 * 1024,
  entries: 2_000,
  /** Excel's own 32,767 characters, each of up to six bytes as XML writes it. */
  cellBytes: 200 * 1024,
  cellCharacters: 32_767,
  columns: 500,
  /** Characters of a csv's record. */
  record: 512 * 1024,
  /** Characters of all cells: a workbook names one long text in every cell. */
  characters: 32 * 1024 * 1024,
} as const

/** The whole file is at fault: said of the request and at the field that brought it. The key is one of `sheets`. */
export function badSheet(key: string, figures: Figures = {}): Refusal {
  const message = { key: `sheets:${key}`, figures }
  return new Refusal(422, message.key, { figures, fields: { file: message } })
}

export const cellTooLarge = () => badSheet('cell_too_large', { max: LIMITS.cellCharacters })
export const tooManyColumns = () => badSheet('too_many_columns', { max: LIMITS.columns })
export const unpacksTooLarge = () => badSheet('unpacks_too_large')
