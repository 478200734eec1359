import { MOST_CARD_NUMBER } from '../domain/card-number.ts'
import { entity, type Row } from '../kit/entity.ts'
import { choice, count, flag, instant, longText, reference, status, text } from '../kit/fields.ts'

/** Why a card was blocked. */
const BLOCK_REASONS = ['lost', 'stolen', 'damaged', 'misused', 'other'] as const

/** A card that was blocked for these is in the wrong hands: what runs on it is stopped and is nobody's until a person decides. */
export const IN_WRONG_HANDS: readonly string[] = ['lost', 'stolen', 'misused']

/** A charge card (OCPP: idTag). Its number is compared without regard to case. */
export const card = entity('card', {
  path: '/system/device-car',
  calls: {
    list: 'index',
    create: 'create',
    update: 'update',
    remove: 'delete',
    options: 'get-device-car',
    export: 'export',
    import: 'import',
  },
  fields: {
    number: text({ max: MOST_CARD_NUMBER, slot: 'title', search: true, sort: true, edit: 'create' }),
    customer_id: reference('customer', { optional: true, slot: 'line', search: true, filter: true, edit: 'create' }),
    allocation: status(
      { unallocated: 'offline', allocated: 'available' },
      { slot: 'line', filter: true, edit: 'server' },
    ),
    /** Blocked and unblocked by calls of their own, with a reason. */
    status: status({ normal: 'available', blocked: 'faulted' }, { slot: 'badge', filter: true, edit: 'server' }),
    block_reason: choice(BLOCK_REASONS, {
      open: true,
      optional: true,
      slot: 'detail',
      filter: true,
      edit: 'server',
    }),
    /** Any card of it ends a session of this one. */
    group_id: reference('card_group', { optional: true, slot: 'line', search: true, filter: true }),
    valid_until: instant({ optional: true, slot: 'line', sort: true }),
    /** Its time is over. */
    expired: flag({ slot: 'detail', edit: 'server' }),
    /** So many sessions of it may run at the same time; one where nothing is said. */
    at_once: count({ optional: true, min: 1, most: 99, slot: 'detail' }),
    remark: longText({ optional: true, slot: 'detail' }),
  },
  offers: { allocation: 'unallocated', status: 'normal' },
  archives: true,
  sort: { prop: 'created_at', order: 'desc' },
  tally: { by: 'created_at', kinds: ['allocation', 'status', 'block_reason'] },
  within: [{ through: 'customer_id' }, { creator: 'created_by' }],
})
export type Card = Row<typeof card>
