import { encode } from 'uqr'

/** ISO/IEC 18004, 6.3.8: four modules of white around the code. */
const QUIET = 4

/**
 * A text as a QR code to draw: its dark modules as one path in a square of `side` modules. A quarter of the code may be
 * scratched away or dirty and it still reads: labels stand outdoors for years.
 */
export function qrPath(text: string): { path: string; side: number } {
  const { data, size } = encode(text, { border: QUIET, ecc: 'Q' })
  const path = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  return { path: path.join(''), side: size }
}

/** Dark modules side by side, as one: thin white lines between them would show in print. */
function runsOf(row: readonly boolean[]): [from: number, length: number][] {
  const runs: [number, number][] = []
  for (const [x, dark] of row.entries()) {
    const last = runs.at(-1)
    if (!dark) continue
    if (last && last[0] + last[1] === x) last[1]++
    else runs.push([x, 1])
  }
  return runs
}
