import { allOf, type MatterFacts, type Shown, together } from '../../../shared/domain/alarm-matter.ts'
import type { BerthState } from '../../../shared/domain/berth-state.ts'
import { distanceM, placeOf } from '../../../shared/domain/distance.ts'
import type { Spot } from '../../../shared/endpoints/berths.ts'
import type { WalkedPile } from '../../../shared/endpoints/site-walk.ts'
import { guns, occupiedSince, stateOf } from '../connector-state.ts'

/** A pile on the way through a site, with the berths that it reaches. */
export interface Stop {
  pile: WalkedPile
  spots: readonly Spot[]
  /** Why a person should go there, the worst; null where nothing is wrong. */
  need: 'faulted' | 'offline' | 'alarm' | 'occupied' | null
}

type WalkedAlarm = WalkedPile['alarms'][number]

/** An open alarm of the walk, and the others that are one matter with it. */
export type WalkedMatter = Shown<WalkedAlarm & MatterFacts>

const factsOf = ({ id, alarms }: WalkedPile) =>
  alarms.map((alarm) => ({ ...alarm, status: 'open' as const, site_id: SITE, pile_id: id }))

/** A walk knows one site: which one it is tells no two alarms apart. */
const SITE = 0

/** The alarms of one pile, led by the worst. */
export function matterAt(pile: WalkedPile): WalkedMatter | undefined {
  return together(factsOf(pile))[0]
}

/** One fault that struck many piles of the site at once, and those of them where nothing else is wrong. */
export interface Struck {
  matter: WalkedMatter
  stops: readonly Stop[]
}

/** A pile that several of them struck stands under the first. */
export function struckIn(stops: readonly Stop[]): Struck[] {
  const matters = together(stops.flatMap(({ pile }) => factsOf(pile))).filter(({ struck }) => struck)
  const matterOf = new Map(matters.flatMap((matter) => allOf(matter).map(({ id }) => [id, matter] as const)))
  const isStruckAlone = ({ pile: { alarms } }: Stop) => alarms.every(({ id }) => matterOf.has(id))
  const firstOf = ({ pile: { alarms } }: Stop) => matterOf.get(alarms[0]?.id ?? 0)
  return matters.map((matter) => ({
    matter,
    stops: stops.filter((stop) => firstOf(stop) === matter && isStruckAlone(stop)),
  }))
}

/** The worst first. */
const NEEDS: readonly Stop['need'][] = ['faulted', 'offline', 'alarm', 'occupied']

function needOf({ state, connectors, alarms }: WalkedPile): Stop['need'] {
  if (state === 'offline') return 'offline'
  if (connectors.some(({ status }) => status === 'Faulted')) return 'faulted'
  if (alarms.length > 0) return 'alarm'
  return guns(connectors).some((connector) => occupiedSince(connector) !== null) ? 'occupied' : null
}

/** In the order of the berths; a pile that reaches none comes after them, by its number. */
export function stopsOf(piles: readonly WalkedPile[], spots: readonly Spot[]): Stop[] {
  const first = new Map<number, number>()
  for (const [at, { pile }] of spots.entries()) if (pile && !first.has(pile.id)) first.set(pile.id, at)
  const placeIn = ({ id }: WalkedPile) => first.get(id) ?? spots.length
  return [...piles]
    .sort((a, b) => placeIn(a) - placeIn(b) || a.station_number.localeCompare(b.station_number))
    .map((pile) => ({ pile, spots: spots.filter((spot) => spot.pile?.id === pile.id), need: needOf(pile) }))
}

type GunState = ReturnType<typeof stateOf>

/** What a berth is on the plan; a fault is of a pile alone. */
export type PlanState = GunState | 'alarm' | 'closed' | 'no_pile'

/** Of a berth that several guns reach, or of whose pile nothing is known here. */
const OF_BERTH: Readonly<Record<BerthState, GunState>> = {
  free: 'available',
  occupied: 'charging',
  reserved: 'reserved',
  out_of_service: 'offline',
  unknown: 'offline',
}

/** Whether a gun's trouble is at this berth: that of the whole pile, or of a gun without a berth of its own, is at all of the pile's. */
const isAt = (spot: Spot, { spots }: Stop, gun: number | null) =>
  !gun || !spot.connector_number || spot.connector_number === gun || spots.every((one) => one.connector_number !== gun)

function troubleAt(spot: Spot, stop: Stop): 'offline' | 'faulted' | 'alarm' | null {
  const { state, connectors, alarms } = stop.pile
  if (state === 'offline') return 'offline'
  if (connectors.some(({ status, number }) => status === 'Faulted' && isAt(spot, stop, number))) return 'faulted'
  return alarms.some(({ connector_number }) => isAt(spot, stop, connector_number)) ? 'alarm' : null
}

/** What is wrong there, as the pile's card says; else whether staff closed it, then the gun that reaches it. */
export function stateAt(spot: Spot, stop: Stop | undefined): PlanState {
  const trouble = stop && troubleAt(spot, stop)
  if (trouble) return trouble
  if (spot.status === 'closed') return 'closed'
  if (!spot.pile) return 'no_pile'
  const all = guns(stop?.pile.connectors ?? [])
  const gun = all.find(({ number }) => number === spot.connector_number) ?? (all.length === 1 ? all[0] : undefined)
  return gun ? stateOf(gun) : OF_BERTH[spot.state]
}

export const WALK_ORDERS = ['faulty', 'nearest', 'berth', 'longest'] as const
export type WalkOrder = (typeof WALK_ORDERS)[number]

type Here = Parameters<typeof distanceM>[0] | null

/** How far its first berth with a place is; null where that is not known. */
export function metresTo({ spots }: Stop, here: Here): number | null {
  const place = spots.map(placeOf).find((one) => one !== null)
  return here && place ? distanceM(here, place) : null
}

const rankOf = ({ need }: Stop) => (need === null ? NEEDS.length : NEEDS.indexOf(need))

/** Stops that are alike stay in the order of the berths; so they do where no place is known. */
export function inOrder(stops: readonly Stop[], order: WalkOrder, here: Here): Stop[] {
  const metres = (stop: Stop) => metresTo(stop, here) ?? Number.MAX_VALUE
  const compare: Record<WalkOrder, (a: Stop, b: Stop) => number> = {
    berth: () => 0,
    faulty: (a, b) => rankOf(a) - rankOf(b),
    nearest: (a, b) => metres(a) - metres(b),
    // Never looked at is longest.
    longest: (a, b) => (a.pile.looked_at ?? '').localeCompare(b.pile.looked_at ?? ''),
  }
  return [...stops].sort(compare[order])
}

export const WALK_FILTERS = ['needs', 'free', 'charging', 'all'] as const
export type WalkFilter = (typeof WALK_FILTERS)[number]

export const gunsIn = (stop: Stop, state: 'available' | 'charging') =>
  guns(stop.pile.connectors).filter((connector) => stateOf(connector) === state).length

export function isShown(stop: Stop, filter: WalkFilter): boolean {
  if (filter === 'needs') return stop.need !== null
  if (filter === 'free') return gunsIn(stop, 'available') > 0
  return filter === 'all' || gunsIn(stop, 'charging') > 0
}

const DAY_MS = 86_400_000

/** Looked at since the site's midnight; what was taken along yesterday knows another one. */
export function isOfToday(looked_at: string | null, midnight: string, now: number): boolean {
  const days = Math.max(0, Math.floor((now - Date.parse(midnight)) / DAY_MS))
  return looked_at !== null && Date.parse(looked_at) >= Date.parse(midnight) + days * DAY_MS
}
