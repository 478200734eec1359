import { randomInt } from 'node:crypto'

/** So many of these signs, each as likely as any other. */
export const randomSigns = (signs: string, count: number): string =>
  Array.from({ length: count }, () => signs[randomInt(signs.length)]).join('')

/** In groups of six, as people read and type it. */
export const inGroups = (signs: string): string => signs.replace(/(.{6})(?=.)/g, '$1-')

// No characters that look alike: it is read off a screen once. 24 of 55 are 138 bits.
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'

/** A password that the server makes: `hJ4kPq-…`, with letters and digits, as the rule asks. */
export function newPassword(): string {
  for (;;) {
    const password = randomSigns(SIGNS, 24)
    if (/\d/.test(password) && /[A-Za-z]/.test(password)) return inGroups(password)
  }
}
