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

/** How much of a list a pile takes in one call. */
export interface CallRoom {
  a_call: number
  /** Null: it did not say, or its version has no such limit. */
  bytes: number | null
}

/** What the names and brackets of a call, and of what it says of a card, take in the wordiest version. */
const CALL_BYTES = 140
const CARD_BYTES = 100
const GROUP_BYTES = 60
const UNTIL_BYTES = 30
const bytesOf = ({ card_number, group, until }: ListedCard) =>
  CARD_BYTES + card_number.length + (group ? GROUP_BYTES + group.length : 0) + (until ? UNTIL_BYTES + until.length : 0)

/** Changes in as many calls as the pile needs (OCPP 2.0.1, D01.FR.11); a card that is too much for it goes alone. */
export function inCalls(changes: readonly ListedCard[], { a_call, bytes }: CallRoom): ListCall[] {
  const calls: { full: boolean; cards: ListedCard[] }[] = []
  let left = 0
  for (const card of changes) {
    const last = calls.at(-1)
    left -= bytesOf(card)
    if (last && last.cards.length < a_call && left >= 0) {
      last.cards.push(card)
      continue
    }
    calls.push({ full: false, cards: [card] })
    left = (bytes ?? Infinity) - CALL_BYTES - bytesOf(card)
  }
  return calls
}

/** All of a list: what goes beyond one call follows as changes. */
export function inFull(wanted: readonly Held[], room: CallRoom): ListCall[] {
  const [first, ...others] = inCalls(wanted.map(listed), room)
  return [{ full: true, cards: first?.cards ?? [] }, ...others]
}

const MINUTE_S = 60
/** A pile that did not take its list is asked again after five minutes, later and later, at most six hours after. */
export const pauseSeconds = (failures: number): number =>
  Math.min(5 * MINUTE_S * 3 ** Math.max(0, failures - 1), 6 * 60 * MINUTE_S)
