/** Why a pile keeps no gun for anyone, or keeps it no more. */
export const REASONS = [
  'occupied',
  'faulted',
  'unavailable',
  'rejected',
  'not_supported',
  'not_reached',
  'person',
  'pile',
  'unused',
  'other',
] as const
export type Reason = (typeof REASONS)[number]

/** What a pile says that stands in the way (OCPP 1.6, 5.13). */
export type Obstacle = Extract<Reason, 'occupied' | 'faulted' | 'unavailable' | 'rejected'>

/** In these a pile may keep a gun. */
export const OPEN_RESERVATION = ['asked', 'accepted', 'unclear'] as const

interface Wanted {
  connector_number: number
  customer_id: number | null
  card_number: string | null
  /** Epoch milliseconds. */
  expires_at: number
}

interface Known {
  now: number
  /** The longest that is allowed. */
  most_hours: number
  /** What the pile keeps already. */
  open: readonly { connector_number: number }[]
  /** Empty where it never told. */
  guns: readonly number[]
  /** Planned work keeps the gun out of service now. */
  in_maintenance: boolean
  /** Whether it takes a reservation of no gun in particular; null where it did not say. */
  zero: boolean | null
  /** Whether the card, or the customer, may charge; too_long: a number that the pile has no room for. */
  payer: 'good' | 'blocked' | 'nobody' | 'unknown' | 'too_long'
}

interface Flaw {
  field: 'connector_number' | 'customer_id' | 'card_number' | 'expires_at'
  key: string
  figures?: Record<string, number>
}

const HOUR_MS = 3_600_000

/** What is wrong with a reservation, each at its field, before any pile is asked. */
export function reservationFlaws(wanted: Wanted, known: Known): Flaw[] {
  return [whomFlaw(wanted, known), whereFlaw(wanted, known), untilFlaw(wanted, known)].filter(
    (flaw): flaw is Flaw => flaw !== null,
  )
}

function whomFlaw({ customer_id, card_number }: Wanted, { payer }: Known): Flaw | null {
  if (customer_id === null && card_number === null) return { field: 'customer_id', key: 'reservations:flaws.nobody' }
  if (customer_id !== null && card_number !== null) return { field: 'card_number', key: 'reservations:flaws.both' }
  if (payer === 'good') return null
  if (card_number === null) return { field: 'customer_id', key: 'reservations:flaws.customer' }
  return { field: 'card_number', key: `reservations:flaws.card_${payer}` }
}

function whereFlaw({ connector_number }: Wanted, { open, guns, zero, in_maintenance }: Known): Flaw | null {
  const wrong = (key: string): Flaw => ({ field: 'connector_number', key: `reservations:flaws.${key}` })
  if (in_maintenance) return wrong('in_maintenance')
  if (connector_number === 0) {
    if (zero === false) return wrong('zero')
    return guns.length > 0 && open.length >= guns.length ? wrong('all_reserved') : null
  }
  if (guns.length > 0 && !guns.includes(connector_number)) return wrong('no_gun')
  if (open.some((each) => each.connector_number === connector_number)) return wrong('reserved')
  // One is kept for someone already, whichever it is.
  return guns.length > 0 && open.length >= guns.length ? wrong('all_reserved') : null
}

function untilFlaw({ expires_at }: Wanted, { now, most_hours }: Known): Flaw | null {
  if (expires_at <= now) return { field: 'expires_at', key: 'reservations:flaws.past' }
  if (expires_at > now + most_hours * HOUR_MS)
    return { field: 'expires_at', key: 'reservations:flaws.far', figures: { hours: most_hours } }
  return null
}
