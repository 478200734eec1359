import type { Connector } from './connector.ts'
import type { Reservation } from './memory.ts'
import type { Pile } from './pile.ts'

type Wanted = Omit<Reservation, 'connector'>

/** Reserves one of these connectors: a word for the answer, and what follows once it is sent. */
export function reserve(pile: Pile, wanted: Wanted, at: readonly Connector[]): { word: string; effect?: () => void } {
  if (wanted.expires_at <= pile.clock.now()) return { word: 'Rejected' }
  const connector = at.find((one) => !obstacleAt(one, wanted.id))
  if (!connector) return { word: (at.length === 1 && at[0] && obstacleAt(at[0], wanted.id)) || 'Occupied' }
  return { word: 'Accepted', effect: () => keep(pile, connector, wanted) }
}

/** One of the same number is replaced. */
function keep(pile: Pile, connector: Connector, wanted: Wanted) {
  forget(pile, wanted.id)
  const reservation = { ...wanted, connector: connector.id }
  pile.memory.reservations.push(reservation)
  connector.refresh()
  expire(pile, reservation)
}

/** Frees the connector when the time of a reservation is over. */
function expire(pile: Pile, reservation: Reservation) {
  const { clock, memory, reports } = pile
  clock.after(reservation.expires_at - clock.now(), () => {
    if (!memory.reservations.includes(reservation)) return
    // The longest wait of a clock may be shorter.
    if (reservation.expires_at > clock.now()) return expire(pile, reservation)
    forget(pile, reservation.id)
    return reports.reservationOver(reservation.id)
  })
}

/** Goes on with those that the pile's memory holds. */
export function expireKept(pile: Pile) {
  for (const reservation of pile.memory.reservations) expire(pile, reservation)
}

export const isReserved = ({ memory }: Pile, id: number) =>
  memory.reservations.some((reservation) => reservation.id === id)

export function forget(pile: Pile, id: number) {
  const { memory } = pile
  const connector = memory.reservations.find((reservation) => reservation.id === id)?.connector
  memory.reservations = memory.reservations.filter((reservation) => reservation.id !== id)
  if (connector) pile.connector(connector)?.refresh()
}

function obstacleAt(connector: Connector, id: number): string | undefined {
  if (connector.status === 'Faulted' || connector.status === 'Unavailable') return connector.status
  if (connector.status === 'Available') return undefined
  return connector.status === 'Reserved' && connector.reservation?.id === id ? undefined : 'Occupied'
}
