import * as z from 'zod/mini'

/** A whole number between two bounds. */
export const whole = (least: number, most: number, initial: number) => {
  const digits = z.pipe(
    z.string().check(z.regex(/^\d{1,5}$/)),
    z.transform((text) => Number(text)),
  )
  return z._default(z.pipe(digits, z.int().check(z.minimum(least), z.maximum(most))), initial)
}
