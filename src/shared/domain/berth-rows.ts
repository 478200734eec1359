import type { Spot } from '../endpoints/berths.ts'

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

/** The berth that someone means who types `a7`: A-07 before A-7-1, and that before one that only has it in its middle. */
export function soughtIn(spots: readonly Spot[], typed: string): Spot | null {
  const wanted = bare(typed)
  if (!wanted) return null
  const ranked = spots.map((spot) => ({ spot, rank: rankOf(bare(spot.serial), wanted) }))
  const best = Math.min(...ranked.map(({ rank }) => rank))
  return best < NOT_IT ? (ranked.find(({ rank }) => rank === best)?.spot ?? null) : null
}

const NOT_IT = 3

function rankOf(serial: string, wanted: string): number {
  if (serial === wanted) return 0
  if (serial.startsWith(wanted)) return 1
  return serial.includes(wanted) ? 2 : NOT_IT
}

/** Without what people leave out: dashes, spaces, and noughts before a number. */
const bare = (serial: string) =>
  serial
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
