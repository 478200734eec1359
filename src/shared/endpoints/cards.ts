import * as z from 'zod/mini'
import { card } from '../entities/card.ts'
import { endpoint } from '../kit/endpoint.ts'
import { choiceOf } from '../kit/schema.ts'
import { identity, titled, written } from './inputs.ts'

/** Gives a card that nobody has to a customer. */
export const allocateCard = endpoint({
  method: 'POST',
  path: '/system/device-car/allocate',
  permission: 'card.allocate',
  reaches: { card: 'id', customer: 'customer_id' },
  body: z.object({ id: identity, customer_id: identity }),
  data: z.null(),
  repeatable: true,
  changes: 'card',
})

/** Takes a card back from its customer, who goes on paying for what runs. */
export const takeBackCard = endpoint({
  method: 'POST',
  path: '/system/device-car/take-back',
  permission: 'card.allocate',
  reaches: { card: 'id' },
  body: z.object({ id: identity, remark: written(500) }),
  data: z.null(),
  repeatable: true,
  changes: 'card',
})

/** Blocks a card: from the answer on no pile accepts it. `stop`: its piles are asked to end what it charges now. */
export const blockCard = endpoint({
  method: 'POST',
  path: '/system/device-car/block',
  permission: 'card.block',
  reaches: { card: 'id' },
  body: z.object({
    id: identity,
    reason: choiceOf(card.fields.block_reason),
    remark: written(500),
    stop: z.optional(z.boolean({ error: 'invalid' })),
  }),
  /** The sessions that run on it. */
  data: z.object({ running: z.int(), stopped: z.int() }),
  repeatable: true,
  changes: 'card',
})

export const unblockCard = endpoint({
  method: 'POST',
  path: '/system/device-car/unblock',
  permission: 'card.block',
  reaches: { card: 'id' },
  body: z.object({ id: identity, remark: written(500) }),
  data: z.null(),
  repeatable: true,
  changes: 'card',
})

export const cardEvent = z.object({
  at: z.string(),
  what: z.enum(['made', 'allocated', 'taken_back', 'blocked', 'unblocked', 'changed', 'archived', 'restored']),
  by: z.nullable(z.string()),
  /** Whose it became, or no longer was. */
  customer: z.nullable(titled),
  reason: z.nullable(z.string()),
  remark: z.nullable(z.string()),
})
export type CardEvent = z.output<typeof cardEvent>

/**
 * A pile that may decide about a card by itself: by its authorization cache or its local list (OCPP 1.6, 3.5). Not confirmed
 * are waiting and refused (`word`: how the pile refused), and unblocking where it still refuses a card that is good again.
 */
export const cardPlace = z.object({
  pile_id: z.int(),
  station_number: z.string(),
  by: z.enum(['cache', 'list']),
  state: z.enum(['waiting', 'refused', 'unblocking', 'blocked', 'removed']),
  word: z.nullable(z.string()),
})
export type CardPlace = z.output<typeof cardPlace>

/**
 * What happened to a card and who had it when, the newest first; how many sessions run on it now; and the piles that may
 * decide about it by themselves. `elsewhere`: not confirmed at so many piles beyond the caller's reach.
 */
export const cardHistory = endpoint({
  method: 'POST',
  path: '/system/device-car/history',
  permission: 'card.list',
  reaches: { card: 'id' },
  body: z.object({ id: identity }),
  data: z.object({
    running: z.int(),
    events: z.array(cardEvent),
    places: z.array(cardPlace),
    elsewhere: z.int(),
  }),
})
