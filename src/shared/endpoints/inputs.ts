import * as z from 'zod/mini'

/** What calls of several features take. */

export const identity = z.int({ error: 'required' }).check(z.gte(1, { error: 'required' }))

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
