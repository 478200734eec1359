import * as z from 'zod/mini'
import { alarm } from '../entities/alarm.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowSchema } from '../kit/schema.ts'
import { identity } from './inputs.ts'

/** Handles an alarm. Answers 409 with the alarm as it is when somebody else was faster. */
export const handleAlarm = endpoint({
  method: 'POST',
  path: '/system/device-fault-record/recover',
  permission: 'alarm.handle',
  reaches: { alarm: 'id' },
  body: z.object({
    id: identity,
    status: z.enum(['processed', 'confirmed'], { error: 'not_a_choice' }),
    remark: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500, { error: 'too_long' })))),
    /** When the person decided, for one that was decided offline. */
    handled_at: z.optional(z.iso.datetime({ offset: true, error: 'not_a_time' })),
  }),
  data: z.object({ alarm: rowSchema(alarm) }),
  repeatable: true,
  changes: 'alarm',
})
