import * as z from 'zod/mini'

const LEAST = 8
const MOST = 128

const LETTER = /\p{L}/u
const DIGIT = /\p{Nd}/u

const isMixed = (text: string) => LETTER.test(text) && DIGIT.test(text)

/**
 * The rule for every password that a person chooses, customer or user: 8 to 128 characters, letters and digits among them
 * (specification, section 5). Refused with `password_short`, `password_mix` or `too_long`, keys of the locales' `errors`.
 * Nothing is trimmed: a space is a character like any other.
 */
export const passwordSchema = () =>
  z
    .string({ error: 'required' })
    .check(
      z.minLength(LEAST, { error: 'password_short', abort: true }),
      z.maxLength(MOST, { error: 'too_long', abort: true }),
      z.refine(isMixed, { error: 'password_mix' }),
    )

/** What is wrong with a password that someone types: a key of the locales' `errors`, or null when it will be taken. */
export function passwordProblem(text: string): 'password_short' | 'password_mix' | 'too_long' | null {
  if (text.length < LEAST) return 'password_short'
  if (text.length > MOST) return 'too_long'
  return isMixed(text) ? null : 'password_mix'
}
