/** How long to wait before the next attempt to connect. */
export interface Backoff {
  firstMs: number
  maxMs: number
}

export const usualBackoff: Backoff = { firstMs: 1_000, maxMs: 60_000 }

/**
 * The wait before attempt `attempt` (0 is the first retry): doubled each time up to the maximum, then drawn from the
 * upper half, so that piles which lost the server together do not return together.
 */
export function backoffMs({ firstMs, maxMs }: Backoff, attempt: number, random: () => number = Math.random) {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 30))
  return Math.round(full / 2 + (random() * full) / 2)
}
