import { type EvsePlace, evsePlace, gunNumber, MOST_EVSES } from '../../../shared/domain/gun-number.ts'
import { CallRefused, type Payload } from '../framing.ts'
import type { Caller } from '../protocol.ts'

/** An EVSE as messages name it; without a connector where it has one, or where the whole of it is meant. */
export interface Evse {
  id: number
  connectorId?: number
}

/** The gun of an EVSE and its connector. */
export function gunOf(evse: number, connector: number): number {
  requireNumber('/evse/id', evse)
  requireNumber('/evse/connectorId', connector)
  return gunNumber({ evse, connector })
}

/** Refuses what has no gun number. */
function requireNumber(name: string, number: number): void {
  if (number >= 0 && number <= MOST_EVSES) return
  throw new CallRefused('property', `${name} must be 0 to ${MOST_EVSES}`)
}

/** As calls of ours name a gun. */
export function evseOf(gun: number): Evse {
  const { evse, connector }: EvsePlace = evsePlace(gun)
  return { id: evse, connectorId: connector }
}

/** The gun that a call of ours means, 0 for the pile with all that it has; null where it says nothing of it. */
export function gunIn({ evseId, connectorId, evse }: Payload): number | null {
  const { id, connectorId: connector } = (evse ?? { id: evseId, connectorId }) as Partial<Evse>
  return typeof id === 'number' ? gunNumber({ evse: id, connector: connector ?? 1 }) : null
}

/** An EVSE with one connector may leave its number out. */
export function placeOf({ id, connectorId }: Evse, events: Pick<Caller['events'], 'gunAt'>): number {
  if (connectorId !== undefined) return gunOf(id, connectorId)
  gunOf(id, 1)
  return events.gunAt(id)
}
