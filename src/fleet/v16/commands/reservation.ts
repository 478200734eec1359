import { instant, maybe, status, text, whole } from '../../fields.ts'
import type { CallHandler, Pile } from '../../pile.ts'
import { forget, isReserved, reserve } from '../../reserving.ts'

/** The Reservation profile (OCPP 1.6, clauses 5.1 and 5.13). */
export const reservationCommands = (pile: Pile): Record<string, CallHandler> => ({
  ReserveNow(payload) {
    const id = whole(payload, 'reservationId')
    const number = whole(payload, 'connectorId')
    const wanted = {
      id,
      id_tag: text(payload, 'idTag'),
      parent_tag: maybe(text, payload, 'parentIdTag'),
      expires_at: instant(payload, 'expiryDate'),
    }
    // Connector 0 reserves whichever is free.
    const at = pile.connectors.filter((connector) => number === 0 || connector.id === number)
    if (at.length === 0) return status('Rejected')
    const { word, effect } = reserve(pile, wanted, at)
    return status(word, effect)
  },

  CancelReservation(payload) {
    const id = whole(payload, 'reservationId')
    return isReserved(pile, id) ? status('Accepted', () => forget(pile, id)) : status('Rejected')
  },
})
