/** A part of a content, its last byte included. */
export interface Part {
  start: number
  end: number
}

/**
 * The part that a Range header asks for (RFC 9110, 14.2): null for the whole, as for what is not understood; `beyond` for one that the
 * content does not have. Of several parts the whole is given.
 */
export function partOf(header: string | undefined, size: number): Part | 'beyond' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (!first && !last)) return null
  if (!first) return Number(last) === 0 ? 'beyond' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const start = Number(first)
  const end = last ? Math.min(Number(last), size - 1) : size - 1
  if (last && Number(last) < start) return null
  return start >= size ? 'beyond' : { start, end }
}
