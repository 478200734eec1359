/** What charges one car at a time, and which of its cables. EVSE 0 is the pile with all that it has. */
export interface EvsePlace {
  evse: number
  connector: number
}

/** Beyond it an EVSE or a connector has no gun number. */
export const MOST_EVSES = 99

/** The largest number of a gun: 9999 for connector 99 of EVSE 99. */
export const MOST_GUN = MOST_EVSES * 100 + MOST_EVSES

/**
 * The number of a gun of a pile that has EVSEs with connectors: the EVSE's own, as most have one connector; 302 for the second
 * connector of EVSE 3. What speaks of a pile beside its protocol knows this number alone.
 */
export const gunNumber = ({ evse, connector }: EvsePlace): number => (connector <= 1 ? evse : evse * 100 + connector)

/** The EVSE and the connector of a gun. */
export const evsePlace = (gun: number): EvsePlace =>
  gun > MOST_EVSES ? { evse: Math.floor(gun / 100), connector: gun % 100 } : { evse: gun, connector: 1 }

/** Whether two guns are connectors of one EVSE: it charges one car at a time, and what limits one limits the other. */
export const isSameEvse = (gun: number, other: number): boolean => evsePlace(gun).evse === evsePlace(other).evse

/** How people read a gun's number: 3, or 1-2 for the second connector of EVSE 1. */
export function gunText(gun: number): string {
  const { evse, connector } = evsePlace(gun)
  return connector > 1 ? `${evse}-${connector}` : String(gun)
}

/**
 * The gun that a message means which names an EVSE without a connector: the one that is known of it, or of several the only one
 * where a car is.
 */
export function gunOfEvse(evse: number, states: ReadonlyMap<number, string>): number {
  const guns = [...states].filter(([gun]) => gun > 0 && evsePlace(gun).evse === evse)
  const [only, ...others] = guns.length > 1 ? guns.filter(([, state]) => !FREE.has(state)) : guns
  return only && others.length === 0 ? only[0] : gunNumber({ evse, connector: 1 })
}

const FREE: ReadonlySet<string> = new Set(['Available', 'Reserved', 'Unavailable', 'Faulted', 'Unknown'])
