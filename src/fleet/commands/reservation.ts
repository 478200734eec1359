import type { Connector } from '../connector.ts'
import type { CallHandler, Pile } from '../pile.ts'
import { instant, maybe, status, text, whole } from './fields.ts'

/** The Reservation profile (OCPP 1.6, clauses 5.1 and 5.13). */
export const reservationCommands = (pile: Pile): Record<string, CallHandler> => ({
  ReserveNow(payload) {
    const id = whole(payload, 'reservationId')
    const wanted = whole(payload, 'connectorId')
    const expires_at = instant(payload, 'expiryDate')
    const reservation = {
      id,
      id_tag: text(payload, 'idTag'),
      parent_tag: maybe(text, payload, 'parentIdTag'),
      expires_at,
    }
    const connector = wanted === 0 ? firstFree(pile, id) : pile.connector(wanted)
    if (!connector) return status(wanted === 0 ? 'Occupied' : 'Rejected')
    if (expires_at <= pile.clock.now()) return status('Rejected')
    const obstacle = obstacleAt(connector, id)
    if (obstacle) return status(obstacle)
    return status('Accepted', () => {
      forget(pile, id)
      pile.memory.reservations.push({ ...reservation, connector: connector.id })
      connector.refresh()
      pile.clock.after(expires_at - pile.clock.now(), () => connector.refresh())
    })
  },

  CancelReservation(payload) {
    const id = whole(payload, 'reservationId')
    if (!pile.memory.reservations.some((reservation) => reservation.id === id)) return status('Rejected')
    return status('Accepted', () => forget(pile, id))
  },
})

/** Connector 0 reserves whichever is free; a reservation of the same number is replaced. */
const firstFree = (pile: Pile, id: number) => pile.connectors.find((connector) => !obstacleAt(connector, id))

function obstacleAt(connector: Connector, id: number): string | undefined {
  if (connector.status === 'Faulted' || connector.status === 'Unavailable') return connector.status
  if (connector.status === 'Available') return undefined
  return connector.status === 'Reserved' && connector.reservation?.id === id ? undefined : 'Occupied'
}

function forget(pile: Pile, id: number) {
  const { memory } = pile
  const connector = memory.reservations.find((reservation) => reservation.id === id)?.connector
  memory.reservations = memory.reservations.filter((reservation) => reservation.id !== id)
  if (connector) pile.connector(connector)?.refresh()
}
