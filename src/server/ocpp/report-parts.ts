/** No report has more. */
const MOST_PARTS = 10_000

export interface ReportPart {
  part: number
  isLast: boolean
}

/**
 * Which parts of one report came: they are numbered from 0, and come in whatever order. A part is added once it is kept: one that could
 * not be kept is sent again.
 */
export class ReportParts {
  readonly #came = new Set<number>()
  #last: number | null = null

  /** Whether no part is missing once this one is added. */
  isWholeWith({ part, isLast }: ReportPart): boolean {
    const last = isLast ? part : this.#last
    if (last === null) return false
    return this.#came.size + (this.#came.has(part) ? 0 : 1) === last + 1
  }

  add({ part, isLast }: ReportPart): void {
    if (this.#came.size < MOST_PARTS) this.#came.add(part)
    if (isLast) this.#last = part
  }
}
