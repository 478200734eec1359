import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import { iso } from '../kit/instants.ts'
import type { AuthorizationStatus } from '../ocpp/ports.ts'
import type { Payer } from './ports.ts'

type Figures = OrderEvent['figures']

/** One thing that happened; `event` is a key of the locales' `orders:events`. Figures are named with their units, as fields are. */
export const happened = (at: number, event: string, figures: Figures = {}): OrderEvent => ({
  at: iso(at),
  event,
  figures,
})

const refusals: Record<Exclude<AuthorizationStatus, 'Accepted'>, string> = {
  Blocked: 'card_blocked',
  Expired: 'card_expired',
  Invalid: 'card_invalid',
  ConcurrentTx: 'card_in_use',
  NoCredit: 'balance_short',
}

/** What the pile was told of the card. */
export const cardEvent = ({ status }: Payer): string => (status === 'Accepted' ? 'authorized' : refusals[status])

/** In the order in which things happened; what happened at once stays in the order in which it was learnt. */
export const inOrder = (events: readonly OrderEvent[]) => events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))

/** A session that is told of more often than a person reads keeps its first and its latest events. */
const MOST = 200
const FIRST = 100

export const bounded = (events: readonly OrderEvent[]): OrderEvent[] =>
  events.length <= MOST ? [...events] : [...events.slice(0, FIRST), ...events.slice(events.length - (MOST - FIRST))]

/** An event that may come again and again is listed once, with how often. */
export function countedOnce(events: readonly OrderEvent[], next: OrderEvent): OrderEvent[] {
  const before = events.find(({ event }) => event === next.event)
  const times = Number(before?.figures.times ?? 0) + 1
  return inOrder([...events.filter((event) => event !== before), { ...next, figures: { ...next.figures, times } }])
}
