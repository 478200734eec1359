import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import { iso } from '../kit/instants.ts'
import type { AuthorizationStatus } from '../ocpp/ports.ts'

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
}
export const cardEvent = (status: AuthorizationStatus) => (status === 'Accepted' ? 'authorized' : refusals[status])

/** In the order in which things happened; what happened at once stays in the order in which it was learnt. */
export const inOrder = (events: readonly OrderEvent[]) => events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
