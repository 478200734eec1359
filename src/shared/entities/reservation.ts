import { MOST_CARD_NUMBER } from '../domain/card-number.ts'
import { REASONS } from '../domain/reservation.ts'
import { entity, type Row } from '../kit/entity.ts'
import { choice, gun, instant, reference, status, text } from '../kit/fields.ts'

/** A gun that a pile keeps for someone until a time. Cancelled by a call of its own. */
export const reservation = entity('reservation', {
  path: '/system/reservation',
  calls: { list: 'index', create: 'add', export: 'export' },
  fields: {
    pile_id: reference('pile', { slot: 'title', search: true, filter: true, edit: 'create' }),
    /** 0: whichever is free. */
    connector_number: gun({ initial: 1, slot: 'line', edit: 'create' }),
    site_id: reference('site', { optional: true, slot: 'wide', filter: true, edit: 'server' }),
    /** For a customer or for a card; of a customer, the card that the pile was told. */
    customer_id: reference('customer', { optional: true, slot: 'line', search: true, filter: true, edit: 'create' }),
    card_number: text({ max: MOST_CARD_NUMBER, optional: true, slot: 'line', search: true, edit: 'create' }),
    /** unclear: whether the pile reserved it is not known. */
    state: status(
      {
        asked: 'charging',
        accepted: 'reserved',
        refused: 'faulted',
        unclear: 'waiting',
        cancelled: 'offline',
        expired: 'offline',
        used: 'available',
      },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    expires_at: instant({ slot: 'line', sort: true, filter: true, edit: 'create' }),
    /** Why the pile refused it, or why it is over. */
    reason: choice(REASONS, { optional: true, slot: 'line', filter: true, edit: 'server' }),
    card_id: reference('card', { optional: true, slot: 'detail', edit: 'server' }),
    /** The session that used it. */
    order_id: reference('order', { optional: true, slot: 'wide', edit: 'server' }),
    asked_by: text({ optional: true, slot: 'wide', edit: 'server' }),
    ended_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'created_at', order: 'desc' },
  within: { site: 'site_id', pile: 'pile_id' },
})
export type Reservation = Row<typeof reservation>
