import type { Format } from './format.ts'

const DIGITS_AT_MOST = 3

/** A number with as many decimals as it has: 85, 0.5. */
export function trimmedNumber(format: Format, value: number): string {
  const [, decimals = ''] = String(value).split('.')
  return format.number(value, Math.min(decimals.length, DIGITS_AT_MOST))
}
