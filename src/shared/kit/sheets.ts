import * as z from 'zod/mini'

/** Sheets that lists become, and that records come from. */

export const SHEET_FORMATS = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

export const MOST_IMPORT_BYTES = 10 * 1024 * 1024
export const MOST_IMPORT_ROWS = 20_000

const isZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const zone = () => z.optional(z.string().check(z.refine(isZone, { error: 'not_a_time_zone' })))
const yes = () => z._default(z.union([z.boolean(), z.stringbool()], { error: 'invalid' }), false)
const names = z.array(z.string()).check(z.maxLength(100, { error: 'too_many' }))

/** Of the query of a list, how it is to be written; the rest is that of the list itself. */
export const sheetOptions = {
  format: z._default(z.enum(SHEET_FORMATS, { error: 'not_a_choice' }), 'xlsx'),
  /** Times are written as clocks show them there; UTC when none is named. */
  zone: zone(),
  /** The fields that are written, in order; those of the person's own list when none are named. A query says them with commas. */
  columns: z.optional(
    z.union([
      names,
      z.pipe(
        z.string(),
        z.transform((text: string) => text.split(',')),
      ),
    ]),
  ),
  /** Under which the person's columns are kept; the entity's name when absent. */
  list: z.optional(z.string().check(z.maxLength(60, { error: 'too_long' }))),
  /** The file comes in frames that tell how far it is: see `SheetFrames`. */
  progress: yes(),
}

/** What an export takes: the list's filters, keyword and order, and how to write it. */
export const exportQuery = z.looseObject({
  ...sheetOptions,
  prop: z.optional(z.nullable(z.string())),
  order: z.optional(z.nullable(z.string())),
  keyword: z.optional(z.nullable(z.string().check(z.maxLength(100, { error: 'too_long' })))),
})

/** A multipart form: the file as `file`. Nothing is kept in a dry run. */
export const importForm = z.object({
  file: z.any(),
  dry_run: yes(),
  zone: zone(),
})

const problem = z.object({
  /** Of the file, the heading's being 1. */
  line: z.int(),
  /** The heading; empty when the whole row is meant. */
  column: z.string(),
  value: z.string(),
  reason: z.string(),
})
export type SheetProblem = z.output<typeof problem>

/** What became of an import, or would: all rows or none. */
export const importOutcome = z.object({
  dry_run: z.boolean(),
  /** Rows that hold something; the example of the template is none. */
  rows: z.int(),
  imported: z.int(),
  problems: z.array(problem),
  /** Headings whose columns are not taken. */
  ignored: z.array(z.string()),
  /** The first good rows as they were understood. */
  preview: z.object({ headings: z.array(z.string()), rows: z.array(z.array(z.string())) }),
})
export type ImportOutcome = z.output<typeof importOutcome>

/** Before each part of a file with progress: its length, and how many rows are written so far; both 32 bits, big endian. */
export const FRAME_HEAD_BYTES = 8

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const ESCAPED = /^'[=+\-@\t\r\n＝＋－＠]/

/** A text that no spreadsheet takes for a formula when it opens a csv (OWASP: CSV injection). */
export const asPlainText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
/** The text that was meant. */
export const fromPlainText = (text: string): string => (ESCAPED.test(text) ? text.slice(1) : text)
