import { addressOf } from './setting-address.ts'

/** How a pile of 2.x connects: each of its slots holds an address with what belongs to it (OCPP 2.0.1, B09, B10). */

/** In which slot the connection is that it uses, and in which order it tries them. */
export const ACTIVE_KEY = 'OCPPCommCtrlr/ActiveNetworkProfile'
export const ORDER_KEY = 'OCPPCommCtrlr/NetworkConfigurationPriority'
/** Of 2.1: what is in each slot. */
export const SLOT_COMPONENT = 'NetworkConfiguration'

export const INTERFACES = [
  'any',
  ...['wired0', 'wired1', 'wired2', 'wired3'],
  ...['wireless0', 'wireless1', 'wireless2', 'wireless3'],
] as const
export type Interface = (typeof INTERFACES)[number]

export const APN_SIGN_INS = ['auto', 'none', 'pap', 'chap'] as const

/** How a modem finds its way into the network. */
export interface Apn {
  name: string
  user: string | null
  password: string | null
  sign_in: (typeof APN_SIGN_INS)[number]
}

export interface Connection {
  /** Without the station number. */
  address: string
  profile: number
  interface: Interface
  /** So long the pile waits for an answer. */
  message_seconds: number
  apn: Apn | null
}

/** What is known of a slot; what nobody told of it is null. */
export type KnownConnection = { [K in keyof Omit<Connection, 'apn'>]: Connection[K] | null } & { apn: string | null }

/** A pile's slots as far as they are known. */
export interface Network {
  /** In which slot it connects; null: it did not tell. */
  active: number | null
  /** In which order it tries them. */
  order: readonly number[]
  /** Those that it has; empty: it did not tell. */
  slots: readonly number[]
  known: ReadonlyMap<number, KnownConnection>
}

export interface ToldOfNetwork {
  key: string
  value: string | null
  choices: readonly string[] | null
}

const numbersIn = (list: readonly string[]): number[] =>
  list.map((one) => Number(one.trim())).filter((slot) => Number.isInteger(slot) && slot >= 0)

const isKey = (one: ToldOfNetwork, key: string) => one.key.toLowerCase() === key.toLowerCase()

/** The slots of an order as it is written: `2,1`. */
export const slotsIn = (order: string): number[] => numbersIn(order.split(',').filter(Boolean))

/** What a pile told of its slots. */
export function networkOf(told: readonly ToldOfNetwork[]): Network {
  const active = told.find((one) => isKey(one, ACTIVE_KEY))?.value ?? ''
  const order = told.find((one) => isKey(one, ORDER_KEY))
  const known = new Map<number, KnownConnection>()
  for (const { key, value } of told) {
    const at = addressOf(key)
    const slot = Number(at?.component_instance ?? Number.NaN)
    if (at?.component.toLowerCase() !== SLOT_COMPONENT.toLowerCase() || !Number.isInteger(slot) || value === null)
      continue
    known.set(slot, { ...(known.get(slot) ?? UNKNOWN), ...partOf(at.variable.toLowerCase(), value) })
  }
  for (const [slot, { address }] of known) if (!address) known.delete(slot)
  return {
    active: numbersIn([active || '-'])[0] ?? null,
    order: slotsIn(order?.value ?? ''),
    slots: numbersIn(order?.choices ?? []),
    known,
  }
}

const UNKNOWN: KnownConnection = { address: null, profile: null, interface: null, message_seconds: null, apn: null }

function partOf(variable: string, value: string): Partial<KnownConnection> {
  switch (variable) {
    case 'ocppcsmsurl':
      return { address: value }
    case 'securityprofile':
      return { profile: Number(value) }
    case 'ocppinterface':
      return { interface: INTERFACES.find((one) => one === value.toLowerCase()) ?? null }
    case 'messagetimeout':
      return { message_seconds: Number(value) }
    case 'apn':
      return { apn: value || null }
    default:
      return {}
  }
}

/** What is wrong with what is to be written into a slot: the field, and a word for it. */
export interface WriteFlaw {
  field: 'slot' | 'address' | 'profile'
  flaw: 'not_told' | 'in_use' | 'no_slot' | 'lower' | 'no_address' | 'needs_tls' | 'has_tls'
}

/** By which profile the pile comes now, and by which at least. */
export interface Standing {
  connected: number
  floor: number
}

/**
 * What would lose the pile: the slot that it uses is not written over, one that it has not is refused by it (B09.FR.05), and so is a lower
 * security profile (B09.FR.04), by which nobody would let it in here either.
 */
export function flawOfWrite(
  { slot, address, profile }: { slot: number; address: string; profile: number },
  network: Network | null,
  standing: Standing,
): WriteFlaw | null {
  const { protocol } = URL.canParse(address) ? new URL(address) : { protocol: '' }
  if (protocol !== 'ws:' && protocol !== 'wss:') return { field: 'address', flaw: 'no_address' }
  if (profile >= 2 && protocol === 'ws:') return { field: 'address', flaw: 'needs_tls' }
  if (profile < 2 && protocol === 'wss:') return { field: 'address', flaw: 'has_tls' }
  if (!network) return null
  if (network.active === null) return { field: 'slot', flaw: 'not_told' }
  if (network.active === slot) return { field: 'slot', flaw: 'in_use' }
  if (network.slots.length > 0 && !network.slots.includes(slot)) return { field: 'slot', flaw: 'no_slot' }
  if (profile < Math.max(standing.connected, standing.floor)) return { field: 'profile', flaw: 'lower' }
  return null
}

/** Why a pile is not sent to a slot: words of `campaigns:why`. */
export function flawOfMove(slot: number, network: Network, standing: Standing): string | null {
  if (network.active === null) return 'network_untold'
  if (network.slots.length > 0 && !network.slots.includes(slot)) return 'network_no_slot'
  const found = network.known.get(slot)
  if (!found) return slot === network.active ? null : 'network_empty'
  return (found.profile ?? 0) < Math.max(standing.connected, standing.floor) && slot !== network.active
    ? 'network_lower'
    : null
}

/** The order that was there before: begins it with the slot that led nowhere, or was it never told, the slot in use comes first. */
export const orderBack = (slot: number, before: readonly number[], active: number | null): readonly number[] =>
  before.length > 0 && before[0] !== slot ? before : orderFor(active ?? slot, { active, order: before })

/** The order in which that slot is the first, and the one in use stands behind it (B10). */
export const orderFor = (slot: number, { active, order }: Pick<Network, 'active' | 'order'>): number[] => [
  ...new Set([slot, ...(active === null ? [] : [active]), ...order]),
]
