import * as z from 'zod/mini'
import { permissionTo } from '../commands/declare.ts'
import { readMessages } from '../commands/screen.ts'
import { COST_WAYS } from '../domain/running-cost.ts'
import { FORMATS, PRIORITIES, SHOWN_WHILE } from '../domain/screen/message.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity, titled } from './inputs.ts'

const message = z.object({
  number: z.int(),
  format: z.enum(FORMATS),
  priority: z.enum(PRIORITIES),
  shown_while: z.nullable(z.enum(SHOWN_WHILE)),
  starts_at: z.nullable(z.string()),
  ends_at: z.nullable(z.string()),
  texts: z.readonly(z.array(z.object({ language: z.nullable(z.string()), text: z.string() }))),
})

/** held: as it was given, or its pile has not told of it since. strange: nobody gave it from here. */
export const SCREEN_STATES = ['held', 'differs', 'missing', 'strange'] as const

/** What a pile's screen holds beside its maker's own messages, and what it takes. */
export const pileScreen = endpoint({
  method: 'POST',
  path: '/system/device/screen',
  permission: permissionTo(readMessages),
  reaches: { pile: 'id' },
  body: z.object({ id: identity }),
  data: z.object({
    messages: z.array(
      z.object({
        /** As the pile told it last, else as it was given. */
        message,
        state: z.enum(SCREEN_STATES),
        /** In what it is another than it was given. */
        differences: z.array(z.enum(['text', 'format', 'priority', 'shown_while', 'starts_at', 'ends_at'])),
        /** While it runs; null: whatever runs. */
        order: z.nullable(z.object({ id: z.int(), connector_number: z.int() })),
        /** The saved message that it is; null of a text for this pile alone. */
        saved: z.nullable(titled),
        sent_at: z.nullable(z.string()),
        told_at: z.nullable(z.string()),
      }),
    ),
    /** As far as it said. */
    takes: z.object({
      shows: z.nullable(z.boolean()),
      formats: z.nullable(z.readonly(z.array(z.enum(FORMATS)))),
      priorities: z.nullable(z.readonly(z.array(z.enum(PRIORITIES)))),
      states: z.nullable(z.readonly(z.array(z.enum(SHOWN_WHILE)))),
      languages: z.nullable(z.readonly(z.array(z.string()))),
      most: z.nullable(z.int()),
    }),
    /** Whether it shows what a session costs so far, and who says it. */
    costs: z.enum(COST_WAYS),
    /** What runs there now: a message may be for one of them. */
    sessions: z.array(z.object({ order_id: z.int(), connector_number: z.int() })),
  }),
})
