/** What a berth is to someone who looks for a place to charge. */
export const berthStates = ['free', 'occupied', 'reserved', 'out_of_service', 'unknown'] as const
export type BerthState = (typeof berthStates)[number]

/** With a cable in, a car stands there (OCPP 1.6, 4.9). */
const PLUGGED = ['Preparing', 'Charging', 'SuspendedEV', 'SuspendedEVSE', 'Finishing']

interface Seen {
  /** What staff say of it. */
  status: 'open' | 'reserved' | 'closed'
  /** The standard's states of the connectors that reach it, `Offline` while there is no socket; empty without a pile. */
  connectors: readonly string[]
}

/** Whether a cable says that a car stands there. What a pile without a socket said last says nothing. */
export const isInUse = (connectors: readonly string[]): boolean =>
  connectors.length > 0 && connectors.every((state) => PLUGGED.includes(state))

/** The state of a berth. With several connectors it is as good as the best of them. */
export function berthState({ status, connectors }: Seen): BerthState {
  if (status === 'closed') return 'out_of_service'
  if (isInUse(connectors)) return 'occupied'
  if (status === 'reserved') return 'reserved'
  if (connectors.length === 0 || connectors.includes('Available')) return 'free'
  if (connectors.some((state) => PLUGGED.includes(state))) return 'occupied'
  if (connectors.includes('Reserved')) return 'reserved'
  return connectors.some((state) => state === 'Offline' || state === 'Unknown') ? 'unknown' : 'out_of_service'
}
