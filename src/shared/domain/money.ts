/** Divides whole numbers and rounds once, half up. Neither may be negative. */
export const divideHalfUp = (amount: number, by: number) => Math.floor((2 * amount + by) / (2 * by))

const WH_PER_KWH = 1000
const SECONDS_PER_HOUR = 3600

/** Cents for whole Wh at cents per kWh. */
export const energyCents = (wh: number, fee: number) => divideHalfUp(wh * fee, WH_PER_KWH)

/** Cents for whole seconds at cents per hour. */
export const hourlyCents = (seconds: number, fee: number) => divideHalfUp(seconds * fee, SECONDS_PER_HOUR)

/**
 * Splits an amount after the weights, to the cent: each part is at most its weight when the amount is at most their sum.
 * What rounding leaves goes to the parts with the largest rests.
 */
export function splitCents(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return weights.map(() => 0)
  const parts = weights.map((weight) => Math.floor((amount * weight) / whole))
  let left = amount - parts.reduce((sum, part) => sum + part, 0)
  const byRest = weights
    .map((weight, at) => ({ at, rest: (amount * weight) % whole }))
    .toSorted((a, b) => b.rest - a.rest)
  for (const { at } of byRest) {
    if (left === 0) break
    parts[at] = (parts[at] ?? 0) + 1
    left--
  }
  return parts
}

export interface Payment {
  paid_cents: number
  shortfall_cents: number
}

/** What a balance pays of what is due: all that is there, never more; the rest is the shortfall. */
export function payFrom(balance_cents: number, due_cents: number): Payment {
  const paid_cents = Math.min(Math.max(balance_cents, 0), due_cents)
  return { paid_cents, shortfall_cents: due_cents - paid_cents }
}
