import type { Format } from './format.ts'

/** From ten thousand yuan up nobody reads the cents. */
const NO_CENTS_FROM = 1_000_000

export const wholeMoney = (format: Format, cents: number): string =>
  Math.abs(cents) >= NO_CENTS_FROM
    ? `${cents < 0 ? '−' : ''}¥\u00a0${format.number(Math.round(Math.abs(cents) / 100))}`
    : format.money(cents, { signed: true })
