import type { Spot } from '../../shared/endpoints/berths.ts'

export interface BerthRow {
  name: string
  spots: Spot[]
}

/** Berths whose numbers begin alike stand in a row, then B-01. */
export function rowsOf(spots: readonly Spot[]): BerthRow[] {
  const rows: BerthRow[] = []
  for (const spot of spots) {
    const name = /^(.*?)\d*$/.exec(spot.serial)?.[1] ?? ''
    const last = rows.at(-1)
    if (last?.name === name) last.spots.push(spot)
    else rows.push({ name, spots: [spot] })
  }
  return rows
}
