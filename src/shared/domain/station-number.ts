/** No two of these look alike, on a worn label as on the telephone: no 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, U and V. */
const ALPHABET = '346789ACDEFGHJKMNPRTWXY'
const PREFIX = 'CD-'
const DRAWN = 9

/**
 * Makes a station number: CD- and ten characters, the last one a check.
 * `below(n)` draws a whole number from 0 up to, not including, n.
 */
export function stationNumber(below: (n: number) => number): string {
  const drawn = Array.from({ length: DRAWN }, () => below(ALPHABET.length))
  return PREFIX + [...drawn, checkOf(drawn)].map((value) => ALPHABET[value]).join('')
}

/** Whether a station number is one of ours and was typed without a slip: any wrong character and any two swapped are found. */
export function isStationNumber(text: string): boolean {
  if (!text.startsWith(PREFIX) || text.length !== PREFIX.length + DRAWN + 1) return false
  const values = [...text.slice(PREFIX.length)].map((character) => ALPHABET.indexOf(character))
  return !values.includes(-1) && checkOf(values.slice(0, DRAWN)) === values[DRAWN]
}

/** Whether it was meant to be one of ours and has a slip in it: our prefix and length, and no number of ours. */
export const isMistyped = (text: string): boolean =>
  text.toUpperCase().startsWith(PREFIX) && text.length === PREFIX.length + DRAWN + 1 && !isStationNumber(text)

/**
 * Whether a pile can come with it: as the last part of an address (OCPP-J 1.6, 3.1.1), where a slash divides and dots alone
 * lead elsewhere, and as the user of HTTP Basic (RFC 7617), whose name ends at the first colon.
 */
export const isReachable = (number: string): boolean => !/[\p{C}/:]/u.test(number) && !/^\.{1,2}$/.test(number)

/**
 * A weighted sum modulo the alphabet's length. That length is prime and the weights, the check's own -1 included,
 * all differ, so that no single slip and no swap leaves the sum as it was.
 */
function checkOf(values: number[]): number {
  const sum = values.reduce((total, value, index) => total + value * (index + 1), 0)
  return sum % ALPHABET.length
}
