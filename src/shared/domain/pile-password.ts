/** Bytes that a pile's password has at least (OCPP security whitepaper, A00.FR.205). */
export const LEAST_PILE_PASSWORD = 16
/** Of an offered one; the standard's own are at most 40 digits, newer firmware uses up to 64 characters. */
const MOST_PILE_PASSWORD = 64
/** Sixteen random bytes never have fewer different ones; `0000000000000000` and `abcabcabcabcabcabc` do. */
const LEAST_DIFFERENT = 6

export type PilePasswordFlaw = 'too_short' | 'too_long' | 'too_simple'

/**
 * What is wrong with a pile's password, null when nothing. It is 16 to 64 bytes; text of hexadecimal digits alone means half as many bytes, so it
 * has 32 digits at least. One that is its station number, or repeats a few characters, is guessed at once.
 */
export function pilePasswordFlaw(password: Uint8Array, station_number: string): PilePasswordFlaw | null {
  const text = new TextDecoder().decode(password)
  const isHex = /^[0-9a-f]+$/i.test(text)
  if (password.length < (isHex ? 2 * LEAST_PILE_PASSWORD : LEAST_PILE_PASSWORD)) return 'too_short'
  if (password.length > MOST_PILE_PASSWORD) return 'too_long'
  if (new Set(password).size < LEAST_DIFFERENT) return 'too_simple'
  return text.toLowerCase().includes(station_number.toLowerCase()) && text.length < station_number.length + 12
    ? 'too_simple'
    : null
}
