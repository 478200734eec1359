/** A row of a picture as the library reads it: true is dark. */
interface BitRow {
  getSize: () => number
  get: (at: number) => boolean
  isRange: (from: number, to: number, dark: boolean) => boolean
}

/** The library's reader of Code 128, as far as it is mended here. */
export interface Code128Reader {
  findStartPattern: (row: BitRow) => Int32Array
  patternMatchVariance: (widths: Int32Array, pattern: Int32Array, most: number) => number
  CODE_PATTERNS: Int32Array[]
}

/** The start of the sets A, B and C (ISO/IEC 15417). */
const STARTS = [103, 104, 105]
/** Bars and gaps of a start. */
const PARTS = 6
/** How far widths may be off: on the whole and each of them, in modules. The library's own. */
const MOST_OFF = 0.25
const MOST_OFF_EACH = 0.7

/** Where each bar and gap of a row begins, the first bar first; the row's end last. */
function edgesOf(row: BitRow): number[] {
  const edges: number[] = []
  let dark = false
  for (let at = 0; at < row.getSize(); at += 1) {
    if (row.get(at) === dark) continue
    dark = !dark
    edges.push(at)
  }
  return [...edges, row.getSize()]
}

/**
 * The library loses count as soon as anything dark stands before the code in its row, such as the edge of its label, and finds no start then
 * (zxing-js cuts its counters short with each step). This looks at each bar.
 */
export function mendStartOf(reader: Code128Reader, notFound: () => Error): void {
  reader.findStartPattern = (row) => {
    const edges = edgesOf(row)
    for (let at = 0; at + PARTS < edges.length; at += 2) {
      const [from = 0, to = 0] = [edges[at], edges[at + PARTS]]
      const widths = Int32Array.from({ length: PARTS }, (_, n) => (edges[at + n + 1] ?? 0) - (edges[at + n] ?? 0))
      const off = STARTS.map((start) =>
        reader.patternMatchVariance(widths, reader.CODE_PATTERNS[start] ?? widths, MOST_OFF_EACH),
      )
      const least = Math.min(...off)
      const quiet = Math.max(0, Math.floor(from - (to - from) / 2))
      if (least < MOST_OFF && row.isRange(quiet, from, false))
        return Int32Array.from([from, to, STARTS[off.indexOf(least)] ?? 0])
    }
    throw notFound()
  }
}
