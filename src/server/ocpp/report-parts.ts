/** More parts has no report. */
const MOST_PARTS = 10_000

/** The parts of one report, numbered from 0, in whatever order they come. A report that begins ends the one before. */
export class ReportParts {
  #request: number | null = null
  #came = new Set<number>()
  #last: number | null = null

  /** Counts a part. True where the report is whole with it. */
  add(request: number, part: number, isLast: boolean): boolean {
    if (request !== this.#request) {
      this.#request = request
      this.#came = new Set()
      this.#last = null
    }
    if (this.#came.size < MOST_PARTS) this.#came.add(part)
    if (isLast) this.#last = part
    return this.#last !== null && this.#came.size === this.#last + 1
  }
}
