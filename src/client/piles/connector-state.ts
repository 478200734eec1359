import type { GunState, PileCommand } from '../../shared/commands/declare.ts'
import { everyOffered } from '../../shared/commands/index.ts'
import { CHARGING_STATES } from '../../shared/domain/charging-states.ts'
import type { ConnectorNow } from '../../shared/endpoints/piles.ts'
import type { SiteState } from '../../shared/endpoints/sites.ts'

type Status = ConnectorNow['status']

/** Which of a pile's states each of the standard's is (OCPP 1.6, 7.7). */
const STATES: Record<Status, SiteState> = {
  Available: 'available',
  Preparing: 'waiting',
  Charging: 'charging',
  SuspendedEVSE: 'waiting',
  SuspendedEV: 'waiting',
  Finishing: 'waiting',
  Reserved: 'reserved',
  Unavailable: 'offline',
  Faulted: 'faulted',
  Offline: 'offline',
  Unknown: 'offline',
}

export const stateOf = ({ status }: Pick<ConnectorNow, 'status'>): SiteState => STATES[status]

/** A cable may be in and nobody can start another session. */
const PLUGGED: readonly Status[] = ['Finishing', 'SuspendedEV', 'SuspendedEVSE', 'Charging', 'Preparing']

/** Since when a car that has finished keeps the connector; null when none does. */
export function occupiedSince({ status, status_at, order }: ConnectorNow): string | null {
  if (order?.ended_at && PLUGGED.includes(status)) return order.ended_at
  if (order?.occupation_from && PLUGGED.includes(status)) return order.occupation_from
  return status === 'Finishing' ? status_at : null
}

/** How a gun is to whom stands before it; null where nothing can be done with it. */
function gunState(connector: ConnectorNow): GunState | null {
  const { status, order } = connector
  if (status === 'Offline' || status === 'Unavailable') return null
  if (occupiedSince(connector)) return 'occupied'
  const isOpen = order?.status === 'generated' && !order.awaits_payer
  if (CHARGING_STATES.includes(status) || isOpen) return 'charging'
  // What it is in nobody knows: the pile says whether it can.
  if (status === 'Preparing' || status === 'Unknown') return 'plugged'
  if (status === 'Available') return 'free'
  return status === 'Faulted' ? 'faulted' : null
}

/** What a person would do with a connector in this state, the likeliest first. */
export function commandsFor(connector: ConnectorNow): readonly PileCommand[] {
  const state = gunState(connector)
  return state === null ? [] : everyOffered.filter(({ when }) => when.includes(state))
}

/** What goes on now before what has ended and what is free, each in the order of the numbers. */
export function busyFirst(connectors: ConnectorNow[]): ConnectorNow[] {
  const rank = ({ order }: ConnectorNow) => (order === null ? 2 : order.ended_at === null ? 0 : 1)
  return [...connectors].sort((a, b) => rank(a) - rank(b) || a.number - b.number)
}

/** Connector 0 is the pile itself and is not a place to charge. */
export const guns = (connectors: readonly ConnectorNow[]) => connectors.filter(({ number }) => number > 0)
