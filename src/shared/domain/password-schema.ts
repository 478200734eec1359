import * as z from 'zod/mini'
import { isMixed, LEAST, MOST } from './password-rule.ts'

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
