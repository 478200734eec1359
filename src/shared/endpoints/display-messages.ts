import * as z from 'zod/mini'
import type { SaidRules } from '../commands/many.ts'
import { campaignTarget, type TargetState } from '../entities/campaign-target.ts'
import { type DisplayMessage, displayMessage } from '../entities/display-message.ts'
import { identities, pageNumber, pageSize } from '../kit/call-bodies.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowWith } from '../kit/schema.ts'
import { ruleInputs } from './campaign-rules.ts'
import { identity, pageOf, titled } from './inputs.ts'
import { wholeWindow } from './pile-commands.ts'

export const PUSH_MESSAGE = 'display_message.push'

const piles = z.object({
  /** Took it, and told nothing else since. */
  held: z.int(),
  /** Hold what it said before it was changed. */
  outdated: z.int(),
  /** Tell otherwise than they were given, or lost it. */
  drifted: z.int(),
  /** Are still to be asked. */
  open: z.int(),
})

/** The list: each message with how its piles stand to it, as far as its reader reaches them. */
export const messageRow = rowWith(displayMessage, { piles })
export type MessageRow = DisplayMessage & { piles: z.output<typeof piles> }

/** Gives a message to piles of its sites and types, or takes it from those that hold it: to all where none are named. */
export const pushMessage = endpoint({
  method: 'POST',
  path: '/system/display_message/push',
  permission: PUSH_MESSAGE,
  reaches: { display_message: 'id', pile: 'pile_ids' },
  body: z
    .extend(
      z.object({
        id: identity,
        pile_ids: z.optional(identities(500)),
        clear: z._default(z.boolean({ error: 'invalid' }), false),
      }),
      ruleInputs,
    )
    .check(wholeWindow as never) as unknown as z.ZodMiniType<
    { id: number; pile_ids?: number[]; clear: boolean } & SaidRules,
    { id: number; pile_ids?: number[]; clear?: boolean } & SaidRules
  >,
  data: z.object({ campaign_id: z.int(), piles: z.int() }),
  repeatable: true,
  changes: 'display_message',
})

const STATES = Object.keys(campaignTarget.fields.state.tones) as [TargetState, ...TargetState[]]

/** held, outdated, differs, missing: of a pile that has it. gone: it was taken away, or its time is over. never: it did not get it. */
export const HOLDS = ['held', 'outdated', 'differs', 'missing', 'gone', 'never'] as const

/** Each pile that a message was given to: what it holds, and how it was asked last. What is wrong stands first. */
export const messagePiles = endpoint({
  method: 'POST',
  path: '/system/display_message/piles',
  permission: 'display_message.list',
  reaches: { display_message: 'id' },
  body: z.object({ id: identity, page_num: pageNumber, page_size: pageSize }),
  data: pageOf(
    z.object({
      pile: titled,
      site: z.nullable(titled),
      holds: z.enum(HOLDS),
      /** Of the last campaign with it. */
      state: z.enum(STATES),
      is_clear: z.boolean(),
      waits_for: z.nullable(z.string()),
      said: z.nullable(z.string()),
      campaign_id: z.int(),
      at: z.string(),
      told_at: z.nullable(z.string()),
    }),
  ),
})
