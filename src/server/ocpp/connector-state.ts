import { connectorStatuses } from '../../shared/endpoints/piles.ts'
import type { PileState } from '../../shared/entities/pile.ts'

export type ConnectorStatus = (typeof connectorStatuses)[number]

const known = new Map<string, ConnectorStatus>(connectorStatuses.map((status) => [status.toLowerCase(), status]))
// What older and newer firmware says in their place: 1.5 and 2.0.1 know one word for "somebody is there".
known.set('occupied', 'Preparing')
known.set('suspended', 'SuspendedEV')
known.set('outofservice', 'Unavailable')

/** The standard's word for what a pile reported; null when it is none that we know. */
export const readStatus = (status: string): ConnectorStatus | null => known.get(status.trim().toLowerCase()) ?? null

/** Worst or busiest first. */
const order: [PileState, ConnectorStatus[]][] = [
  ['faulted', ['Faulted']],
  ['charging', ['Charging']],
  ['waiting', ['Preparing', 'SuspendedEV', 'SuspendedEVSE', 'Finishing']],
  ['reserved', ['Reserved']],
  ['available', ['Available']],
]

/**
 * What a connected pile as a whole is. Connector 0 is the pile itself: its fault, or its being out of service, is everybody's.
 * One that offers nothing, or has reported nothing yet, waits.
 */
export function pileState(connectors: ReadonlyMap<number, string>): PileState {
  const own = connectors.get(0)
  if (own === 'Faulted') return 'faulted'
  const others = [...connectors].filter(([number]) => number !== 0).map(([, status]) => status as ConnectorStatus)
  const found = order.find(([, group]) => others.some((status) => group.includes(status)))?.[0]
  if (own === 'Unavailable' && (found === 'available' || !found)) return 'waiting'
  return found ?? (own === 'Available' ? 'available' : 'waiting')
}

/** In these states no current flows, whatever was measured last: some piles send no closing zero. */
export const isIdle = (status: ConnectorStatus): boolean =>
  status === 'Available' ||
  status === 'Finishing' ||
  status === 'Reserved' ||
  status === 'Unavailable' ||
  status === 'Faulted'
