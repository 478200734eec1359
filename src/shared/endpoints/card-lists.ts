import * as z from 'zod/mini'
import { type CardList, cardList } from '../entities/card-list.ts'
import { identities } from '../kit/call-bodies.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'

export const SEND_LISTS = 'card_list.send'

const { tones } = cardList.fields.state

/** A pile's list as it is kept here; null where its type keeps none. */
export const listOfPile = endpoint({
  method: 'POST',
  path: '/system/card_list/in_pile',
  permission: 'card_list.list',
  reaches: { pile: 'pile_id' },
  body: z.object({ pile_id: identity }),
  data: z.nullable(
    z.object({
      id: z.int(),
      state: z.enum(Object.keys(tones) as [CardList['state']]),
      said: z.nullable(z.string()),
      /** What it holds as far as it took it, what it is to hold, and who finds no room. */
      entries: z.int(),
      wanted: z.int(),
      left_out: z.int(),
      /** Cards that may charge, with a number that its version of OCPP has no room for. */
      too_long: z.int(),
      list_version: z.int(),
      told_version: z.nullable(z.int()),
      told_at: z.nullable(z.string()),
      sent_at: z.nullable(z.string()),
      /** It is to be given all of it. */
      full_due: z.boolean(),
      /** Its type keeps none any more: the pile is asked to empty it. */
      emptying: z.boolean(),
      /** How many cards the pile takes, and how many in one call. */
      most: z.int(),
      a_call: z.int(),
      /** Whether the pile uses its list; null where it did not say. */
      enabled: z.nullable(z.boolean()),
    }),
  ),
})

/** Has a pile be given all of its list at once, whatever is known of it. */
export const sendList = endpoint({
  method: 'POST',
  path: '/system/card_list/send',
  permission: SEND_LISTS,
  reaches: { card_list: 'id' },
  body: z.object({ id: identity }),
  data: z.null(),
  repeatable: true,
  changes: 'card_list',
})

/** The same of many piles, by a campaign. */
export const sendLists = endpoint({
  method: 'POST',
  path: '/system/card_list/send_many',
  permission: SEND_LISTS,
  reaches: { card_list: 'ids' },
  body: z.object({ ids: identities(500) }),
  data: z.object({ campaign_id: z.int(), piles: z.int() }),
  repeatable: true,
})
