/** What a transaction may come to: in the central system's currency, in Wh, or both. */
export interface SessionLimit {
  cost?: number | undefined
  energy_wh?: number | undefined
}

/** What of a limit is reached. */
export type Reached = 'cost' | 'energy'

interface Limited {
  meter_start: number
  limit?: SessionLimit
  /** What it comes to so far. */
  cost?: number
}

const isPaidUp = ({ limit, cost = 0 }: Limited) => limit?.cost !== undefined && cost >= limit.cost

/** The Wh that may still flow by its limit. What it costs only the central system knows. */
export function left_wh(transaction: Limited, register_wh: number): number {
  if (isPaidUp(transaction)) return 0
  const { limit, meter_start } = transaction
  return Math.max(0, meter_start + (limit?.energy_wh ?? Number.POSITIVE_INFINITY) - register_wh)
}

export function reachedLimit(transaction: Limited, register_wh: number): Reached | null {
  if (left_wh(transaction, register_wh) > 0) return null
  return isPaidUp(transaction) ? 'cost' : 'energy'
}
