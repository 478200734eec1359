import type { ConnectorState } from '../../shared/domain/connector-states.ts'
import type { PileState } from '../../shared/entities/pile.ts'

/** Worst or busiest first. */
const order: [PileState, ConnectorState[]][] = [
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
  const others = [...connectors].filter(([number]) => number !== 0).map(([, status]) => status as ConnectorState)
  const found = order.find(([, group]) => others.some((status) => group.includes(status)))?.[0]
  if (own === 'Unavailable' && (found === 'available' || !found)) return 'waiting'
  return found ?? (own === 'Available' ? 'available' : 'waiting')
}

/** In these states no current flows, whatever was measured last: some piles send no closing zero. */
export const isIdle = (status: ConnectorState | 'Unknown'): boolean =>
  status === 'Available' ||
  status === 'Finishing' ||
  status === 'Reserved' ||
  status === 'Unavailable' ||
  status === 'Faulted'
