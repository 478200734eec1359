const FIRST_MS = 500
const MAX_MS = 30_000

/** The wait before attempt `attempt` (0 is the first retry): doubled each time, then drawn, so that browsers do not return together. */
export function waitMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(attempt, 16))
  return Math.round(full / 2 + (random() * full) / 2)
}
