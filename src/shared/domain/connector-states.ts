/**
 * What a connector is, in our words; every protocol's states are read into these. The database, the API and the screens have
 * the same values.
 */
export const CONNECTOR_STATES = [
  'Available',
  'Preparing',
  'Charging',
  'SuspendedEVSE',
  'SuspendedEV',
  'Finishing',
  'Reserved',
  'Unavailable',
  'Faulted',
] as const
export type ConnectorState = (typeof CONNECTOR_STATES)[number]

/** What a connector's state says of the cable once charging has ended. */
export type Cable = 'in' | 'out' | 'unknown'

const cables: Readonly<Record<string, Cable>> = {
  Finishing: 'in',
  SuspendedEV: 'in',
  SuspendedEVSE: 'in',
  Available: 'out',
  Reserved: 'out',
  Unavailable: 'out',
  // The next driver, or the same one once more: this order's use of the connector is over.
  Preparing: 'out',
  // Nobody is charged for a plug that a fault may hold.
  Faulted: 'out',
}

export const cableIn = (state: string): Cable => cables[state] ?? 'unknown'

/** Whether energy flows in a session, and who holds it up if not; none: no session is at the connector. */
export type Charging = 'flows' | 'held_by_vehicle' | 'held_by_pile' | 'none'

const chargings: Readonly<Record<string, Charging>> = {
  Charging: 'flows',
  SuspendedEV: 'held_by_vehicle',
  SuspendedEVSE: 'held_by_pile',
}

export const chargingIn = (state: string | undefined): Charging => chargings[state ?? ''] ?? 'none'
