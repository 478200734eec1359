/** One line of the table. */
export interface Result {
  item: string
  name: string
  value: number
  unit: string
  /** The value has to stay under it, or over it with `atLeast`. */
  limit?: number
  atLeast?: boolean
  note?: string
}

export function isMissed({ value, limit, atLeast }: Result): boolean {
  if (limit === undefined) return false
  return atLeast ? value < limit : value > limit
}

export function table(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const { item, name, value, unit, limit, atLeast, note = '' } = result
    const bound = limit === undefined ? '' : `${atLeast ? '≥' : '≤'} ${shown(limit)}`
    const verdict = limit === undefined ? '' : isMissed(result) ? 'missed' : 'reached'
    return [item, name, shown(value), unit, bound, verdict, note]
  })
  const all = [['', 'measured', 'value', 'unit', 'limit', '', ''], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  const padded = (row: string[]) =>
    row.map((cell, column) =>
      column === 2 || column === 4 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    )
  return all.map((row) => padded(row).join('  ').trimEnd()).join('\n')
}

const shown = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 1 })
