import * as z from 'zod/mini'
import { alarm } from '../entities/alarm.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowSchema } from '../kit/schema.ts'
import { identity, writtenIdentity } from './inputs.ts'

/** What one person said of an alarm. */
const handling = z.object({
  by: z.string(),
  status: z.enum(['processed', 'confirmed']),
  remark: z.nullable(z.string()),
  /** When it was decided, by the server's clock. */
  handled_at: z.string(),
  /** The same as the clock of the phone said; null when it said nothing. */
  phone_at: z.nullable(z.string()),
  /** When the server heard of it; null of an alarm that was handled before this was written down. */
  received_at: z.nullable(z.string()),
  /** False: another person had been faster. */
  taken: z.boolean(),
})

/** One alarm with all that people said of it, the oldest first. */
export const alarmView = endpoint({
  method: 'GET',
  path: '/system/device-fault-record/view',
  permission: 'alarm.list',
  reaches: { alarm: 'id' },
  body: z.object({ id: writtenIdentity }),
  data: z.object({ alarm: rowSchema(alarm), handlings: z.array(handling) }),
})

/** Handles an alarm. Answers 409 with the alarm as it is when another person was faster: what was said is kept all the same. */
export const handleAlarm = endpoint({
  method: 'POST',
  path: '/system/device-fault-record/recover',
  permission: 'alarm.handle',
  reaches: { alarm: 'id' },
  body: z.object({
    id: identity,
    status: z.enum(['processed', 'confirmed'], { error: 'not_a_choice' }),
    remark: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500, { error: 'too_long' })))),
    /** When the person decided, for one that was decided offline: by the caller's clock, of which the header Client-Time tells. */
    handled_at: z.optional(z.iso.datetime({ offset: true, error: 'not_a_time' })),
  }),
  data: z.object({ alarm: rowSchema(alarm), taken: z.boolean() }),
  repeatable: true,
  changes: 'alarm',
})
