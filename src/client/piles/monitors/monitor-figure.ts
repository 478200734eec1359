import type { Format } from '../../kit/i18n/format.ts'

const DIGITS_AT_MOST = 3

/** A monitor's value with as many decimals as it has: 85, 0.5. */
export function monitorFigure(format: Format, value: number): string {
  const [, decimals = ''] = String(value).split('.')
  return format.number(value, Math.min(decimals.length, DIGITS_AT_MOST))
}
