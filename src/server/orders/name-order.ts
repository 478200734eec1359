import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import type { AuthorizationStatus } from '../ocpp/ports.ts'
import { cardEvent, happened, inOrder } from './order-events.ts'
import { lockOrder, type OrderRow, startAbnormal, type Trx, updateOrder } from './order-row.ts'
import type { Payers } from './ports.ts'
import { overGroup, refusalOf } from './refusal.ts'
import { remoteStartNumbered } from './remote-start.ts'
import { payerOf } from './start.ts'

/** A card that is shown in a transaction that runs. */
export interface ShownCard {
  card_number: string
  at: number
  received_at: number
  /** The command that asked for the start, where the pile says one. */
  command_id: number | null
}

export interface Named {
  order: OrderRow
  /** What the pile is told of the card. */
  status: AuthorizationStatus
}

/** A card names the payer of an order that has none, or whose first card was refused. It is judged as at a start. */
export async function nameOrder(trx: Trx, payers: Payers, order: OrderRow, shown: ShownCard): Promise<Named> {
  const card_number = shown.card_number.toUpperCase()
  const { pile_id, connector_number } = order
  const place = { ...shown, card_number, connector_number }
  const payer = await payerOf(trx, payers, pile_id, place)
  const refused_as = await refusalOf(trx, pile_id, place, payer)
  const over = refused_as ? null : await overGroup(trx, pile_id, place)
  const remote = order.command_id === null ? await remoteStartNumbered(trx, pile_id, shown.command_id) : null
  const events: OrderEvent[] = [
    ...order.events,
    ...(remote ? [happened(remote.at, 'remote_start', { by: remote.by })] : []),
    happened(shown.at, cardEvent(payer), { card: card_number }),
    ...(over ? [happened(shown.at, 'over_group_limit', over)] : []),
  ]
  await updateOrder(trx, order.id, {
    card_number,
    customer_id: refused_as ? null : payer.customer_id,
    claimed_customer_id: refused_as ? payer.customer_id : null,
    refused_as,
    abnormal: startAbnormal(order) ?? (refused_as ? 'unauthorized' : null),
    ...(remote && { command_id: remote.id, type: 'manual' as const }),
    events: JSON.stringify(inOrder(events)),
  })
  return { order: (await lockOrder(trx, order.id)) as OrderRow, status: payer.status }
}
