import type { Connector } from '../connector.ts'
import { maybe, object, whole } from '../fields.ts'
import type { Payload } from '../frame.ts'
import { connectorsAt, placeOf } from '../models.ts'
import type { Pile } from '../pile.ts'

/** The connectors of an EVSE, or of the whole pile (0, or none is named). */
export const connectorsOf = (pile: Pile, evse = 0): Connector[] =>
  connectorsAt(pile.model, evse).flatMap((id) => pile.connector(id) ?? [])

/** Those that a message names by its EVSE, and perhaps by a connector of it. */
export function namedConnectors(pile: Pile, payload: Payload): Connector[] {
  const evse = maybe(object, payload, 'evse')
  if (!evse) return connectorsOf(pile)
  const number = maybe(whole, evse, 'connectorId')
  const all = connectorsOf(pile, whole(evse, 'id'))
  return all.filter(({ id }) => number === undefined || placeOf(pile.model, id).connector === number)
}
