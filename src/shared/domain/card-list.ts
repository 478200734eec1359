import type { ListedCard } from './intent.ts'

/** A card in a pile's list as far as the pile took it. `tag`: its number in capitals. */
export interface Held {
  tag: string
  card_number: string
  status: NonNullable<ListedCard['status']>
  group: string | null
  until: string | null
}

/** A card that may charge. */
export type Good = Omit<Held, 'status'>

export interface Wanted {
  cards: readonly Held[]
  /** Cards that may charge and find no room. */
  left_out: number
}

interface Sources {
  /** Those that may charge at the pile's site, the likeliest first. */
  good: readonly Good[]
  held: readonly Held[]
  /** Tags that are held and are cards of ours that may not charge. */
  refused: ReadonlySet<string>
  /** How many entries the pile takes. */
  most: number
}

/**
 * What a pile's list is to hold. A card that was listed and may not charge any more is refused by name, since a pile that lets
 * unknown cards in while it is offline would let it in otherwise (OCPP 1.6, 3.5.4); good cards come first where there is not room for all. Of two good
 * cards the likelier one has the room.
 */
export function wantedList({ good, held, refused, most }: Sources): Wanted {
  const accepted = good.slice(0, most).map((card): Held => ({ ...card, status: 'Accepted' }))
  const blocked = held
    .filter(({ tag }) => refused.has(tag))
    .slice(0, Math.max(0, most - accepted.length))
    .map((card): Held => ({ ...card, status: 'Blocked', group: null, until: null }))
  return { cards: [...accepted, ...blocked], left_out: Math.max(0, good.length - most) }
}

/** What brings a list to what it is to hold: first who is kept out, then who makes room, then who comes in. */
export function listChanges(wanted: readonly Held[], held: readonly Held[]): ListedCard[] {
  const holds = new Map(held.map((card) => [card.tag, card]))
  const stays = new Set(wanted.map(({ tag }) => tag))
  const other = wanted.filter((card) => !isSame(card, holds.get(card.tag)))
  return [
    ...other.filter(({ status }) => status === 'Blocked').map(listed),
    ...held.filter(({ tag }) => !stays.has(tag)).map(({ card_number }) => ({ card_number, status: null })),
    ...other.filter(({ status }) => status !== 'Blocked').map(listed),
  ]
}

/** A time is the same in whatever zone it was written. */
const isSame = ({ status, group, until }: Held, held: Held | undefined) =>
  held?.status === status && held.group === group && timeOf(held.until) === timeOf(until)
const timeOf = (until: string | null) => (until === null ? null : Date.parse(until))

const listed = ({ card_number, status, group, until }: Held): ListedCard => ({
  ...{ card_number, status },
  ...(group !== null && { group }),
  ...(until !== null && { until }),
})

/** One call to a pile. */
export interface ListCall {
  full: boolean
  cards: readonly ListedCard[]
}

/** Changes in as many calls as the pile needs. */
export const inCalls = (changes: readonly ListedCard[], a_call: number): ListCall[] =>
  Array.from({ length: Math.ceil(changes.length / a_call) }, (_, at) => ({
    full: false,
    cards: changes.slice(at * a_call, (at + 1) * a_call),
  }))

/** All of a list: what goes beyond one call follows as changes. */
export const inFull = (wanted: readonly Held[], a_call: number): ListCall[] => [
  { full: true, cards: wanted.slice(0, a_call).map(listed) },
  ...inCalls(wanted.slice(a_call).map(listed), a_call),
]

const MINUTE_S = 60
/** A pile that did not take its list is asked again after five minutes, later and later, at most six hours after. */
export const pauseSeconds = (failures: number): number =>
  Math.min(5 * MINUTE_S * 3 ** Math.max(0, failures - 1), 6 * 60 * MINUTE_S)
