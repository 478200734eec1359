import type { Format } from './format.ts'

const DIGITS_AT_MOST = 3

/** A number with as many decimals as it has, three of them at most: 85, 0.5. What is smaller than that keeps three figures: 0.000412. */
export function trimmedNumber(format: Format, value: number): string {
  const size = Math.abs(value)
  const digits =
    size > 0 && size < 10 ** -DIGITS_AT_MOST ? DIGITS_AT_MOST - 1 - Math.floor(Math.log10(size)) : DIGITS_AT_MOST
  const [, decimals = ''] = value.toFixed(Math.min(digits, 20)).split('.')
  return format.number(value, decimals.replace(/0+$/, '').length)
}
