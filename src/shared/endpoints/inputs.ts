import * as z from 'zod/mini'
import { MOST_GUN } from '../domain/gun-number.ts'
import { identity as anIdentity } from '../kit/identity.ts'

/** What calls of several features take and give. */

export const identity = anIdentity()

/** The same where it comes as text: in an address or a plain form. */
export const writtenIdentity = z.coerce.number({ error: 'required' }).check(z.int(), z.gte(1, { error: 'required' }))

/** The number of a gun; from 0 on where the pile itself may be meant. */
export const gunNumber = (least = 0) =>
  z
    .int({ error: 'required' })
    .check(z.gte(least, { error: 'out_of_range' }), z.lte(MOST_GUN, { error: 'out_of_range' }))

/** A record by its title. */
export const titled = z.object({ id: z.int(), title: z.string() })

/** A text that must say something. */
export const filled = (most: number) =>
  z
    .string({ error: 'required' })
    .check(z.trim(), z.minLength(1, { error: 'required' }), z.maxLength(most, { error: 'too_long' }))

/** A text that may be left out; what is empty is null. */
export const written = (most: number) =>
  z.pipe(
    z.optional(z.nullable(z.string({ error: 'required' }).check(z.trim(), z.maxLength(most, { error: 'too_long' })))),
    z.transform((text) => text || null),
  )

/** A page of a list. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    rows: z.array(row),
    summary: z.record(z.string(), z.number()),
  })

const DAY_MS = 86_400_000
const MOST_DAYS = 366

const isDay = (text: string) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** A day of the calendar: 2026-10-31. */
export const isoDay = z
  .string({ error: 'not_a_day' })
  .check(
    z.regex(/^(?!0000)\d{4}-\d\d-\d\d$/, { error: 'not_a_day', abort: true }),
    z.refine(isDay, { error: 'not_a_day' }),
  )

/** A first and a last day, no more than a year. */
export function isSpanOfDays({ from, to }: { from: string; to: string }): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return days >= 0 && days < MOST_DAYS
}
