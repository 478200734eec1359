export const LEAST = 8
export const MOST = 128

const LETTER = /\p{L}/u
const DIGIT = /\p{Nd}/u

export const isMixed = (text: string) => LETTER.test(text) && DIGIT.test(text)

/** What is wrong with a password that someone types: a key of the locales' `errors`, or null when it will be taken. */
export function passwordProblem(text: string): 'password_short' | 'password_mix' | 'too_long' | null {
  if (text.length < LEAST) return 'password_short'
  if (text.length > MOST) return 'too_long'
  return isMixed(text) ? null : 'password_mix'
}
