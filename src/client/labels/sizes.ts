/** A label on its sheet, in millimetres. Those of the trade: what is sold ready cut, and a large one to cut oneself. */
export interface LabelSize {
  width: number
  height: number
  columns: number
  rows: number
  /** Of the code with its white edge. */
  code: number
}

/** A4. */
export const SHEET = { width: 210, height: 297 }

export const SIZES = {
  small: { width: 63.5, height: 38.1, columns: 3, rows: 7, code: 27 },
  medium: { width: 70, height: 42.4, columns: 3, rows: 7, code: 31 },
  large: { width: 99.1, height: 67.7, columns: 2, rows: 4, code: 48 },
  plate: { width: 105, height: 148.5, columns: 2, rows: 2, code: 84 },
} as const satisfies Record<string, LabelSize>
export type SizeName = keyof typeof SIZES

export const SIZE_NAMES = Object.keys(SIZES) as SizeName[]
export const perSheet = ({ columns, rows }: LabelSize): number => columns * rows

/** Labels sheet by sheet; the first `skipped` places of the first one were used up before and stay empty. */
export function onSheets<T>(labels: readonly T[], size: LabelSize, skipped: number): (T | null)[][] {
  const places = [...Array.from<null>({ length: skipped }).fill(null), ...labels]
  const most = perSheet(size)
  return Array.from({ length: Math.ceil(places.length / most) }, (_, at) => places.slice(at * most, (at + 1) * most))
}
